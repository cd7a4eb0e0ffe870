import type { Tx } from '../../db/open.ts'
import { query, statement } from '../../db/query.ts'

const waitingSql = statement<[kind: string, orderId: string], { agency_id: number }>(
  'agencies_waiting_for_order',
  `select agency_id from outside_work
where ended_at is null and kind = $1 and $2 in (input ->> 'orderId', progress ->> 'orderId') order by agency_id`,
)

/** The agencies with work of this kind in progress that waits for an order. */
export async function findWaiting(tx: Tx, kind: string, orderId: string): Promise<readonly number[]> {
  return (await query(tx, waitingSql, [kind, orderId])).map(({ agency_id: agencyId }) => agencyId)
}
