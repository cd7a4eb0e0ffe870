import { CliProblem } from '../cli.ts'
import { BadValue, type ColumnName, columns, readHeader } from './columns.ts'
import { readLines } from './lines.ts'
import { type CsvRecord, RecordReader } from './records.ts'
import { SeenIds } from './seen-ids.ts'

/** One agency of the file; a column the file lacks is undefined. */
export type AgencyLine = { [K in ColumnName]?: string | number | boolean } & { agencyId: number }

/** A record that cannot be taken. */
export interface BadLine {
  line: number
  why: string
  raw: string
}

/** What a file holds: agencies and bad lines, in batches. */
export interface Batch {
  agencies: AgencyLine[]
  bad: BadLine[]
}

/** Reads a CSV file of agencies; throws a sentence when the file as a whole cannot be used. */
export async function* readAgencies(file: string, onRead: (bytes: number) => void): AsyncGenerator<Batch> {
  const reader = new RecordReader()
  const seen = new SeenIds()
  let header: ColumnName[] | undefined
  for await (const lines of readLines(file, onRead)) {
    const batch: Batch = { agencies: [], bad: [] }
    for (const line of lines) {
      const record = reader.take(line)
      if (record === undefined) continue
      if (header === undefined) {
        header = headerOf(record)
        continue
      }
      const read = readRecord(record, header, seen)
      if ('why' in read) batch.bad.push(read)
      else batch.agencies.push(read)
    }
    yield batch
  }
  reader.end()
  if (header === undefined) throw new CliProblem('The file is empty: a header with agencyId is needed.')
}

function headerOf({ line, fields, problem }: CsvRecord): ColumnName[] {
  if (fields === undefined) throw new CliProblem(`line ${line}: the header ${problem ?? ''}`)
  return readHeader(fields)
}

function readRecord(
  { line, raw, fields, problem }: CsvRecord,
  header: readonly ColumnName[],
  seen: SeenIds,
): AgencyLine | BadLine {
  if (fields === undefined) return { line, raw, why: problem ?? '' }
  if (fields.length !== header.length)
    return { line, raw, why: `has ${count(fields.length)}, the header has ${header.length}` }
  const agency: { [K in ColumnName]?: string | number | boolean } = {}
  for (const [at, name] of header.entries()) {
    const value = columns[name].read(fields[at] ?? '')
    if (value instanceof BadValue) return { line, raw, why: `${name} ${value.why}` }
    agency[name] = value
  }
  const agencyId = Number(agency.agencyId)
  const before = seen.note(agencyId, line)
  if (before !== undefined) return { line, raw, why: `agencyId ${agencyId} is on line ${before} already` }
  return { ...agency, agencyId }
}

function count(fields: number): string {
  return fields === 1 ? '1 field' : `${fields} fields`
}
