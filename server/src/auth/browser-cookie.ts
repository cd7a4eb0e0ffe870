import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { daySeconds, toEpochSeconds } from '../lib/clock.ts'
import { deriveKey } from '../lib/derived-key.ts'
import type { KeyRing } from '../settings/key-ring.ts'
import {
  type CookieSettings,
  toCookieNameAndAttributes,
  readCookie,
  type SessionCookie,
  sessionCookie,
} from './session-cookie.ts'

/** A browser in which somebody signed in within the last thirty days. */
export interface KnownBrowser {
  /** Random id of 22 characters. */
  browserId: string
  /** Staff id to the epoch second of the last sign-in in this browser, the latest first. */
  signedInAt: ReadonlyMap<number, number>
}

/**
 * The cookie that marks a known browser, so that an outsider cannot lock out its people. It grants no access: sign-in
 * attempts from it are only counted separately.
 */
export interface BrowserCookie {
  /** The browser of a Cookie header; undefined if nobody signed in within thirty days, or the signature is not ours. */
  read(header: string | undefined, now: Date): KnownBrowser | undefined
  /** The Set-Cookie value after a sign-in. */
  render(known: KnownBrowser | undefined, staffId: number, now: Date): string
}

const keepSeconds = 30 * daySeconds
/** The most people a cookie remembers; the one who signed in longest ago is dropped first. */
const maxPeople = 8

const form = /^([\w-]{22})\.(\d+-\d+(?:_\d+-\d+)*)\.([\w-]{43})$/

/** Opens the session cookie and the browser cookie. */
export function openCookies(config: CookieSettings & { secretKeys: KeyRing }): {
  cookie: SessionCookie
  browserCookie: BrowserCookie
} {
  return { cookie: sessionCookie(config), browserCookie: browserCookie(config) }
}

/** Has the attributes of the session cookie, lives thirty days, and is signed with a separate derived key. */
export function browserCookie(config: CookieSettings & { secretKeys: KeyRing }): BrowserCookie {
  const { name, attributes } = toCookieNameAndAttributes(config, 'agency_support_browser')
  const keys = config.secretKeys.all.map(({ key }) => deriveKey(key, 'browser'))
  // The newest key signs; during a key change the others still verify.
  const digests = (text: string): Buffer[] =>
    keys.map((key) => createHmac('sha256', key).update(text).digest())
  return {
    read: (header, now) => {
      const [, browserId = '', people = '', signature = ''] = form.exec(readCookie(header, name) ?? '') ?? []
      if (signature === '') return undefined
      const given = Buffer.from(signature, 'base64url')
      if (!digests(`${browserId}.${people}`).some((digest) => timingSafeEqual(given, digest)))
        return undefined
      const since = toEpochSeconds(now) - keepSeconds
      const pairs = people.split('_').map((pair) => pair.split('-').map(Number) as [number, number])
      const signedInAt = new Map(pairs.filter(([, at]) => at > since))
      return signedInAt.size === 0 ? undefined : { browserId, signedInAt }
    },
    render: (known, staffId, now) => {
      const others = [...(known?.signedInAt ?? [])].filter(([id]) => id !== staffId)
      const people = [[staffId, toEpochSeconds(now)], ...others].slice(0, maxPeople)
      const browserId = known?.browserId ?? randomBytes(16).toString('base64url')
      const text = `${browserId}.${people.map((pair) => pair.join('-')).join('_')}`
      return `${name}=${text}.${digests(text)[0]?.toString('base64url')}; Max-Age=${keepSeconds}; ${attributes}`
    },
  }
}
