import { type ReadDb, rowsOf, type Tx } from '../../db/open.ts'

/** A command as the table holds it. */
export interface CommandRow {
  command_id: number
  agency_id: number
  command: string
  argument: string
  state: string
  attempt: number
  reason: string | null
  issued_by: string
  created_at: Date
  delivered_at: Date | null
  begun_at: Date | null
  finished_at: Date | null
  lease_until: Date | null
  output: string
  files: unknown
}

const columns = `command_id, agency_id, command, argument, state, attempt, reason, issued_by,
created_at, delivered_at, begun_at, finished_at, lease_until, output, files`

const newest = `select ${columns} from agency_command where agency_id = $1 order by command_id desc limit $2`

/** The newest commands of an agency, newest first. */
export async function newestCommands(db: ReadDb, agencyId: number, most: number): Promise<CommandRow[]> {
  return db.rows(newest, [agencyId, most])
}

const locked = `select ${columns} from agency_command where command_id = $1 and agency_id = $2 for update`

/** A command of an agency, locked until the transaction ends; undefined for none or another agency's. */
export async function lockCommand(
  tx: Tx,
  agencyId: number,
  commandId: number,
): Promise<CommandRow | undefined> {
  const [row] = await rowsOf<CommandRow>(tx, locked, [commandId, agencyId])
  return row
}

const waiting = `select ${columns} from agency_command
where agency_id = $1 and state = 'queued' order by command_id limit $2 for update skip locked`

/** Waiting commands of an agency, oldest first, locked; passes over what another request is taking. */
export async function lockWaiting(tx: Tx, agencyId: number, most: number): Promise<CommandRow[]> {
  return rowsOf(tx, waiting, [agencyId, most])
}

const overdue = `select ${columns} from agency_command where lease_until <= $1
order by lease_until limit $2 for update skip locked`

/** Commands whose lease ran out, locked; another process's share is passed over. */
export async function lockOverdue(tx: Tx, now: Date, most: number): Promise<CommandRow[]> {
  return rowsOf(tx, overdue, [now, most])
}

const stale = `select ${columns} from agency_command where state = 'queued' and created_at <= $1
order by created_at limit $2 for update skip locked`

/** Commands that have waited since before an instant, locked. */
export async function lockStale(tx: Tx, before: Date, most: number): Promise<CommandRow[]> {
  return rowsOf(tx, stale, [before, most])
}

const anythingDue = `select exists(select from agency_command where lease_until <= $1)
or exists(select from agency_command where state = 'queued' and created_at <= $2) as due`

/** True when a lease ran out or a command has waited since before `staleBefore`. */
export async function isAnythingDue(db: ReadDb, now: Date, staleBefore: Date): Promise<boolean> {
  const [row] = await db.keyed<{ due: boolean }>(anythingDue, [now, staleBefore])
  return row?.due === true
}

const forget = `delete from agency_command where command_id in (
  select command_id from agency_command where finished_at <= $1 order by finished_at limit $2)`

/** Deletes commands that ended before an instant; the journal keeps that they were. */
export async function deleteEnded(tx: Tx, before: Date, most: number): Promise<void> {
  await rowsOf(tx, forget, [before, most])
}

const save = `update agency_command set state = $2, attempt = $3, reason = $4, delivered_at = $5, begun_at = $6,
finished_at = $7, lease_until = $8, output = $9, files = $10::jsonb where command_id = $1`

/** Writes back a command that this transaction has locked. */
export async function saveCommand(tx: Tx, row: CommandRow): Promise<void> {
  await rowsOf(tx, save, [
    row.command_id,
    row.state,
    row.attempt,
    row.reason,
    row.delivered_at,
    row.begun_at,
    row.finished_at,
    row.lease_until,
    row.output,
    JSON.stringify(row.files),
  ])
}

const insert = `insert into agency_command (agency_id, command, argument, issued_by, created_at)
values ($1, $2, $3, $4, $5) returning ${columns}`

/** Puts a command into an agency's queue. */
export async function insertCommand(
  tx: Tx,
  given: { agencyId: number; command: string; argument: string; issuedBy: string; at: Date },
): Promise<CommandRow> {
  const values = [given.agencyId, given.command, given.argument, given.issuedBy, given.at]
  const [row] = await rowsOf<CommandRow>(tx, insert, values)
  if (row === undefined) throw new Error('an inserted command has no row')
  return row
}

// Whoever adds to a queue holds the agency, so that two cannot add the same command past one another.
const held = 'select is_online from agency where agency_id = $1 for no key update'

/** Holds the queue of an agency until the transaction ends; undefined when there is no such agency. */
export async function holdQueue(tx: Tx, agencyId: number): Promise<{ is_online: boolean } | undefined> {
  const [row] = await rowsOf<{ is_online: boolean }>(tx, held, [agencyId])
  return row
}

const queueSql = `select ${columns} from agency_command where agency_id = $1 and state = 'queued' order by command_id`

/** Everything that waits in an agency's queue, oldest first. */
export async function waitingCommands(tx: Tx, agencyId: number): Promise<CommandRow[]> {
  return rowsOf(tx, queueSql, [agencyId])
}
