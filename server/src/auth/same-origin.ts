import type { IncomingHttpHeaders } from 'node:http'

/** What a refused request from elsewhere is told. Not 403: that means a missing permission and nothing else (D-01). */
export const otherSiteSentence = 'This request came from another site and was refused.'

/**
 * True when a browser says the request was made by our own pages, or by hand in the address bar (GET only).
 * A client that sends neither Sec-Fetch-Site nor Origin is no browser: it cannot be carrying a person's
 * cookie against their will, except on a GET from an old browser, which may therefore change nothing.
 */
export function isSameOrigin(
  headers: IncomingHttpHeaders,
  publicOrigin: string,
  options: { changes: boolean },
): boolean {
  const { origin } = headers
  if (origin !== undefined && origin !== publicOrigin) return false
  const site = headers['sec-fetch-site']
  if (site === 'same-origin') return true
  if (site === 'none') return !options.changes
  if (site !== undefined) return false
  return origin !== undefined || !options.changes
}
