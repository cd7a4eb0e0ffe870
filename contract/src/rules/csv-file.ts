import { byteOrderMark, csvLine, withoutCommas } from './csv.ts'
import { formatInstant, type InstantFormat, notAvailable } from './instant-format.ts'

/** How a column of a CSV file comes out of a row; plain data, so that it can be handed to a worker. */
export type CsvColumn = { header: string; field: string } /** Text or a number. */ & (
  | { as: 'plain' }
  /** A name; its commas become blanks, as the documents want them. */
  | { as: 'name' }
  /** A whole number with zeros in front. */
  | { as: 'padded'; digits: number }
  /** An instant in local time; empty where there is none. */
  | { as: 'instant'; format: InstantFormat }
  /** X where the field has this value, else empty. */
  | { as: 'mark'; when: number }
  /** A word for true and one for false. */
  | { as: 'flag'; yes: string; no: string }
  /** The word a number stands for. */
  | { as: 'word'; words: Readonly<Record<number, string>>; otherwise: string }
)

/** A row as JSON gives it. */
type CsvSource = Readonly<Record<string, unknown>>

function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

const toInstantText = (written: string): string => (written === notAvailable ? '' : written)

function cell(column: CsvColumn, row: CsvSource, zone: string | undefined): string {
  const value = row[column.field]
  switch (column.as) {
    case 'plain':
      return toText(value)
    case 'name':
      return withoutCommas(toText(value))
    case 'padded':
      return toText(value).padStart(column.digits, '0')
    case 'instant':
      return toInstantText(formatInstant(toText(value), column.format, zone))
    case 'mark':
      return value === column.when ? 'X' : ''
    case 'flag':
      return value === true ? column.yes : column.no
    case 'word':
      return column.words[Number(value)] ?? column.otherwise
  }
}

/** The type under which a browser saves a CSV file. */
export const csvType = 'text/csv;charset=utf-8'

/** The first line of a CSV file, behind the byte-order mark. */
export function csvHead(columns: readonly CsvColumn[]): string {
  return byteOrderMark + csvLine(columns.map(({ header }) => header))
}

/** The line of a row; instants in `zone` (IANA name; left out: that of this machine). */
export function csvRow(columns: readonly CsvColumn[], row: CsvSource, zone?: string): string {
  return csvLine(columns.map((column) => cell(column, row, zone)))
}

/** The text of a CSV file in pieces: byte-order mark and header first, then the rows. */
export function* csvPieces(
  columns: readonly CsvColumn[],
  rows: Iterable<CsvSource>,
  zone?: string,
): Generator<string> {
  yield csvHead(columns)
  for (const row of rows) yield csvRow(columns, row, zone)
}

/** A name any file system takes: signs that some refuse become `_`. */
export function fileName(text: string): string {
  return text.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_')
}

/** The name of a file about something of this name: blanks become `_`. */
export function namedFile(name: string, ending: string): string {
  return fileName(name.replaceAll(/\s/g, '_') + ending)
}

/** Local time as `YYYYMMDDHHmm`, for names of files. */
export function fileStamp(at: Date): string {
  const two = (number: number): string => String(number).padStart(2, '0')
  const date = `${String(at.getFullYear()).padStart(4, '0')}${two(at.getMonth() + 1)}${two(at.getDate())}`
  return `${date}${two(at.getHours())}${two(at.getMinutes())}`
}
