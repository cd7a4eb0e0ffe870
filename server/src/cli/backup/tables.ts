import type { Client } from 'pg'

/** Database schemas of the product. */
const schemas = ['public', 'job']

/** A table in a backup; a partitioned one as a whole, by its root. */
export interface SourceTable {
  schema: string
  name: string
  /** The stored (not generated) columns, in order. */
  columns: string[]
}

interface FoundTable extends SourceTable {
  oid: number
  /** Tables that its foreign keys refer to. */
  needs: number[]
}

const tablesSql = `select c.oid::integer as oid, n.nspname as schema, c.relname as name,
  array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped
    and attgenerated = '' order by attnum) as columns,
  array(select confrelid::integer from pg_constraint where contype = 'f' and conrelid = c.oid and confrelid <> c.oid) as needs
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition
  and (n.nspname, c.relname) <> ('public', 'migration')
order by n.nspname, c.relname`

/** Every table except that of the migrations; each follows the tables that it refers to. */
export async function listTables(client: Client): Promise<SourceTable[]> {
  const { rows } = await client.query<FoundTable>(tablesSql, [schemas])
  const listed = new Map<number, FoundTable>()
  const waiting = new Set(rows)
  while (waiting.size > 0) {
    const ready = [...waiting].filter(({ needs }) => needs.every((oid) => listed.has(oid)))
    if (ready.length === 0) throw new Error('the tables reference each other in a cycle')
    for (const table of ready) {
      listed.set(table.oid, table)
      waiting.delete(table)
    }
  }
  return [...listed.values()].map(({ schema, name, columns }) => ({ schema, name, columns }))
}

/** State of a sequence; null if it was never used. */
export interface SequenceState {
  schema: string
  name: string
  last: string | null
}

/** Every sequence, including those of identity columns. */
export async function listSequences(client: Client): Promise<SequenceState[]> {
  const { rows } = await client.query<SequenceState>(
    `select schemaname as schema, sequencename as name, last_value::text as last from pg_sequences
     where schemaname = any($1) order by 1, 2`,
    [schemas],
  )
  return rows
}

/** A quoted SQL identifier. */
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** A table's quoted SQL name. */
export const quotedTable = ({ schema, name }: { schema: string; name: string }): string =>
  `${quoted(schema)}.${quoted(name)}`

/** Its columns for `copy`. */
export const copyColumns = ({ columns }: Pick<SourceTable, 'columns'>): string =>
  columns.map((column) => quoted(column)).join(', ')

/** Quoted names of the tables that the database lacks. */
export async function listAbsent(
  client: Client,
  tables: readonly SourceTable[],
): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    'select name from unnest($1::text[]) name where to_regclass(name) is null',
    [tables.map(quotedTable)],
  )
  return new Set(rows.map(({ name }) => name))
}

/** Quoted names of the tables that the role of the connection may not update. */
export async function listUnchangeable(client: Client, tables: readonly SourceTable[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select name from unnest($1::text[]) name where not has_table_privilege(name, 'update')",
    [tables.map(quotedTable)],
  )
  return rows.map(({ name }) => name)
}
