import type { FastifyRequest } from 'fastify'

const redirected = 'agency_support_redirected'

/**
 * Headers that lead a page opened under another name to the origin where one can sign in; undefined when it is there.
 * The port is left alone: one that is forwarded from another machine is not to be had there.
 */
export function misdirected(
  { headers, url }: Pick<FastifyRequest, 'headers' | 'url'>,
  publicOrigin: string,
): Record<string, string> | undefined {
  // A proxy may put a name of its own into Host, and the browser's here.
  const host = headers['x-forwarded-host']?.toString().split(',')[0]?.trim() ?? headers.host ?? ''
  const opened = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : undefined
  if (opened === undefined || opened === new URL(publicOrigin).hostname) return undefined
  // One that puts its own there and the browser's nowhere would otherwise send people round in circles.
  if (headers.cookie?.includes(`${redirected}=`) === true || !url.startsWith('/')) return undefined
  return {
    location: `${publicOrigin}${url}`,
    'set-cookie': `${redirected}=1; Max-Age=10; Path=/; HttpOnly; SameSite=Lax`,
  }
}
