import { isReadOnlyError } from '../../db/database-errors.ts'
import type { OpenDatabase, ReadDb } from '../../db/open.ts'
import { query, type Row, statement } from '../../db/query.ts'

export type ProcessRow = Row<'server_process'>

const processesSql = statement<[own: string], ProcessRow>(
  'server_processes',
  'select * from server_process where process_id <> $1 order by host, pid, process_id',
)

/** The latest reports of the other processes. */
export function listOthers(db: ReadDb, ownId: string): Promise<ProcessRow[]> {
  return query(db, processesSql, [ownId])
}

const saveSql = statement<
  [id: string, host: string, pid: number, build: string, startedAt: Date, reportedAt: Date, figures: string],
  { at: Date }
>(
  'save_process',
  `insert into server_process (process_id, host, pid, build, started_at, told_at, figures)
values ($1, $2, $3, $4, $5, $6, $7)
on conflict (process_id) do update set told_at = excluded.told_at, figures = excluded.figures
returning clock_timestamp() as at`,
)

const forgetSql = statement<[before: Date]>(
  'forget_processes',
  'delete from server_process where told_at < $1',
)

/** Saves a process's report; returns the database's time, or undefined while it accepts no changes. */
export async function saveProcess(
  db: OpenDatabase,
  { figures, ...row }: Omit<ProcessRow, 'figures'> & { figures: object },
  forgetBefore: Date,
): Promise<Date | undefined> {
  const { process_id, host, pid, build, started_at, told_at } = row
  try {
    const [saved] = await query(db.write, saveSql, [
      process_id,
      host,
      pid,
      build,
      started_at,
      told_at,
      JSON.stringify(figures),
    ])
    await query(db.write, forgetSql, [forgetBefore])
    return saved?.at
  } catch (error) {
    // The figures themselves report this.
    if (isReadOnlyError(error)) return undefined
    throw error
  }
}

const removeSql = statement<[id: string]>(
  'remove_process',
  'delete from server_process where process_id = $1',
)

/** Deletes the row of a process that stops. */
export async function removeProcess(db: OpenDatabase, processId: string): Promise<void> {
  await query(db.write, removeSql, [processId])
}

interface DatabaseRow {
  version: string
  size: number
  connections: number
  max_connections: number
  replica: boolean
  migration: string
  migrated_at: Date
}

const databaseSql = statement<[], DatabaseRow>(
  'operations_database',
  `select split_part(current_setting('server_version'), ' ', 1) as version,
  pg_database_size(current_database()) as size,
  (select sum(numbackends)::integer from pg_stat_database) as connections,
  current_setting('max_connections')::integer as max_connections, pg_is_in_recovery() as replica,
  last.name as migration, last.applied_at as migrated_at
from (select name, applied_at from migration order by name desc limit 1) last`,
)

/** Facts about the database; undefined for one without migrations. */
export async function readDatabase(db: ReadDb): Promise<DatabaseRow | undefined> {
  const [row] = await query(db, databaseSql, [])
  return row
}

const replicasSql = statement<[], { name: string | null; state: string | null; lag: number | null }>(
  'operations_replicas',
  `select application_name as name, state, extract(epoch from replay_lag)::float8 as lag
from pg_stat_replication order by application_name, pid`,
)

/** The streaming standbys; names and states are null if our role lacks the privilege. */
export function listReplicas(db: ReadDb) {
  return query(db, replicasSql, [])
}

interface CommandsRow {
  queued: number
  reachable: number
  oldest_at: Date | null
  oldest_reachable_at: Date | null
}

const commandsSql = statement<[connectedSince: Date], CommandsRow>(
  'operations_commands',
  `with waiting as (
  select c.created_at, s.last_seen_at >= $1 and not exists (
    select from agency_command busy where busy.agency_id = c.agency_id and busy.lease_until is not null
  ) as reachable
  from agency_command c left join agency_software s using (agency_id) where c.state = 'queued'
)
select count(*)::integer as queued, count(*) filter (where reachable)::integer as reachable,
  min(created_at) as oldest_at, min(created_at) filter (where reachable) as oldest_reachable_at
from waiting`,
)

/** Waiting commands; reachable are those of software that was seen since and has no command in progress. */
export async function countCommands(db: ReadDb, connectedSince: Date): Promise<CommandsRow | undefined> {
  const [row] = await query(db, commandsSql, [connectedSince])
  return row
}

interface WorkRow {
  open: number
  failing: number
  oldest_at: Date | null
  overdue_at: Date | null
}

const workSql = statement<[now: Date], WorkRow>(
  'operations_work',
  `select count(*)::integer as open, count(*) filter (where failures > 0)::integer as failing,
  min(requested_at) as oldest_at, min(next_attempt_at) filter (where next_attempt_at < $1) as overdue_at
from outside_work where ended_at is null`,
)

/** Work at providers that has not ended. */
export async function countWork(db: ReadDb, now: Date): Promise<WorkRow | undefined> {
  const [row] = await query(db, workSql, [now])
  return row
}

const lastSealSql = statement<[], Row<'journal_seal', 'seal_id' | 'sealed_at'>>(
  'operations_last_seal',
  'select seal_id, sealed_at from journal_seal order by seal_id desc limit 1',
)

/** The latest seal of the journal; undefined before the first. */
export async function findLastSeal(db: ReadDb) {
  const [row] = await query(db, lastSealSql, [])
  return row
}

const softwareSql = statement<[connectedSince: Date], { known: number; connected: number }>(
  'operations_software',
  `select count(*)::integer as known, count(*) filter (where last_seen_at >= $1)::integer as connected
from agency_software`,
)

/** Agencies whose software was ever seen, and seen since an instant. */
export async function countSoftware(db: ReadDb, connectedSince: Date) {
  const [row] = await query(db, softwareSql, [connectedSince])
  return row
}
