import type { ServerConfig } from '../settings/config.ts'
import { frameOrigins } from '../settings/external-sites.ts'
import { styleHash } from '../openapi/openapi-page.ts'

/** Headers of every answer, of which the parts of a page leave out `documentHeaders`; built once at startup. */
export function constantHeaders(config: ServerConfig): Record<string, string> {
  const ancestors = ["'self'", ...config.frameAncestors].join(' ')
  const framed = frameOrigins(config.frames).join(' ')
  return {
    'content-security-policy': [
      "default-src 'self'",
      "script-src 'self'",
      `style-src 'self' ${styleHash}`,
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      `frame-src ${framed === '' ? "'none'" : framed}`,
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      `frame-ancestors ${ancestors}`,
      // Strings cannot become scripts by accident; `agency-support` is the policy of the console's only worker.
      "require-trusted-types-for 'script'",
      'trusted-types agency-support',
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    ...(config.publicOrigin.startsWith('https:')
      ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }
      : {}),
  }
}

/**
 * Those that a browser reads of documents and workers alone. A script, style sheet or font goes without them: half a
 * kilobyte, which each of the ten files of a screen would repeat.
 */
export const documentHeaders = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
] as const

/** For every answer except the console's files. */
export const noStore = 'no-store, private'
