import { expect, test } from 'vitest'
import { whyNotPassword } from './policy.ts'

const person = { username: 'ann.lee@support.test', secondFactor: false }
const withFactor = { ...person, secondFactor: true }

test('fifteen characters without a second factor, eight with one, counted in code points', () => {
  expect(whyNotPassword('tHn4 bkw9 vq_z', person)).toBe('tooShort')
  expect(whyNotPassword('tHn4 bkw9 vq_zr', person)).toBeUndefined()
  expect(whyNotPassword('tHn4bkw', withFactor)).toBe('tooShortWithFactor')
  expect(whyNotPassword('tHn4bkw9', withFactor)).toBeUndefined()
  expect(whyNotPassword('😀🦊🌲🚲🎈🧩🛶', withFactor)).toBe('tooShortWithFactor')
  expect(whyNotPassword('😀🦊🌲🚲🎈🧩🛶🪁', withFactor)).toBeUndefined()
})

test('at most 256 characters, of any kind', () => {
  const long = Array.from({ length: 256 }, (_, at) => String.fromCodePoint(0x4e00 + at * 7)).join('')
  expect(whyNotPassword(long, person)).toBeUndefined()
  expect(whyNotPassword(`${long}x`, person)).toBe('tooLong')
})

test('not the user name, in any case or with blanks around', () => {
  expect(whyNotPassword(' Ann.Lee@Support.TEST ', person)).toBe('isUsername')
  expect(
    whyNotPassword('annabel.lee-wong', { username: 'annabel.lee-wong@x.test', secondFactor: false }),
  ).toBe('isUsername')
})

test.each([
  ['a listed password', 'iloveyouforever'],
  ['with digits and signs around it', '!!Password123!!!'],
  ['with look-alike signs', 'P@55w0rd!!!2026'],
  ['words of the product', 'Agency-Support-2026'],
  ['words of the product put together', 'MyInsuranceStaffPassword'],
  ['one character', 'zzzzzzzzzzzzzzzzz'],
  ['a short piece repeated', 'k7!qk7!qk7!qk7!q'],
  ['a piece repeated and cut off', 'xk3v9pxk3v9pxk3v'],
  ['a walk on the keyboard', 'qwertyuiopasdfgh'],
  ['the alphabet and the digits', 'abcdefghijk12345'],
  ['backwards', '0987654321lkjhgf'],
])('too common: %s', (_what, password) => {
  expect(whyNotPassword(password, person)).toBe('tooCommon')
})

test.each([
  'sandbox-only-password',
  'three green boats at dawn',
  'Zq8#pV2!mR6@tK1$',
  'über-Straße nach Łódź',
])('taken: %s', (password) => {
  expect(whyNotPassword(password, person)).toBeUndefined()
})
