import { CsvError, parse } from 'csv-parse'
import { isUtf8 } from 'node:buffer'
import { CliProblem } from '../cli.ts'
import { readBlocks } from './blocks.ts'

/** A record of the file: its line, its bytes, and its fields or why they are invalid. */
export interface CsvRecord {
  line: number
  /** Its bytes without the line end, one character per byte (latin1). */
  raw: string
  fields: readonly string[] | undefined
  problem: string | undefined
}

/** A longer record cannot be an agency; limits memory for a file without line ends. */
const maxBytes = 1_000_000

const strayQuote = 'has a quote inside a field that is not wholly in quotes'
export const notUtf8 = 'is not valid UTF-8'

/**
 * Yields the records of a CSV file (RFC 4180) without blank lines. Throws a sentence if parsing cannot continue.
 * `onRead` gets each block of bytes.
 */
export async function* readRecords(
  file: string,
  onRead: (block: Buffer) => void,
): AsyncGenerator<CsvRecord[]> {
  const records: CsvRecord[] = []
  let nextLine = 1
  const parser = parse({
    // Each byte becomes a character, so that a bad line can be written back unchanged.
    encoding: 'latin1',
    record_delimiter: ['\r\n', '\n'],
    raw: true,
    relax_column_count: true,
    // Otherwise a stray quote would swallow the following lines; `isWellQuoted` detects it.
    relax_quotes: true,
    max_record_size: maxBytes,
    on_record: (given) => {
      // With `raw`, the parser returns the record with its text, which its types do not declare.
      const { record, raw } = given as unknown as { record: string[]; raw: string }
      const text = raw.replace(/[\r\n]$/, '')
      if (!/^[ \t\r]*$/.test(text)) records.push(makeRecord(nextLine, text, record))
      nextLine += text.split('\n').length
      return null
    },
  })
  // Writing reports every failure too; without this listener an error event would end the process.
  parser.on('error', () => undefined)
  try {
    for await (const block of readBlocks(file, onRead)) {
      await settled((called) => parser.write(block, called))
      yield records.splice(0)
    }
    await settled((called) => parser.end(called))
  } catch (error) {
    yield records
    throw error instanceof CsvError ? unreadable(error, nextLine) : error
  }
  yield records
}

function settled(act: (called: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    act((error) => (error ? reject(error) : resolve()))
  })
}

function unreadable(error: CsvError, line: number): Error {
  const isOpen = error.code === 'CSV_QUOTE_NOT_CLOSED'
  if (!isOpen && error.code !== 'CSV_MAX_RECORD_SIZE') return error
  const open = 'a quote is opened and never closed'
  const long = `it is longer than ${maxBytes} bytes, or ${open}. This is not a CSV file of agencies.`
  return new CliProblem(`line ${line}: ${isOpen ? open : long}`)
}

function makeRecord(line: number, raw: string, fields: readonly string[]): CsvRecord {
  const isAscii = !/[\x80-\xff]/.test(raw)
  if (!isAscii && !isUtf8(Buffer.from(raw, 'latin1')))
    return { line, raw, fields: undefined, problem: notUtf8 }
  if (raw.includes('"') && !isWellQuoted(raw, fields))
    return { line, raw, fields: undefined, problem: strayQuote }
  const texts = isAscii ? fields : fields.map((field) => Buffer.from(field, 'latin1').toString('utf8'))
  return { line, raw, fields: texts, problem: undefined }
}

/** True if these fields, written as in RFC 4180, give that text. */
function isWellQuoted(raw: string, fields: readonly string[]): boolean {
  let at = 0
  return fields.every((field) => {
    const inQuotes = `"${field.replaceAll('"', '""')}"`
    const stands = raw.startsWith(inQuotes, at) ? inQuotes : field
    if (stands === field && (field.includes('"') || !raw.startsWith(field, at))) return false
    at += stands.length + 1
    return at > raw.length || raw[at - 1] === ','
  })
}
