import { countOf } from '@agency-support/contract/rules/count-of'
import { CliProblem } from '../cli.ts'
import { saveAsUtf8 } from './blocks.ts'
import { BadValue, type ColumnName, columns, readHeader } from './columns.ts'
import { type CsvRecord, notUtf8, readRecords } from './records.ts'

/** One agency in the file; missing columns and empty cells are undefined. */
export type AgencyLine = { [K in ColumnName]?: string | number | boolean } & { agencyId: number }

/** A record that cannot be imported. */
export interface BadLine {
  line: number
  why: string
  /** Its bytes, without the line end. */
  raw: Buffer
}

/** What a file holds: agencies and bad lines, in batches. */
export interface Batch {
  agencies: AgencyLine[]
  bad: BadLine[]
}

/**
 * Reads a CSV file of agencies; throws a sentence if the whole file is unusable. `onRead` gets each block of its bytes.
 */
export async function* readAgencies(file: string, onRead: (block: Buffer) => void): AsyncGenerator<Batch> {
  // The line of each id: some fifty bytes per agency, the only memory that grows with the file.
  const seen = new Map<number, number>()
  let header: ColumnName[] | undefined
  for await (const records of readRecords(file, onRead)) {
    const batch: Batch = { agencies: [], bad: [] }
    for (const record of records) {
      if (header === undefined) {
        header = parseHeader(record)
        continue
      }
      const read = readRecord(record, header, seen)
      if (typeof read === 'string')
        batch.bad.push({ line: record.line, why: read, raw: Buffer.from(record.raw, 'latin1') })
      else batch.agencies.push(read)
    }
    yield batch
  }
  if (header === undefined) throw new CliProblem('The file is empty: a header with agencyId is needed.')
}

function parseHeader({ line, fields, problem = '' }: CsvRecord): ColumnName[] {
  if (fields !== undefined) return readHeader(line, fields)
  throw new CliProblem(`line ${line}: the header ${problem}${problem === notUtf8 ? `. ${saveAsUtf8}` : ''}`)
}

/** The agency, or why the record cannot be imported. */
function readRecord(
  { line, fields, problem = '' }: CsvRecord,
  header: readonly ColumnName[],
  seen: Map<number, number>,
): AgencyLine | string {
  if (fields === undefined) return problem
  if (fields.length !== header.length)
    return `has ${countOf(fields.length, 'field')}, the header has ${header.length}`
  const agency: { [K in ColumnName]?: string | number | boolean } = {}
  for (const [at, name] of header.entries()) {
    const text = (fields[at] ?? '').trim()
    if (text === '') continue
    const value = columns[name](text)
    if (value instanceof BadValue) return `${name} ${value.why}`
    agency[name] = value
  }
  if (agency.agencyId === undefined) return 'agencyId is missing'
  const agencyId = Number(agency.agencyId)
  const before = seen.get(agencyId)
  if (before !== undefined) return `agencyId ${agencyId} is on line ${before} already`
  seen.set(agencyId, line)
  return { ...agency, agencyId }
}
