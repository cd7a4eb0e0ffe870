import { byteOrderMark, csvCell, csvLine, withoutCommas } from './csv.ts'
import { formatInstant, type InstantFormat, notAvailable } from './instant-format.ts'
import { instantWriter } from './instant-writer.ts'

/** How a column of a CSV file is derived from a row; plain data, so that it can be sent to a worker. */
export type CsvColumn = { header: string; field: string } /** Text or a number. */ & (
  | { as: 'plain' }
  /** A name; its commas become spaces, as documented. */
  | { as: 'name' }
  /** A whole number with leading zeros. */
  | { as: 'padded'; digits: number }
  /** An instant in local time, from ISO text or seconds since 1970; empty if missing. */
  | { as: 'instant'; format: InstantFormat }
  /** X if the field has this value, otherwise empty. */
  | { as: 'mark'; when: number }
  /** A word for true and one for false. */
  | { as: 'flag'; yes: string; no: string }
  /** The word for a number. */
  | { as: 'word'; words: Readonly<Record<number, string>>; otherwise: string }
)

/** A row as JSON gives it. */
type CsvSource = Readonly<Record<string, unknown>>

/** Rows as one list of values per field, all of the same length. */
export type CsvLists = Readonly<Record<string, readonly unknown[]>>

function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

const toInstantText = (written: string): string => (written === notAvailable ? '' : written)

/** Formats a value as a cell, escaped by {@link csvCell} or harmless as it is. */
type WriteCell = (value: unknown) => string

/** A whole number needs no escaping, because it only has digits. */
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

/** The MIME type of CSV files. */
export const csvType = 'text/csv;charset=utf-8'

/** The byte-order mark and the header line of a CSV file. */
export function csvHead(columns: readonly CsvColumn[]): string {
  return byteOrderMark + csvLine(columns.map(({ header }) => header))
}

/**
 * Formats rows from `from` up to, excluding, `to` as lines; instants in `zone` (IANA name; by default the machine's).
 */
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

/** A file name that is valid on every file system and looks like what it is: other characters become `_`. */
export function fileName(text: string): string {
  return text.replace(/[\\/:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, '_')
}

/** The name of a file about something with this name; spaces become `_`. */
export function namedFile(name: string, ending: string): string {
  return fileName(name.replaceAll(/\s/g, '_') + ending)
}

/** Local time as `YYYYMMDDHHmm`, for file names. */
export function fileStamp(at: Date): string {
  const two = (number: number): string => String(number).padStart(2, '0')
  const date = `${String(at.getFullYear()).padStart(4, '0')}${two(at.getMonth() + 1)}${two(at.getDate())}`
  return `${date}${two(at.getHours())}${two(at.getMinutes())}`
}
