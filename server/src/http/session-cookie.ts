import type { ServerConfig } from '../config.ts'

/** How the session travels; decided by the public origin alone (D-10). */
export interface SessionCookie {
  name: string
  /** The Set-Cookie value that carries a token, or that removes it. */
  render(token: string | null): string
  /** The token of a Cookie header; undefined without one, and when two carry different values. */
  read(header: string | undefined): string | undefined
}

const tokenForm = /^[A-Za-z0-9_-]{43}$/

/** `__Host-` and Secure over https; a plain name on http, which only loopback should be. */
export function sessionCookie(config: Pick<ServerConfig, 'publicOrigin' | 'cookieCrossSite'>): SessionCookie {
  const secure = config.publicOrigin.startsWith('https:')
  const name = secure ? '__Host-agency_support' : 'agency_support'
  const site = config.cookieCrossSite && secure ? 'SameSite=None; Partitioned' : 'SameSite=Strict'
  const attributes = `Path=/; HttpOnly; ${site}${secure ? '; Secure' : ''}`
  return {
    name,
    render: (token) =>
      token === null ? `${name}=; Max-Age=0; ${attributes}` : `${name}=${token}; ${attributes}`,
    read: (header) => {
      const values = new Set(cookieValues(header, name))
      const [value] = values
      return values.size === 1 && value !== undefined && tokenForm.test(value) ? value : undefined
    },
  }
}

function cookieValues(header: string | undefined, name: string): string[] {
  return (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1))
}
