/**
 * The header of basic auth, for the `headers` of a request. The documented wrapper takes it (API-04), but no call of the
 * console needs it, because people sign in by POST: so it is no part of the code that every screen loads.
 */
export function basicAuth(username: string, password: string): { authorization: string } {
  const bytes = new TextEncoder().encode(`${username}:${password}`)
  return { authorization: `Basic ${btoa(String.fromCodePoint(...bytes))}` }
}
