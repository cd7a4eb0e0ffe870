import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from } from 'pg-copy-streams'

/** Values of one row in the order of the columns; undefined is null. */
export type CopyValues = readonly (string | number | boolean | undefined)[]

/** Copies rows into a table as they arrive, in batches. */
export async function copyRows(
  client: Client,
  table: string,
  columns: readonly string[],
  batches: AsyncIterable<readonly CopyValues[]> | Iterable<readonly CopyValues[]>,
): Promise<void> {
  const copy = client.query(from(`copy ${table} (${columns.join(', ')}) from stdin`))
  await pipeline(Readable.from(copyText(batches)), copy)
}

async function* copyText(
  batches: AsyncIterable<readonly CopyValues[]> | Iterable<readonly CopyValues[]>,
): AsyncGenerator<string> {
  for await (const rows of batches) if (rows.length > 0) yield rows.map(copyLine).join('')
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function copyLine(values: CopyValues): string {
  return `${values.map(copyValue).join('\t')}\n`
}

function copyValue(value: string | number | boolean | undefined): string {
  if (value === undefined) return '\\N'
  return typeof value === 'string'
    ? value.replace(/[\\\n\r\t]/g, (sign) => escapes[sign] ?? sign)
    : String(value)
}
