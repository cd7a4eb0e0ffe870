import fc from 'fast-check'
import { expect, test } from 'vitest'
import { highlight } from './highlight.ts'

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
