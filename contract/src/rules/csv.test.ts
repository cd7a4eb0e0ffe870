import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvCell, csvLine, withoutCommas } from './csv.ts'

test.each([
  ['=HYPERLINK("http://e","x")', `"'=HYPERLINK(""http://e"",""x"")"`],
  ['+1+1', "'+1+1"],
  ['-2+3', "'-2+3"],
  ['@SUM(1)', "'@SUM(1)"],
  ['\t=1', "'\t'=1"],
  ['\tx', "'\tx"],
  ['\0=1', "'\0=1"],
  [' =1+1', "' =1+1"],
  [';=1+1', ";'=1+1"],
  ['a; @SUM(1)', "a;' @SUM(1)"],
  ['a\t+1+1', "a\t'+1+1"],
  ['a\n=1+1', '"a\n\'=1+1"'],
  ['a;-3', 'a;-3'],
  ['a=b;c+d', 'a=b;c+d'],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－2+3', "'－2+3"],
  ['＠SUM(1)', "'＠SUM(1)"],
  ['\u200b=1', "'\u200b=1"],
  ['\u00ad=1', "'\u00ad=1"],
  ['\u202e\ufeff=1', "'\u202e\ufeff=1"],
  ['\u3164=1', "'\u3164=1"],
  [';\u200b＝1', ";'\u200b＝1"],
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

test('whatever the text, a reader of RFC 4180 gets it back, apostrophes aside, and no cell begins a formula', () => {
  const unit = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 3 }),
    fc.constantFrom('=', '-', '＝', ';', '\t', '\n', '\u200b'),
  )
  const text = fc.array(unit, { maxLength: 8 }).map((parts) => parts.join(''))
  const bare = (one: string): string => one.replaceAll("'", '')
  fc.assert(
    fc.property(text, (given) => {
      const cell = csvCell(given)
      const read = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
      expect(bare(read)).toBe(bare(given))
      const cells = [read, ...read.split(/[;\t\r\n]/)].filter((one) => !/^[+-]?\d+(\.\d+)?$/.test(one))
      const begun = cells.filter((one) => /^[=+\-@＝＋－＠]/.test(one.replaceAll('\u200b', '').trim()))
      expect(begun).toEqual([])
    }),
  )
})

test('text that is taken for harmless comes out as the rules for all text write it', () => {
  const unit = fc.oneof(
    fc.constantFrom(...Array.from("aZ09 .&-+=@/('"), ...Array.from(',;"\t\r\n\0')),
    fc.string({ unit: 'grapheme', maxLength: 1 }),
  )
  const text = fc.array(unit, { maxLength: 6 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(fc.constantFrom('a', 'Z', '0'), text, (first, rest) => {
      const given = first + rest
      // A trailing line break makes the slow path run; the result may differ only in the quotes.
      const whole = csvCell(`${given}\n`).slice(1, -2).replaceAll('""', '"')
      const cell = csvCell(given)
      expect(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell).toBe(whole)
      expect(cell.startsWith('"')).toBe(/[",\r\n]/.test(cell))
    }),
    { numRuns: 2_000 },
  )
})
