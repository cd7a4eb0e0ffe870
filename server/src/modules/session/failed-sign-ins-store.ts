import { makeDeleteOldest } from '../../db/delete-oldest.ts'
import type { Tx } from '../../db/open.ts'
import { type Narrowed, query, type Row, statement } from '../../db/query.ts'

/** Why a failed sign-in gets no journal row. */
export type Why = 'unknown name' | 'locked out'

/** Counts a failed sign-in in its hour. */
export async function insertFailedSignIn(
  tx: Tx,
  { hour, address, why }: { hour: Date; address: string; why: Why },
): Promise<void> {
  await tx
    .insertInto('failed_sign_in')
    .values({ hour, address, why, attempts: 1 })
    .onConflict((on) =>
      on
        .columns(['hour', 'address', 'why'])
        .doUpdateSet((row) => ({ attempts: row('failed_sign_in.attempts', '+', 1) })),
    )
    .execute()
}

/** Failed sign-ins of one hour that are not journalled yet. */
export type HourRow = Narrowed<Row<'failed_sign_in', 'hour' | 'why' | 'attempts'>, { why: Why }> & {
  addresses: number
}

// Rows are locked in this order; a concurrent process then finds them already counted.
const takeUncountedSql = statement<[thisHour: Date], HourRow>(
  'take_uncounted_sign_ins',
  `with due as (
  select hour, address, why, attempts, counted from failed_sign_in
  where hour < $1 and counted < attempts order by hour, address, why for update),
taken as (
  update failed_sign_in f set counted = due.attempts from due
  where f.hour = due.hour and f.address = due.address and f.why = due.why)
select hour, why, sum(attempts - counted)::integer as attempts, count(*)::integer as addresses
from due group by hour, why order by hour, why`,
)

/** Marks the failures of past hours as counted, and returns them. */
export function takeUncounted(tx: Tx, thisHour: Date): Promise<HourRow[]> {
  return query(tx, takeUncountedSql, [thisHour])
}

/** Deletes the counts of hours before an instant, up to `limit`; returns how many. */
export const deleteFailedBefore = makeDeleteOldest('failed_sign_in', {
  key: ['hour', 'address', 'why'],
  at: 'hour',
})
