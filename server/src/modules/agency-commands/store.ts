import { whyNotArgument } from '@agency-support/contract/modules/agency-command-shapes'
import type { ProducedFile } from '@agency-support/contract/modules/queued-command'
import type { CommandState } from '@agency-support/contract/rules/agency-commands'
import { makeDeleteOldest } from '../../db/delete-oldest.ts'
import type { ReadDb, Tx } from '../../db/open.ts'
import { type Column, type Narrowed, query, type Row, statement } from '../../db/query.ts'

const columns = [
  'command_id',
  'agency_id',
  'command',
  'argument',
  'state',
  'attempt',
  'reason',
  'issued_by',
  'created_at',
  'delivered_at',
  'begun_at',
  'finished_at',
  'lease_until',
  'output',
  'result',
  'files',
] as const satisfies readonly Column<'agency_command'>[]

/** A command as stored. */
export type CommandRow = Narrowed<
  Row<'agency_command', (typeof columns)[number]>,
  { state: CommandState; files: ProducedFile[] }
>

const selected = `select ${columns.join(', ')} from agency_command`

const listNewestCommandsSql = statement<[agencyId: number, limit: number], CommandRow>(
  'list_newest_commands',
  `${selected} where command_id in (
  (select command_id from agency_command where agency_id = $1 order by command_id desc limit $2)
  union all select command_id from agency_command where agency_id = $1 and (state = 'queued' or lease_until is not null)
) order by command_id desc`,
)

/** The newest commands of an agency and all that have not ended, newest first. */
export function listNewestCommands(db: ReadDb, agencyId: number, limit: number): Promise<CommandRow[]> {
  return query(db, listNewestCommandsSql, [agencyId, limit])
}

const listOpenCommandsSql = statement<[agencyId: number, limit: number], CommandRow>(
  'list_open_commands',
  `${selected} where agency_id = $1 and (state = 'queued' or lease_until is not null) order by command_id limit $2`,
)

/** The commands of an agency that have not ended, oldest first. */
export function listOpenCommands(db: ReadDb, agencyId: number, limit: number): Promise<CommandRow[]> {
  return query(db, listOpenCommandsSql, [agencyId, limit])
}

const lockCommandsSql = statement<[agencyId: number, commandIds: readonly number[]], CommandRow>(
  'lock_commands',
  `${selected} where agency_id = $1 and command_id = any($2::bigint[]) order by command_id for update`,
)

/** Commands of an agency, oldest first, locked until the transaction ends; another agency's are left out. */
export function lockCommands(tx: Tx, agencyId: number, commandIds: readonly number[]): Promise<CommandRow[]> {
  return query(tx, lockCommandsSql, [agencyId, commandIds])
}

const lockCommandSql = statement<[commandId: number, agencyId: number], CommandRow>(
  'lock_command',
  `${selected} where command_id = $1 and agency_id = $2 for update`,
)

/** A command of an agency, locked until the transaction ends; undefined if it is missing or another agency's. */
export async function lockCommand(
  tx: Tx,
  agencyId: number,
  commandId: number,
): Promise<CommandRow | undefined> {
  const [row] = await query(tx, lockCommandSql, [commandId, agencyId])
  return row
}

const lockWaitingSql = statement<[agencyId: number, limit: number], CommandRow>(
  'lock_waiting_commands',
  `${selected} where agency_id = $1 and state = 'queued' order by command_id limit $2 for update skip locked`,
)

/** Waiting commands of an agency, oldest first, locked; skips those locked by another request. */
export function lockWaiting(tx: Tx, agencyId: number, limit: number): Promise<CommandRow[]> {
  return query(tx, lockWaitingSql, [agencyId, limit])
}

const lockOverdueSql = statement<[now: Date, limit: number], CommandRow>(
  'lock_overdue_commands',
  `${selected} where lease_until <= $1 order by lease_until limit $2 for update skip locked`,
)

/** Commands whose lease expired, locked; skips those locked by another process. */
export function lockOverdue(tx: Tx, now: Date, limit: number): Promise<CommandRow[]> {
  return query(tx, lockOverdueSql, [now, limit])
}

/** Commands that have waited since before these instants expire. */
export interface StaleSince {
  /** For commands that were ordered and last fetched before. */
  waiting: Date
  /** For commands that were ordered before, whenever they were fetched. */
  ordered: Date
}

