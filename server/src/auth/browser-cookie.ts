import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { deriveKey } from '../derived-key.ts'
import type { KeyRing } from '../key-ring.ts'
import {
  type CookieSettings,
  dressCookie,
  readCookie,
  type SessionCookie,
  sessionCookie,
} from './session-cookie.ts'

/** A browser in which people signed in lately. */
export interface KnownBrowser {
  /** Tells browsers apart; 22 characters. */
  browserId: string
  /** Staff id to the epoch second of the last sign-in there, the latest first. */
  signedInAt: ReadonlyMap<number, number>
}

/**
 * The cookie by which a browser is known, so that nobody outside can keep its people from signing in. It opens
 * nothing: it only gives attempts from there a count of their own.
 */
export interface BrowserCookie {
  /** The browser of a Cookie header; undefined where nobody signed in within thirty days, or it was not made by us. */
  read(header: string | undefined, now: Date): KnownBrowser | undefined
  /** The Set-Cookie value after a sign-in. */
  render(known: KnownBrowser | undefined, staffId: number, now: Date): string
}

const keepSeconds = 30 * 24 * 60 * 60
/** People who share a browser and are known there; who signed in longest ago is forgotten first. */
const maxPeople = 8

const form = /^([\w-]{22})\.(\d+-\d+(?:_\d+-\d+)*)\.([\w-]{43})$/

/** Both cookies of the console. */
export function openCookies(config: CookieSettings & { secretKeys: KeyRing }): {
  cookie: SessionCookie
  browserCookie: BrowserCookie
} {
  return { cookie: sessionCookie(config), browserCookie: browserCookie(config) }
}

/** The cookie lives as the session's does, for thirty days; its digest is made under a key of its own. */
export function browserCookie(config: CookieSettings & { secretKeys: KeyRing }): BrowserCookie {
  const { name, attributes } = dressCookie(config, 'agency_support_browser')
  const keys = config.secretKeys.all.map(({ key }) => deriveKey(key, 'browser'))
  // The newest key signs, and while keys are being changed the others are still believed.
  const digests = (text: string): Buffer[] =>
    keys.map((key) => createHmac('sha256', key).update(text).digest())
  return {
    read: (header, now) => {
      const [, browserId = '', people = '', signature = ''] = form.exec(readCookie(header, name) ?? '') ?? []
      if (signature === '') return undefined
      const given = Buffer.from(signature, 'base64url')
      if (!digests(`${browserId}.${people}`).some((digest) => timingSafeEqual(given, digest)))
        return undefined
      const since = toSeconds(now) - keepSeconds
      const pairs = people.split('_').map((pair) => pair.split('-').map(Number) as [number, number])
      const signedInAt = new Map(pairs.filter(([, at]) => at > since))
      return signedInAt.size === 0 ? undefined : { browserId, signedInAt }
    },
    render: (known, staffId, now) => {
      const others = [...(known?.signedInAt ?? [])].filter(([id]) => id !== staffId)
      const people = [[staffId, toSeconds(now)], ...others].slice(0, maxPeople)
      const browserId = known?.browserId ?? randomBytes(16).toString('base64url')
      const text = `${browserId}.${people.map((pair) => pair.join('-')).join('_')}`
      return `${name}=${text}.${digests(text)[0]?.toString('base64url')}; Max-Age=${keepSeconds}; ${attributes}`
    },
  }
}

function toSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1000)
}
