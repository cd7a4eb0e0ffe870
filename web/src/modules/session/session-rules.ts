/** Renewal begins this long before the end (spec-000 §4). */
const renewWithinSeconds = 600

/** What a whoami answer asks for: at the end sign in, ten minutes before it renew, else nothing (spec-001 §4). */
export function needAtStart(exp: number, nowSeconds: number): 'signIn' | 'renew' | 'none' {
  if (exp <= nowSeconds) return 'signIn'
  return exp - nowSeconds <= renewWithinSeconds ? 'renew' : 'none'
}

/** What the check of every minute does: under ten minutes renew, at zero sign out; ten minutes exactly is enough. */
export function needOnCheck(exp: number, nowSeconds: number): 'signOut' | 'renew' | 'none' {
  const left = exp - nowSeconds
  if (left <= 0) return 'signOut'
  return left < renewWithinSeconds ? 'renew' : 'none'
}
