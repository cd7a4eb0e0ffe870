import type { OutsideWork } from '@agency-support/contract/outside-work'
import type { OpenDatabase, ReadDb, Tx } from '../../db/open.ts'
import { query, type Row, statement } from '../../db/query.ts'
import type { Insertable, Updateable } from 'kysely'
import type { Database } from '../../db/types.ts'

export type WorkRow = Row<'outside_work'>

const openWork = statement<[number, string], WorkRow>(
  'open_outside_work',
  'select * from outside_work where agency_id = $1 and kind = $2 and ended_at is null for update',
)

/** Locks and returns the work in progress of this kind for an agency. */
export async function lockOpenWork(tx: Tx, agencyId: number, kind: string): Promise<WorkRow | undefined> {
  const [row] = await query(tx, openWork, [agencyId, kind])
  return row
}

const workDue = statement<[string, Date], WorkRow>(
  'outside_work_due',
  'select * from outside_work where work_id = $1 and next_attempt_at = $2',
)

/** A work whose step due at this instant is not done yet. */
export async function findDue(db: ReadDb, workId: string, due: Date): Promise<WorkRow | undefined> {
  const [row] = await query(db, workDue, [workId, due])
  return row
}

const lostWork = statement<[queue: string], Pick<WorkRow, 'work_id' | 'next_attempt_at'>>(
  'lost_outside_work',
  `select work_id, next_attempt_at from outside_work w where ended_at is null and not exists (
  select from job.job j
  where j.name = $1 and j.singleton_key = w.work_id::text and j.state in ('created', 'retry', 'active'))`,
)

/** Work in progress without a job in this queue. */
export function listLost(db: ReadDb, queue: string): Promise<Pick<WorkRow, 'work_id' | 'next_attempt_at'>[]> {
  return query(db, lostWork, [queue])
}

const lastWork = statement<[number, string], WorkRow>(
  'last_outside_work',
  `select * from outside_work where agency_id = $1 and kind = $2
  order by ended_at is not null, ended_at desc limit 1`,
)

/** The work in progress of this kind for an agency, otherwise the latest one; null without any. */
export async function readWork(db: ReadDb, agencyId: number, kind: string): Promise<WorkRow | null> {
  const [row] = await query(db, lastWork, [agencyId, kind])
  return row ?? null
}

/** Adds a work; false if one of its kind is in progress for the agency. */
export async function insertWork(tx: Tx, work: Insertable<Database['outside_work']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('outside_work')
    .values(work)
    .onConflict((conflict) =>
      conflict.columns(['agency_id', 'kind']).where('ended_at', 'is', null).doNothing(),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Updates a work whose step at this instant is due; false if it was replaced or woken meanwhile. */
export async function updateWork(
  tx: Tx,
  { work_id, next_attempt_at }: Pick<WorkRow, 'work_id' | 'next_attempt_at'>,
  values: Updateable<Database['outside_work']>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('outside_work')
    .set(values)
    .where('work_id', '=', work_id)
    .where('next_attempt_at', '=', next_attempt_at)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

const deleteDoneSql = statement<[before: Date, limit: number], { count: number }>(
  'delete_done_outside_work',
  `with deleted as (
  delete from outside_work where work_id in (
    select work_id from outside_work w where ended_at < $1 and (succeeded or exists (
      select from outside_work later
      where later.agency_id = w.agency_id and later.kind = w.kind and later.requested_at > w.requested_at))
    order by ended_at limit $2)
  returning 1
) select count(*)::integer as count from deleted`,
)

/**
 * Deletes works that came to their goal before an instant, up to `limit`; returns how many. What a provider refused is
 * shown until it is asked for again, and goes then: before the one that followed it, or it would be shown anew.
 */
export async function deleteDoneBefore(
  write: OpenDatabase['write'],
  before: Date,
  limit: number,
): Promise<number> {
  const [deleted] = await query(write, deleteDoneSql, [before, limit])
  return deleted?.count ?? 0
}

/** A work as screens show it. */
export function toView(row: WorkRow): OutsideWork {
  return {
    requestedAt: row.requested_at.toISOString(),
    requestedBy: row.requested_by,
    failures: row.failures,
    lastFailure: row.last_failure,
    nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    succeeded: row.succeeded,
  }
}
