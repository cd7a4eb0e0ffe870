import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NewUsername } from '../modules/staff.ts'
import {
  isUsername,
  longUsernameSentence,
  normaliseUsername,
  usernameSentence,
  whyNotUsername,
} from './username.ts'

const letters = 'abzéøßñαωбжאبक์あア漢한ا'
const names = fc.oneof(
  fc.emailAddress(),
  fc.string({ unit: 'binary', maxLength: 260 }),
  fc
    .array(
      fc.constantFrom(
        ...Array.from(`${letters}AZİǅﬁａ０9@@..-_+<>&"\`\u200b\u202e\u00ad\u0301\u0338\u034f\u3164`),
      ),
      {
        maxLength: 12,
      },
    )
    .map((characters) => characters.join('')),
  fc.constantFrom('', '@', 'a@b', ' A@B ', 'a b@c', `${'a'.repeat(252)}@b`, `${'a'.repeat(253)}@b`),
)

test('the form and the server refuse the same user names with the same sentence', () => {
  fc.assert(
    fc.property(names, (name) => {
      const parsed = NewUsername.safeParse(name)
      expect(whyNotUsername(name)).toBe(parsed.success ? undefined : parsed.error.issues[0]?.message)
    }),
  )
})

test('whatever is taken is kept in one form, shows all its characters and mixes no scripts in a part', () => {
  fc.assert(
    fc.property(names, (typed) => {
      fc.pre(whyNotUsername(typed) === undefined)
      const kept = NewUsername.parse(typed)
      expect(kept).toBe(normaliseUsername(kept))
      expect([kept.normalize('NFKC'), kept.toLowerCase()]).toEqual([kept, kept])
      expect(NewUsername.parse(kept)).toBe(kept)
      expect(kept).toMatch(/^[^@\s]+@[^@\s]+$/)
      expect(kept).not.toMatch(/[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}<>&"`]/u)
      for (const part of kept.split(/[@.]/)) {
        const latin = /\p{Script=Latin}/u.test(part)
        expect(latin && /(?=\p{L})[^\p{Script=Latin}]/u.test(part)).toBe(false)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('at most 254 characters, in the form of an email address', () => {
  expect(whyNotUsername(`${'a'.repeat(252)}@b`)).toBeUndefined()
  expect(whyNotUsername(`${'a'.repeat(253)}@b`)).toBe(longUsernameSentence)
  expect(whyNotUsername('')).toBe(usernameSentence)
  expect(whyNotUsername('nobody')).toBe(usernameSentence)
})

test('blanks around a user name are no part of it', () => {
  expect(normaliseUsername(' Ada@Support.test ')).toBe('ada@support.test')
  expect(isUsername(' ada@support.test ')).toBe(true)
})

test('who is there already may be called by any address of whole characters that is short enough', () => {
  expect(['<ada>@b', `${'a'.repeat(252)}@b`].map(isUsername)).toEqual([true, true])
  expect(['ada', '\ud800@b', `${'a'.repeat(253)}@b`].map(isUsername)).toEqual([false, false, false])
})

describe('a name that looks like another', () => {
  test.each([
    ['аdmin2@t.example', 'User name must not mix scripts: “а” (U+0430) is Cyrillic, “d” is Latin.'],
    ['ada@suppοrt.test', 'User name must not mix scripts: “s” is Latin, “ο” (U+03BF) is Greek.'],
    ['admin2\u200b@t.example', 'User name must not contain the invisible character U+200B.'],
    ['root\u202e@t.example', 'User name must not contain the invisible character U+202E.'],
    ['ro\u00adot@t.example', 'User name must not contain the invisible character U+00AD.'],
    ['ro\u034fot@t.example', 'User name must not contain the invisible character U+034F.'],
    ['ro\u3164ot@t.example', 'User name must not contain the invisible character U+1160.'],
    ['ro\u0007ot@t.example', 'User name must not contain the invisible character U+0007.'],
    ['<img/src=x>@x', 'User name must not contain “<”.'],
    ['a&b@x', 'User name must not contain “&”.'],
    ['"a"@x', 'User name must not contain “"”.'],
    ['a@\u0338x', 'User name must not contain the mark U+0338.'],
    ['a⁎@x', 'User name must not contain “⁎” (U+204E).'],
    ['1٤@x', 'User name must not contain “٤” (U+0664).'],
  ])('%j is refused: %s', (name, sentence) => {
    expect(whyNotUsername(name)).toBe(sentence)
  })

  test.each([
    ['ＡＤＡ@support.test', 'ada@support.test'],
    ['ﬁona@support.test', 'fiona@support.test'],
    ['Jose\u0301@support.test', 'josé@support.test'],
  ])('%j is kept as %j', (typed, kept) => {
    expect(NewUsername.parse(typed)).toBe(kept)
  })

  test.each([
    "mary.o'neil+support@sub.example.com",
    'j_doe-2@support.test',
    'пётр@почта.test',
    'さくら子@例え.test',
    'अमित@support.test',
  ])('%j may be a user name', (name) => {
    expect(whyNotUsername(name)).toBeUndefined()
  })
})
