import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findUnseen } from './characters.ts'
import { hasHiddenCharacters, showHiddenCharacters } from './hidden-characters.ts'

test.each([
  ['\u202egol.rorre', '[U+202E]gol.rorre'],
  ['ad\u200bmin', 'ad[U+200B]min'],
  ['a\u2066b\u2069', 'a[U+2066]b[U+2069]'],
  ['\ufeffa\u00ad', '[U+FEFF]a[U+00AD]'],
  ['a\u0000b\u001b[31m', 'a[U+0000]b[U+001B][31m'],
  ['\u{e0041}', '[U+E0041]'],
])('%j is shown as %s, and refused in a line', (text, shown) => {
  expect(showHiddenCharacters(text)).toBe(shown)
  expect(hasHiddenCharacters(text)).toBe(true)
})

test.each([
  ['Smith\u3164Insurance', 'Smith[U+3164]Insurance'],
  ['\u115f\u1160\uffa0', '[U+115F][U+1160][U+FFA0]'],
  ['a\u2800', 'a[U+2800]'],
  ['a\u034fb\ufe0f', 'a[U+034F]b[U+FE0F]'],
  ['one\u2028two', 'one[U+2028]two'],
  ['\ue000\u0378\ud800', '[U+E000][U+0378][U+D800]'],
])('%j, which has no look of its own, is shown as %s', (text, shown) => {
  expect(showHiddenCharacters(text)).toBe(shown)
})

test('a sign that U+FE0F makes coloured keeps it, one that looks the same with it does not', () => {
  for (const text of ['\u2764\ufe0f', '\u26a0\ufe0f Maintenance', '\u00a9\ufe0f'])
    expect(showHiddenCharacters(text)).toBe(text)
  expect(showHiddenCharacters('\u{1f600}\ufe0f 7\ufe0f')).toBe('\u{1f600}[U+FE0F] 7[U+FE0F]')
})

test.each(['plain', 'Renée 久美子 שלום', 'one\ttwo\nthree\r\n', ''])('%j stays as it is', (text) => {
  expect(showHiddenCharacters(text)).toBe(text)
})

test('nothing unseen is left, and what can be seen stays in its order', () => {
  // Without U+FE0F, of which the test above says where it can be seen.
  const texts = fc.string({ unit: 'binary' }).filter((text) => !/[\ufe0f[]/.test(text))
  fc.assert(
    fc.property(texts, (text) => {
      const shown = showHiddenCharacters(text)
      expect(findUnseen(shown.replace(/[\t\n\r]/g, ''))).toBeUndefined()
      const seen = Array.from(text).filter((one) => /[\t\n\r]/.test(one) || findUnseen(one) === undefined)
      expect(shown.replace(/\[U\+[0-9A-F]+\]/g, '')).toBe(seen.join(''))
    }),
  )
})
