import { byteOrderMark, csvCell, csvLine, withoutCommas } from './csv.ts'
import { formatInstant, type InstantFormat, instantWriter, notAvailable } from './instant-format.ts'

/** How a column of a CSV file comes out of a row; plain data, so that it can be handed to a worker. */
export type CsvColumn = { header: string; field: string } /** Text or a number. */ & (
  | { as: 'plain' }
  /** A name; its commas become blanks, as the documents want them. */
  | { as: 'name' }
  /** A whole number with zeros in front. */
  | { as: 'padded'; digits: number }
  /** An instant, as ISO text or as seconds since 1970, in local time; empty where there is none. */
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

/** Rows by their fields: the values that each has in them, one list as long as the other. */
export type CsvLists = Readonly<Record<string, readonly unknown[]>>

function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

const toInstantText = (written: string): string => (written === notAvailable ? '' : written)

/** Makes a value the text of its cell; one that was given to {@link csvCell}, or in which that finds nothing. */
type WriteCell = (value: unknown) => string

/** A whole number has digits only, in which nothing has to be looked for. */
function writePadded(value: unknown, digits: number): string {
  const text = toText(value).padStart(digits, '0')
  return typeof value === 'number' && value >= 0 ? text : csvCell(text)
}

function toWriteInstant(format: InstantFormat, zone: string | undefined): WriteCell {
  const write = zone === undefined ? undefined : instantWriter(format, zone)
  return (value) => {
    if (typeof value !== 'number') return toInstantText(formatInstant(toText(value), format, zone))
    const iso = (): string => new Date(value * 1_000).toISOString()
    return toInstantText(write?.(value) ?? formatInstant(iso(), format))
  }
}

function toWriteCell(column: CsvColumn, zone: string | undefined): WriteCell {
  switch (column.as) {
    case 'plain':
      return (value) => csvCell(toText(value))
    case 'name':
      return (value) => csvCell(withoutCommas(toText(value)))
    case 'padded':
      return (value) => writePadded(value, column.digits)
    case 'instant':
      return toWriteInstant(column.format, zone)
    case 'mark':
      return (value) => (value === column.when ? 'X' : '')
    case 'flag': {
      const [yes, no] = [csvCell(column.yes), csvCell(column.no)]
      return (value) => (value === true ? yes : no)
    }
    case 'word': {
      const words = Object.fromEntries(Object.entries(column.words).map(([of, word]) => [of, csvCell(word)]))
      const otherwise = csvCell(column.otherwise)
      return (value) => words[Number(value)] ?? otherwise
    }
  }
}

/** The type under which a browser saves a CSV file. */
export const csvType = 'text/csv;charset=utf-8'

/** The first line of a CSV file, behind the byte-order mark. */
export function csvHead(columns: readonly CsvColumn[]): string {
  return byteOrderMark + csvLine(columns.map(({ header }) => header))
}

/** Makes the lines of rows from `from` up to `to`; instants in `zone` (IANA name; left out: that of this machine). */
export function csvLinesWriter(
  columns: readonly CsvColumn[],
  zone?: string,
): (lists: CsvLists, from: number, to: number) => string {
  const cells = columns.map((column) => ({ field: column.field, write: toWriteCell(column, zone) }))
  return (lists, from, to) => {
    const given = cells.map(({ field, write }) => ({ write, values: lists[field] ?? [] }))
    let lines = ''
    for (let at = from; at < to; at += 1) {
      let comma = ''
      for (const { write, values } of given) {
        lines += comma + write(values[at])
        comma = ','
      }
      lines += '\r\n'
    }
    return lines
  }
}

/** The text of a CSV file in pieces: byte-order mark and header first, then the rows. */
export function* csvPieces(
  columns: readonly CsvColumn[],
  rows: Iterable<CsvSource>,
  zone?: string,
): Generator<string> {
  yield csvHead(columns)
  const cells = columns.map((column) => ({ field: column.field, write: toWriteCell(column, zone) }))
  for (const row of rows) yield `${cells.map(({ field, write }) => write(row[field])).join(',')}\r\n`
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
