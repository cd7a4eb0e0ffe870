import type { ServerConfig } from '../settings/config.ts'

/** The session cookie; its attributes follow from the public origin (D-10). */
export interface SessionCookie {
  name: string
  /** The Set-Cookie value that sets a token, or deletes the cookie for null. */
  render(token: string | null): string
  /** The token of a Cookie header; undefined without one, or if there are two with different values. */
  read(header: string | undefined): string | undefined
}

const tokenForm = /^[A-Za-z0-9_-]{43}$/

/** `__Host-` and Secure over https; a plain name over http, which should only be used on loopback. */
export function sessionCookie(config: CookieSettings): SessionCookie {
  const { name, attributes } = toCookieNameAndAttributes(config, 'agency_support')
  return {
    name,
    render: (token) =>
      token === null ? `${name}=; Max-Age=0; ${attributes}` : `${name}=${token}; ${attributes}`,
    read: (header) => {
      const value = readCookie(header, name)
      return value !== undefined && tokenForm.test(value) ? value : undefined
    },
  }
}

/** The settings that determine a cookie's attributes. */
export type CookieSettings = Pick<ServerConfig, 'publicOrigin' | 'cookieCrossSite'>

/** The full name and the attributes of one of our cookies. */
export function toCookieNameAndAttributes(
  config: CookieSettings,
  base: string,
): { name: string; attributes: string } {
  const secure = config.publicOrigin.startsWith('https:')
  const site = config.cookieCrossSite && secure ? 'SameSite=None; Partitioned' : 'SameSite=Strict'
  return {
    name: secure ? `__Host-${base}` : base,
    attributes: `Path=/; HttpOnly; ${site}${secure ? '; Secure' : ''}`,
  }
}

/** The value of a cookie; undefined without one, or if there are two with different values. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  const values = new Set(
    (header ?? '')
      .split(';')
      .map((part) => part.trim())
      .filter((part) => part.startsWith(`${name}=`))
      .map((part) => part.slice(name.length + 1)),
  )
  const [value] = values
  return values.size === 1 ? value : undefined
}
