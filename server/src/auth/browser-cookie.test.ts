import { expect, test } from 'vitest'
import { plusSeconds } from '../lib/clock.ts'
import { KeyRing } from '../settings/key-ring.ts'
import { browserCookie } from './browser-cookie.ts'

const now = new Date('2026-11-21T08:00:00Z')
const day = 24 * 60 * 60
const secretKey = Buffer.alloc(32, 1)
const at = (publicOrigin: string, ...keys: readonly Buffer[]) =>
  browserCookie({
    publicOrigin,
    cookieCrossSite: false,
    secretKeys: new KeyRing('SECRET_KEY', keys.length === 0 ? [secretKey] : keys),
  })
const cookie = at('http://localhost')
/** The Cookie header that a browser sends after this Set-Cookie value. */
const sent = (set: string): string => set.split(';')[0] ?? ''

test('it travels as the session’s cookie does, and stays for thirty days', () => {
  const value = String.raw`[\w-]{22}\.7-\d+\.[\w-]{43}`
  expect(at('https://support.example.com').render(undefined, 7, now)).toMatch(
    new RegExp(
      `^__Host-agency_support_browser=${value}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Strict; Secure$`,
    ),
  )
  expect(cookie.render(undefined, 7, now)).toMatch(
    new RegExp(`^agency_support_browser=${value}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Strict$`),
  )
})

test('it knows who signed in there, each for thirty days from the last time', () => {
  const first = cookie.read(sent(cookie.render(undefined, 7, now)), now)
  const later = plusSeconds(now, 20 * day)
  const both = sent(cookie.render(first, 8, later))
  expect(cookie.read(both, later)?.signedInAt).toEqual(
    new Map([
      [8, later.getTime() / 1000],
      [7, now.getTime() / 1000],
    ]),
  )
  expect([...(cookie.read(both, plusSeconds(now, 30 * day))?.signedInAt.keys() ?? [])]).toEqual([8])
  expect(cookie.read(both, plusSeconds(later, 30 * day))).toBeUndefined()
  expect(cookie.read(both, later)?.browserId).toBe(first?.browserId)
})

test('two browsers have different ids; of many people the last eight are known', () => {
  const other = cookie.read(sent(cookie.render(undefined, 7, now)), now)
  let known = cookie.read(sent(cookie.render(undefined, 7, now)), now)
  expect(known?.browserId).not.toBe(other?.browserId)
  for (let id = 1; id <= 12; id += 1) known = cookie.read(sent(cookie.render(known, id, now)), now)
  expect([...(known?.signedInAt.keys() ?? [])]).toEqual([12, 11, 10, 9, 8, 7, 6, 5])
  // Whoever signs in again takes no place of the others.
  for (let time = 0; time < 8; time += 1) known = cookie.read(sent(cookie.render(known, 5, now)), now)
  expect([...(known?.signedInAt.keys() ?? [])]).toEqual([5, 12, 11, 10, 9, 8, 7, 6])
})

test('however many people sign in there, it stays below the 4 kB that a browser keeps', () => {
  let known = cookie.read(sent(cookie.render(undefined, 1, now)), now)
  for (let id = 1; id <= 400; id += 1) known = cookie.read(sent(cookie.render(known, 2 ** 31 - id, now)), now)
  expect(sent(cookie.render(known, 1, now)).length).toBeLessThan(4096)
})

test('while the key is changed a cookie under either is known, and the newest signs', () => {
  const newest = Buffer.alloc(32, 3)
  const changing = at('http://localhost', newest, secretKey)
  expect(changing.read(sent(cookie.render(undefined, 7, now)), now)?.signedInAt.has(7)).toBe(true)
  const signed = sent(changing.render(undefined, 7, now))
  for (const one of [changing, at('http://localhost', newest)])
    expect(one.read(signed, now)?.signedInAt.has(7)).toBe(true)
})

const whole = sent(cookie.render(undefined, 7, now))
test.each([
  ['another person', whole.replace('.7-', '.8-')],
  ['a later time', whole.replace(/-(\d+)\./, (_all, seconds: string) => `-${Number(seconds) + 1}.`)],
  ['another browser', whole.replace(/=.{22}/, `=${'A'.repeat(22)}`)],
  ['no signature', whole.replace(/\.[^.]+$/, '')],
  ['a longer signature', `${whole}A`],
  [
    'a signature under another key',
    sent(at('http://localhost', Buffer.alloc(32, 2)).render(undefined, 7, now)),
  ],
  ['nothing', 'agency_support_browser='],
  ['rubbish', 'agency_support_browser=__proto__'],
  ['another one beside it', `${whole}; ${sent(cookie.render(undefined, 7, now))}`],
])('with %s it is nobody’s', (_what, header) => {
  expect(cookie.read(whole, now)?.signedInAt.has(7)).toBe(true)
  expect(cookie.read(header, now)).toBeUndefined()
})
