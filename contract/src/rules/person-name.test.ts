import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fullName, normalisePersonName, personNameSentence, whyNotPersonName } from './person-name.ts'

test.each([
  ['Ａda', 'Ada'],
  [' Rene\u0301e ', 'Renée'],
])('%j is kept as %j', (typed, kept) => {
  expect([whyNotPersonName(typed), normalisePersonName(typed)]).toEqual([undefined, kept])
})

test.each([
  '',
  'Mary-Ann',
  'O’Neil',
  "D'Angelo",
  'Kaʻiulani',
  'Jr. 3rd',
  'Пётр Smith',
  '久美子',
  'すみ子',
  'x'.repeat(100),
])('%j may be a name', (name) => {
  expect(whyNotPersonName(name)).toBeUndefined()
})

test.each([
  ['Jаne', 'Names must not mix scripts in a word: “J” is Latin, “а” (U+0430) is Cyrillic.'],
  ['Jane\u202e', 'Names must not contain the invisible character U+202E.'],
  ['<b>Jane', 'Names must not contain “<”.'],
  ['Ja\tne', personNameSentence],
  ['x'.repeat(101), personNameSentence],
  ['\ud800', personNameSentence],
])('%j is refused: %s', (name, sentence) => {
  expect(whyNotPersonName(name)).toBe(sentence)
})

test('a name that is refused whole is reported by its bound', () => {
  expect(personNameSentence).toBe('Names must be at most 100 characters, without control characters.')
})

test('whatever is taken stays as it is when it is taken again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (typed) => {
      fc.pre(whyNotPersonName(typed) === undefined)
      const kept = normalisePersonName(typed)
      expect([whyNotPersonName(kept), normalisePersonName(kept)]).toEqual([undefined, kept])
      expect(kept).not.toMatch(/[\p{Cc}\p{Cf}<>&"`]/u)
    }),
  )
})

test('a user is called by first and last name, or else by the username', () => {
  const user = { firstName: 'Ann', lastName: 'Brown', username: 'ABC' }
  expect(fullName(user)).toBe('Ann Brown')
  expect(fullName({ ...user, firstName: '' })).toBe('Brown')
  expect(fullName({ ...user, firstName: '', lastName: ' ' })).toBe('ABC')
})
