import type { Client } from 'pg'
import { inTransaction } from '../../db/connection.ts'
import { advisoryLocks } from '../../db/locks.ts'
import type { AuditContext } from '../../journal/append.ts'
import { columns, valueColumns } from './columns.ts'

/** What an import does, or would do, to the agencies of its file. */
export interface Counts {
  inserted: number
  updated: number
  unchanged: number
}

/** What the journal keeps of the run. */
export interface RunFacts {
  file: string
  refused: number
}

const pairs = valueColumns.map((name) => ({ name, column: columns[name].column }))
const differs = pairs
  .map(({ column }) => `(s.${column} is not null and s.${column} <> a.${column})`)
  .join(' or ')

const countAll = `select count(*)::integer as staged,
  count(*) filter (where a.agency_id is null)::integer as inserted,
  count(*) filter (where a.agency_id is not null and (${differs}))::integer as updated
from staged s left join agency a using (agency_id)`

const insertedColumns = [...pairs.map(({ column }) => column), 'name_folded']
const defaults: Readonly<Record<string, string>> = {
  name: "''",
  name_folded: "''",
  version_display: "''",
  is_online: 'false',
}

const insertNew = `with inserted as (
  insert into agency (agency_id, ${insertedColumns.join(', ')})
  select s.agency_id, ${insertedColumns.map((column) => `coalesce(s.${column}, ${defaults[column] ?? '0'})`).join(', ')}
  from staged s where not exists (select from agency a where a.agency_id = s.agency_id)
  on conflict (agency_id) do nothing
  returning agency_id, ${pairs.map(({ column }) => column).join(', ')}
)
insert into journal (at, actor_kind, actor, event, agency_id, after)
select $1, $2, $3, 'agencies.imported', agency_id,
  jsonb_build_object(${pairs.map(({ name, column }) => `'${name}', ${column}`).join(', ')})
from inserted`

const changedOnly = (row: 'b' | 'c'): string =>
  `jsonb_strip_nulls(jsonb_build_object(${pairs
    .map(({ name, column }) => `'${name}', case when b.${column} <> c.${column} then ${row}.${column} end`)
    .join(', ')}))`

// Rows are locked before they are compared, so a rename that runs at the same time is neither lost nor misreported.
const updateChanged = `with before as materialized (
  select a.* from agency a join staged s using (agency_id) where ${differs} order by agency_id for update of a
), changed as (
  update agency a set
    ${pairs.map(({ column }) => `${column} = coalesce(s.${column}, a.${column})`).join(', ')},
    name_folded = coalesce(s.name_folded, a.name_folded),
    version = a.version + 1,
    name_version = case when s.name <> a.name then a.version + 1 else a.name_version end,
    status_version = case when s.status <> a.status then a.version + 1 else a.status_version end
  from before b join staged s using (agency_id)
  where a.agency_id = b.agency_id
  returning a.*
)
insert into journal (at, actor_kind, actor, event, agency_id, before, after)
select $1, $2, $3, 'agencies.imported', agency_id, ${changedOnly('b')}, ${changedOnly('c')}
from changed c join before b using (agency_id)`

const recordRun = `insert into journal (at, actor_kind, actor, event, subject, after)
values ($1, $2, $3, 'agencies.importRun', $4, $5)`

/** What merging the staged agencies would do; changes nothing. */
export async function countChanges(client: Client): Promise<Counts> {
  const { rows } = await client.query<{ staged: number; inserted: number; updated: number }>(countAll)
  const [row = { staged: 0, inserted: 0, updated: 0 }] = rows
  return countsOf(row.staged, row.inserted, row.updated)
}

/** Brings the staged agencies into the table with their journal rows, in one transaction. */
export async function mergeStaged(client: Client, at: AuditContext, facts: RunFacts): Promise<Counts> {
  const by = [at.at, at.actor.kind, at.actor.name]
  return inTransaction(client, async () => {
    await client.query('select pg_advisory_xact_lock($1)', [advisoryLocks.import])
    const { rowCount: inserted } = await client.query(insertNew, by)
    const { rowCount: updated } = await client.query(updateChanged, by)
    const { rows } = await client.query<{ staged: number }>('select count(*)::integer as staged from staged')
    const counts = countsOf(rows[0]?.staged ?? 0, inserted ?? 0, updated ?? 0)
    if (counts.inserted + counts.updated > 0)
      await client.query(recordRun, [
        ...by,
        facts.file,
        JSON.stringify({ ...counts, refused: facts.refused }),
      ])
    return counts
  })
}

function countsOf(staged: number, inserted: number, updated: number): Counts {
  return { inserted, updated, unchanged: staged - inserted - updated }
}
