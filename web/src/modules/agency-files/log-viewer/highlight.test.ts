import { maxShownLine } from '@agency-support/contract/rules/agency-files'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { highlight, isMatchCutOff } from './highlight.ts'

test.each([
  ['An Error, error!', 'error', ['An ', '*Error*', ', ', '*error*', '!']],
  ['a.b (c) [d]', '.b (c)', ['a', '*.b (c)*', ' [d]']],
  ['nothing', 'else', ['nothing']],
  ['', 'x', ['']],
  ['<b>bold</b>', '<b>', ['*<b>*', 'bold</b>']],
  ['C:\\logs', '\\', ['C:', '*\\*', 'logs']],
])('%j searched for %j is cut into %j', (line, searched, pieces) => {
  expect(highlight(line, searched).map(({ text, hit }) => (hit ? `*${text}*` : text))).toEqual(pieces)
})

test('the pieces together are the line, whatever is searched for', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (line, searched) => {
      expect(
        highlight(line, searched)
          .map(({ text }) => text)
          .join(''),
      ).toBe(line)
    }),
  )
})

test('a match is cut off where a line is cut and shows none', () => {
  const cut = `${'x'.repeat(maxShownLine)} …`
  expect(isMatchCutOff(cut, 'needle')).toBe(true)
  expect(isMatchCutOff(`needle${cut.slice(6)}`, 'Needle')).toBe(false)
  expect(isMatchCutOff('short', 'needle')).toBe(false)
  expect(isMatchCutOff(cut, '')).toBe(false)
})
