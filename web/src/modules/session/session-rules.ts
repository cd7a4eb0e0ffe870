/** Renewal starts this long before the end (spec-000 §4). */
const renewWithinSeconds = 600

/** The action at startup: sign in after the end, renew in the last ten minutes, otherwise none (spec-001 §4). */
export function needAtStart(exp: number, nowSeconds: number): 'signIn' | 'renew' | 'none' {
  if (exp <= nowSeconds) return 'signIn'
  return exp - nowSeconds <= renewWithinSeconds ? 'renew' : 'none'
}

/**
 * The action of the check every minute: renew below ten minutes, sign out at zero; exactly ten minutes needs nothing
 * (A-17).
 */
export function needOnCheck(exp: number, nowSeconds: number): 'signOut' | 'renew' | 'none' {
  const left = exp - nowSeconds
  if (left <= 0) return 'signOut'
  return left < renewWithinSeconds ? 'renew' : 'none'
}
