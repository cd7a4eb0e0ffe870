import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Output, getTail } from './output.ts'

test('what is sent is the end of the output, whole lines of at most 8 kB', () => {
  const output = new Output()
  for (let line = 0; line < 2_000; line += 1) output.write(`Client ${line} sent`)
  expect(Buffer.byteLength(output.text)).toBeLessThanOrEqual(8_192)
  expect(output.text).toMatch(/^Client \d+ sent\n/)
  expect(output.text.endsWith('Client 1999 sent\n')).toBe(true)
})

test('a tail is an end of the text that fits and is well-formed', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.integer({ min: 4, max: 80 }),
      (text, most) => {
        const tail = getTail(text, most)
        expect(text.endsWith(tail)).toBe(true)
        expect(Buffer.byteLength(tail)).toBeLessThanOrEqual(most)
        expect(tail.isWellFormed()).toBe(true)
      },
    ),
  )
})
