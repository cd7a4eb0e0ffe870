import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvCell, csvLine, withoutCommas } from './csv.ts'

test.each([
  ['=HYPERLINK("http://e","x")', `"'=HYPERLINK(""http://e"",""x"")"`],
  ['+1+1', "'+1+1"],
  ['-2+3', "'-2+3"],
  ['@SUM(1)', "'@SUM(1)"],
  ['\t=1', "'\t=1"],
  ['\0=1', "'\0=1"],
  [' =1+1', "' =1+1"],
  ['a"b', '"a""b"'],
  ['two\nlines', '"two\nlines"'],
  ['-3', '-3'],
  ['+15551234567', '+15551234567'],
  [-3, '-3'],
  [null, ''],
  [true, 'true'],
  ['Smith & Sons', 'Smith & Sons'],
])('%j is written %j', (value, cell) => {
  expect(csvCell(value)).toBe(cell)
})

test('a name loses its commas before anything else is judged', () => {
  expect(csvCell(withoutCommas('Smith, Jones'))).toBe('Smith  Jones')
  expect(csvCell(withoutCommas(',=1+1'))).toBe("' =1+1")
})

test('a line ends with CRLF', () => {
  expect(csvLine(['a', 1, null])).toBe('a,1,\r\n')
})

test('whatever the text, a reader of RFC 4180 gets it back, apostrophe aside, and no cell begins a formula', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const cell = csvCell(text)
      const read = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
      expect([text, `'${text}`]).toContain(read)
      if (read === text && !/^[+-]?\d+(\.\d+)?$/.test(text)) expect(/^[=+\-@]/.test(read.trim())).toBe(false)
    }),
  )
})
