import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isUtf8Text,
  lineNear,
  pageLines,
  pageOfLine,
  pagesBetween,
  partAt,
  partCount,
  partLines,
  partOfLine,
} from './log-windows.ts'

const total = fc.integer({ min: 1, max: 10_000_000 })

test('every line lies in exactly one part and one page', () => {
  fc.assert(
    fc.property(total, fc.double({ min: 0, max: 1, noNaN: true }), (lines, share) => {
      const line = 1 + Math.floor(share * (lines - 1))
      const { first, lines: held } = partAt(partOfLine(line), lines)
      expect(line).toBeGreaterThanOrEqual(first)
      expect(line).toBeLessThan(first + held)
      const page = pageOfLine(line)
      expect(line).toBeGreaterThanOrEqual(page)
      expect(line).toBeLessThan(page + pageLines)
      expect((page - 1) % pageLines).toBe(0)
    }),
  )
})

test('the parts hold all lines', () => {
  fc.assert(
    fc.property(total, (lines) => {
      const parts = Array.from({ length: partCount(lines) }, (_, index) => partAt(index, lines).lines)
      expect(parts.reduce((sum, held) => sum + held, 0)).toBe(lines)
    }),
  )
})

test('an empty log has one part without lines, and a part past the end is the last one', () => {
  expect(partCount(0)).toBe(1)
  expect(partAt(0, 0)).toEqual({ index: 0, first: 1, lines: 0 })
  expect(partAt(9, partLines + 5)).toEqual({ index: 1, first: partLines + 1, lines: 5 })
  expect(partAt(-1, 10)).toEqual({ index: 0, first: 1, lines: 10 })
})

test('a line that the log does not have is the nearest that it has', () => {
  expect([0, 1, 7, 10, 11, 9_999_999_999].map((line) => lineNear(line, 10))).toEqual([1, 1, 7, 10, 10, 10])
})

test('the pages between two lines are asked for, and no others', () => {
  expect(pagesBetween(1, 1)).toEqual([1])
  expect(pagesBetween(499, 502)).toEqual([1, 501])
  expect(pagesBetween(501, 500)).toEqual([])
})

const readAsUtf8 = (text: string, encoding: BufferEncoding): string[] =>
  Buffer.from(text, encoding).toString('utf8').split('\n')

test.each([
  ['utf8', '日本 Größe 😀\n', true],
  ['latin1', 'all ascii\n', true],
  ['latin1', 'first\nGröße\n', false],
  ['utf16le', 'first\n', false],
  ['utf16le', '\ufeff日本\n', false],
] as const)('a log written as %s: %j', (encoding, text, isText) => {
  expect(isUtf8Text(readAsUtf8(text, encoding))).toBe(isText)
})

test('a log without lines is text', () => {
  expect(isUtf8Text([])).toBe(true)
})
