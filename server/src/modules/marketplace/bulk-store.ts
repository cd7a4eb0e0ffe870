import type { Tx } from '../../db/open.ts'
import { query, type Queryable, statement } from '../../db/query.ts'
import { type EventCode, type Place, statesOf, takeState } from './store.ts'

/** A subscription event or an opt-in, as taken by {@link recordSubscription} and {@link recordOptIn}. */
export interface NewSubscriptionEvent extends Place {
  at: Date
  eventCode: EventCode
  by: string
}
export interface NewOptInEvent extends Place {
  at: Date
  change: 1 | -1
  initials: string
  name: string
}

const addSubscriptionsSql = statement<[events: string]>(
  'add_subscription_events',
  `insert into subscription_event (at, agency_id, product_id, event_code, by)
select at, "agencyId", "productId", "eventCode", by from jsonb_to_recordset($1::jsonb)
  as reported (at timestamptz, "agencyId" integer, "productId" integer, "eventCode" smallint, by text) order by at`,
)
const addOptInsSql = statement<[events: string]>(
  'add_opt_in_events',
  `insert into opt_in_event (at, agency_id, product_id, change, initials, name)
select at, "agencyId", "productId", change, initials, name from jsonb_to_recordset($1::jsonb)
  as reported (at timestamptz, "agencyId" integer, "productId" integer, change smallint, initials text, name text)
order by at`,
)
const stateSql = statement<[productIds: number[]]>(
  'make_states_of_products',
  `insert into agency_product (agency_id, product_id, version, status, subscribed, started_at, stopped_at,
  opted_in, opt_in_at, opt_in_initials, opt_in_name)
select agency_id, product_id, 0, status, subscribed, started_at, stopped_at,
  opted_in, opt_in_at, opt_in_initials, opt_in_name
from (${statesOf('product_id = any($1)')}) state
on conflict (agency_id, product_id) do update set ${takeState('excluded')}`,
)

/** Appends many product events at once, in order of time, and recomputes the states of these products. */
export async function recordHistory(
  tx: Tx,
  {
    subscriptions,
    optIns,
  }: { subscriptions: readonly NewSubscriptionEvent[]; optIns: readonly NewOptInEvent[] },
): Promise<void> {
  await query(tx, addSubscriptionsSql, [JSON.stringify(subscriptions)])
  await query(tx, addOptInsSql, [JSON.stringify(optIns)])
  const products = new Set([...subscriptions, ...optIns].map(({ productId }) => productId))
  await recomputeStates(tx, [...products])
}

/** Recomputes the states of products at all agencies from their events. */
export async function recomputeStates(db: Queryable, productIds: number[]): Promise<void> {
  await query(db, stateSql, [productIds])
}
