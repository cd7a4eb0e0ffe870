import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CsvColumn, csvLinesWriter, csvPieces, fileName, fileStamp, namedFile } from './csv-file.ts'

const text: CsvColumn = { header: 'Text', field: 'value', as: 'plain' }
const name: CsvColumn = { header: 'Name', field: 'value', as: 'name' }

/** The only cell of a file with one column and one row. */
function cell(column: CsvColumn, value: unknown): string {
  const file = [...csvPieces([column], [{ value }])].join('')
  return file.slice(file.indexOf('\r\n') + 2, -2)
}

test('a formula does not run: text that begins one gets an apostrophe (J01, J02)', () => {
  expect(cell(text, '=HYPERLINK("http://e","x")')).toBe(`"'=HYPERLINK(""http://e"",""x"")"`)
  expect(cell(name, '=HYPERLINK("http://e","x")')).toBe(`"'=HYPERLINK(""http://e"" ""x"")"`)
  for (const start of ['=', '+', '-', '@', '\t', '\0=']) expect(cell(text, `${start}x`)).toBe(`'${start}x`)
  expect(cell(text, '\t=x')).toBe("'\t'=x")
  expect(cell(text, '\r=1')).toBe(`"'\r'=1"`)
  expect(cell(text, '+1+1')).toBe("'+1+1")
  expect(cell(text, '-2+3')).toBe("'-2+3")
  expect(cell(text, '@SUM(1)')).toBe("'@SUM(1)")
})

test('commas in names become blanks; other text is quoted (J03)', () => {
  expect(cell(name, 'Smith, Jones')).toBe('Smith  Jones')
  expect(cell(text, 'Smith, Jones')).toBe('"Smith, Jones"')
})

test('quotes and line breaks are quoted by RFC 4180 (J04)', () => {
  expect(cell(text, 'a"b')).toBe('"a""b"')
  expect(cell(text, 'a\r\nb')).toBe('"a\r\nb"')
  expect(cell(name, 'a\nb')).toBe('"a\nb"')
})

test('numbers and phone numbers stay bare (J05)', () => {
  expect(cell({ header: 'N', field: 'value', as: 'plain' }, -3)).toBe('-3')
  expect(cell(text, '-3.2x')).toBe("'-3.2x")
  for (const plain of ['-3', '-3.25', '+15551234567', '3.50', '00006938'])
    expect(cell(text, plain)).toBe(plain)
})

test('a formula behind a comma or a blank is found as well (J06)', () => {
  expect(cell(name, ',=1+1')).toBe("' =1+1")
  expect(cell(text, '  @x')).toBe("'  @x")
  expect(cell(text, '\n=1')).toBe(`"'\n'=1"`)
})

test('what begins like no formula is left alone', () => {
  for (const plain of ["O'Brien", 'a=b', 'x-ray', '東京', '']) expect(cell(text, plain)).toBe(plain)
  expect(cell(text, null)).toBe('')
})

test('a file starts with a byte-order mark, has CRLF and its header even without rows (J07, J09)', () => {
  const columns = [text, { ...name, header: 'Other' }]
  expect([...csvPieces(columns, [])].join('')).toBe('\uFEFFText,Other\r\n')
  expect([...csvPieces(columns, [{ value: 'a' }])].join('')).toBe('\uFEFFText,Other\r\na,a\r\n')
})

test('a file of 100,000 rows holds every row once, in order (J08)', () => {
  const rows = Array.from({ length: 100_000 }, (_, at) => ({ value: `row ${at}` }))
  const [, ...lines] = [...csvPieces([text], rows)].join('').split('\r\n')
  expect(lines.pop()).toBe('')
  expect(lines).toEqual(rows.map(({ value }) => value))
})

test('numbers that stand for words, marks, padded ids and missing instants', () => {
  const words: CsvColumn = {
    header: 'W',
    field: 'value',
    as: 'word',
    words: { 0: 'Local Install' },
    otherwise: 'Opus',
  }
  expect([0, 7].map((value) => cell(words, value))).toEqual(['Local Install', 'Opus'])
  const mark: CsvColumn = { header: 'M', field: 'value', as: 'mark', when: 4 }
  expect([4, 2].map((value) => cell(mark, value))).toEqual(['X', ''])
  expect(cell({ header: 'P', field: 'value', as: 'padded', digits: 8 }, 6938)).toBe('00006938')
  const instant: CsvColumn = { header: 'I', field: 'value', as: 'instant', format: 'MM/DD/YYYY h:mm:ss a' }
  expect([null, undefined, ''].map((value) => cell(instant, value))).toEqual(['', '', ''])
})

