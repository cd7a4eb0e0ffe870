import type { IncomingHttpHeaders } from 'node:http'

/** Message for a request from another site. The status is not 403, which only means a missing permission (D-01). */
export const otherSiteSentence = 'This request came from another site and was refused.'

/**
 * True if the browser says that our own pages made the request, or the person typed the address (GET only).
 * A request without Sec-Fetch-Site and Origin may change nothing: it comes from a program, or it is a GET of an old
 * browser, perhaps from another site.
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
