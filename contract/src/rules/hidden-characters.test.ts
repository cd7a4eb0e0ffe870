import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasHiddenCharacters, showHiddenCharacters } from './hidden-characters.ts'

test.each([
  ['\u202egol.rorre', '[U+202E]gol.rorre'],
  ['ad\u200bmin', 'ad[U+200B]min'],
  ['a\u2066b\u2069', 'a[U+2066]b[U+2069]'],
  ['\ufeffa\u00ad', '[U+FEFF]a[U+00AD]'],
  ['a\u0000b\u001b[31m', 'a[U+0000]b[U+001B][31m'],
  ['\u{e0041}', '[U+E0041]'],
])('%j is shown as %s', (text, shown) => {
  expect(showHiddenCharacters(text)).toBe(shown)
  expect(hasHiddenCharacters(text)).toBe(true)
})

test.each(['plain', 'Renée 久美子 שלום', 'one\ttwo\nthree\r\n', ''])('%j stays as it is', (text) => {
  expect(showHiddenCharacters(text)).toBe(text)
})

test('nothing hidden is left, and what can be seen stays in its order', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const shown = showHiddenCharacters(text)
      expect(hasHiddenCharacters(shown.replace(/[\t\n\r]/g, ''))).toBe(false)
      if (!text.includes('[')) {
        expect(shown.replace(/\[U\+[0-9A-F]+\]/g, '')).toBe(text.replace(/(?![\t\n\r])[\p{Cf}\p{Cc}]/gu, ''))
      }
    }),
  )
})