// The index on created_at also finds the few that came back within the week; the filter drops them.
const isStale = `state = 'queued' and created_at <= $1
and (delivered_at is null or delivered_at <= $1 or created_at <= $2)`

const lockStaleSql = statement<[waiting: Date, ordered: Date, limit: number], CommandRow>(
  'lock_stale_commands',
  `${selected} where ${isStale} order by created_at limit $3 for update skip locked`,
)

/** Commands that have waited too long, locked. */
export function lockStale(tx: Tx, since: StaleSince, limit: number): Promise<CommandRow[]> {
  return query(tx, lockStaleSql, [since.waiting, since.ordered, limit])
}

const isAnythingDueSql = statement<[waiting: Date, ordered: Date, now: Date], { due: boolean }>(
  'is_any_command_due',
  `select exists(select from agency_command where lease_until <= $3)
or exists(select from agency_command where ${isStale}) as due`,
  { byKey: true },
)

/** True if a lease has expired or a command has waited too long. */
export async function isAnythingDue(db: ReadDb, now: Date, since: StaleSince): Promise<boolean> {
  const [row] = await query(db, isAnythingDueSql, [since.waiting, since.ordered, now])
  return row?.due === true
}

/** Deletes commands that ended before an instant; their journal rows remain. */
export const deleteEnded = makeDeleteOldest('agency_command', { key: ['command_id'], at: 'finished_at' })

/** Saves a command that this transaction has locked. */
export async function saveCommand(tx: Tx, row: CommandRow): Promise<void> {
  await tx
    .updateTable('agency_command')
    .set({
      state: row.state,
      attempt: row.attempt,
      reason: row.reason,
      delivered_at: row.delivered_at,
      begun_at: row.begun_at,
      finished_at: row.finished_at,
      lease_until: row.lease_until,
      output: row.output,
      result: row.result === null ? null : JSON.stringify(row.result),
      files: JSON.stringify(row.files),
    })
    .where('command_id', '=', row.command_id)
    .execute()
}

const renewLeaseSql = statement<[agencyId: number, commandId: number, until: Date]>(
  'renew_command_lease',
  `update agency_command set lease_until = greatest(lease_until, $3)
where command_id = $2 and agency_id = $1 and lease_until is not null`,
)

/** Extends the lease of a command at least until an instant; does nothing if the agency does not hold it. */
export async function renewLease(tx: Tx, agencyId: number, commandId: number, until: Date): Promise<void> {
  await query(tx, renewLeaseSql, [agencyId, commandId, until])
}

/** Queues a command for an agency. Throws if the published vocabulary does not contain it. */
export function insertCommand(
  tx: Tx,
  given: { agencyId: number; command: string; argument: string; issuedBy: string; at: Date },
): Promise<CommandRow> {
  const problem = whyNotArgument(given.command, given.argument)
  if (problem !== undefined) throw new Error(`${given.command}: ${problem}`)
  return tx
    .insertInto('agency_command')
    .values({
      agency_id: given.agencyId,
      command: given.command,
      argument: given.argument,
      issued_by: given.issuedBy,
      created_at: given.at,
    })
    .returning(columns)
    .$narrowType<Pick<CommandRow, 'state' | 'files'>>()
    .executeTakeFirstOrThrow()
}

const listWaitingCommandsSql = statement<[agencyId: number], CommandRow>(
  'list_waiting_commands',
  `${selected} where agency_id = $1 and state = 'queued' order by command_id`,
)

/** All waiting commands of an agency, oldest first. */
export function listWaitingCommands(tx: Tx, agencyId: number): Promise<CommandRow[]> {
  return query(tx, listWaitingCommandsSql, [agencyId])
}

/** The number of waiting commands, and when the oldest was created. */
export interface Waiting {
  queued: number
  oldest_at: Date | null
}

const findWaitingSql = statement<[agencyId: number], Waiting>(
  'find_waiting',
  `select count(*)::integer as queued, min(created_at) as oldest_at
from agency_command where agency_id = $1 and state = 'queued'`,
  { byKey: true },
)

/** Counts the waiting commands of an agency. */
export async function findWaiting(db: ReadDb, agencyId: number): Promise<Waiting> {
  const [row] = await query(db, findWaitingSql, [agencyId])
  return row ?? { queued: 0, oldest_at: null }
}