test('signs that a file system refuses become _ (J07)', () => {
  expect(fileName('a/b:c*"x"?<y>|\\z\n.csv')).toBe('a_b_c__x___y___z_.csv')
  expect(fileName('Product 1 (new).csv')).toBe('Product 1 (new).csv')
})

test('the name of a file cannot look like another one: invisible characters become _ as well', () => {
  expect(namedFile('Rate\u202excod', '.csv')).toBe('Rate_xcod.csv')
  expect(fileName('Pro\u200b.csv')).toBe('Pro_.csv')
  expect(fileName('\u3164\u2028.csv')).toBe('__.csv')
})

test('[MKT-87] in the name of a file blanks become _, then what a file system refuses', () => {
  expect(namedFile('Rate: Pro\u00a0 2/3', '.csv')).toBe('Rate__Pro__2_3.csv')
})

test('[EXPORT-02] a name loses its commas, each for a blank', () => {
  expect(cell(name, 'Smith, Inc')).toBe('Smith  Inc')
})

test('a flag is one word or another, and what is no flag is the second', () => {
  const flag: CsvColumn = { header: 'F', field: 'value', as: 'flag', yes: 'true', no: 'false' }
  expect([true, false, null].map((value) => cell(flag, value))).toEqual(['true', 'false', 'false'])
})

test('[MKT-85] instants are written in the zone that is named, the repeated hour of autumn twice', () => {
  const columns: CsvColumn[] = [
    { header: 'I', field: 'value', as: 'instant', format: 'MM/DD/YYYY h:mm:ss a' },
  ]
  const rows = ['2026-11-01T06:30:00.000Z', '2026-11-01T07:30:00.000Z', '2026-03-08T08:00:00.000Z', null]
  expect(
    [
      ...csvPieces(
        columns,
        rows.map((value) => ({ value })),
        'America/Chicago',
      ),
    ].join(''),
  ).toBe('\uFEFFI\r\n11/01/2026 1:30:00 am\r\n11/01/2026 1:30:00 am\r\n03/08/2026 3:00:00 am\r\n\r\n')
})

test('lines that are made of lists are those of the rows, instants as seconds or as text', () => {
  const format = 'MM/DD/YYYY h:mm:ss a'
  const columns: CsvColumn[] = [
    { header: 'P', field: 'id', as: 'padded', digits: 8 },
    { header: 'T', field: 'text', as: 'plain' },
    { header: 'N', field: 'text', as: 'name' },
    { header: 'I', field: 'at', as: 'instant', format },
    { header: 'M', field: 'id', as: 'mark', when: 1 },
    { header: 'F', field: 'flag', as: 'flag', yes: 'Yes, "all"', no: '=No' },
    { header: 'W', field: 'id', as: 'word', words: { 0: 'a,b', 1: '+c' }, otherwise: '@d' },
    { header: 'G', field: 'gone', as: 'plain' },
  ]
  const row = fc.record({
    id: fc.integer({ min: 0, max: 3 }),
    text: fc.oneof(fc.string(), fc.constantFrom('=1', 'a,b', '"x"', 'é', 'a;=1', '\t-x')),
    at: fc.option(fc.integer({ min: -3_000_000_000, max: 3_000_000_000 })),
    flag: fc.boolean(),
  })
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 8 }),
      fc.constantFrom('America/Chicago', undefined),
      (rows, zone) => {
        const toIso = (at: number | null): string | null =>
          at === null ? null : new Date(at * 1_000).toISOString()
        const [, ...lines] = csvPieces(
          columns,
          rows.map((one) => ({ ...one, at: toIso(one.at) })),
          zone,
        )
        const lists = Object.fromEntries(
          (['id', 'text', 'at', 'flag'] as const).map((field) => [field, rows.map((one) => one[field])]),
        )
        const write = csvLinesWriter(columns, zone)
        const half = Math.floor(rows.length / 2)
        expect(write(lists, 0, half) + write(lists, half, rows.length)).toBe(lines.join(''))
      },
    ),
  )
  const [, line] = csvPieces(columns, [{ id: 1, text: '=1,2', at: 0, flag: true }], 'UTC')
  expect(line).toBe(`00000001,"'=1,2",'=1 2,01/01/1970 12:00:00 am,X,"Yes, ""all""",'+c,\r\n`)
})

test('the stamp of a file is local time without signs', () => {
  expect(fileStamp(new Date(2026, 0, 5, 7, 3, 59))).toBe('202601050703')
})
