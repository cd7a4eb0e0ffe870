import { describe, expect, test } from 'vitest'
import { sessionCookie } from './session-cookie.ts'

const token = 'A'.repeat(43)
const at = (publicOrigin: string, cookieCrossSite = false): ReturnType<typeof sessionCookie> =>
  sessionCookie({ publicOrigin, cookieCrossSite })

describe('the origin people open decides how the cookie travels', () => {
  test('over https it is bound to the host, secure and strict', () => {
    expect(at('https://support.example.com').render(token)).toBe(
      `__Host-agency_support=${token}; Path=/; HttpOnly; SameSite=Strict; Secure`,
    )
  })

  test('for a back office on another site it is partitioned', () => {
    expect(at('https://support.example.com', true).render(token)).toBe(
      `__Host-agency_support=${token}; Path=/; HttpOnly; SameSite=None; Partitioned; Secure`,
    )
  })

  test('on http it has a plain name, and never crosses sites', () => {
    expect(at('http://localhost:4000', true).render(token)).toBe(
      `agency_support=${token}; Path=/; HttpOnly; SameSite=Strict`,
    )
  })

  test('it is taken back by the same name and path', () => {
    expect(at('https://support.example.com').render(null)).toBe(
      '__Host-agency_support=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict; Secure',
    )
  })
})

test.each([
  [undefined, undefined],
  ['', undefined],
  [`agency_support=${token}`, token],
  [`other=1; agency_support=${token}; more=2`, token],
  [`agency_support=${token.slice(1)}`, undefined],
  [`agency_support=${token}x`, undefined],
  [`agency_support=${'x'.repeat(4096)}`, undefined],
  ['agency_support=', undefined],
  ['agency_support=__proto__', undefined],
  [`Agency_Support=${token}`, undefined],
  [`__Host-agency_support=${token}`, undefined],
  [`agency_support=${token}; agency_support=${'B'.repeat(43)}`, undefined],
  [`agency_support=${token}; agency_support=${token}`, token],
  [`agency_support="${token}"`, undefined],
])('the cookie header %s holds the token %s', (header, expected) => {
  expect(at('http://localhost').read(header)).toBe(expected)
})
