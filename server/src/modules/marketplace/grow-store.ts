import type { OpenDatabase, Tx } from '../../db/open.ts'
import { query, statement } from '../../db/query.ts'
import { recomputeStates } from './bulk-store.ts'

/** Agencies over which the events are spread; few enough that each product at an agency gets several events. */
const maxAgencies = 20_000
const chunk = 50_000

/** How much to add: a number of events over all products, spread evenly over this time. */
export interface Growth {
  events: number
  from: Date
  to: Date
}

type Places = { agencyIds: number[]; productIds: number[] }

const placesSql = statement<[maxAgencies: number], Places>(
  'places_to_grow',
  `select
  (select coalesce(array_agg(agency_id order by agency_id), '{}') from
    (select agency_id from agency order by agency_id limit $1) as lowest) as "agencyIds",
  (select coalesce(array_agg(product_id order by product_id), '{}') from product where deleted_at is null) as "productIds"`,
)

type Chunk = [
  agencyIds: number[],
  productIds: number[],
  first: number,
  last: number,
  all: number,
  from: Date,
  to: Date,
]
// Each pass over all agencies and products toggles every subscription: bought, cancelled, bought again.
const growSql = statement<Chunk>(
  'grow_subscription_events',
  `insert into subscription_event (at, agency_id, product_id, event_code, by)
select $6::timestamptz + ($7::timestamptz - $6::timestamptz) * (n::double precision / $5::integer),
  ($1::integer[])[1 + n / cardinality($2::integer[]) % cardinality($1::integer[])],
  ($2::integer[])[1 + n % cardinality($2::integer[])],
  n / (cardinality($1::integer[]) * cardinality($2::integer[])) % 2, 'grown'
from generate_series($3::integer, $4::integer) n order by n`,
)

/** Adds subscription events in bulk, 50,000 per transaction, and recomputes the states; reports its progress. */
export async function growHistory(
  db: OpenDatabase['write'],
  { events, from, to }: Growth,
  onProgress: (added: number) => void,
): Promise<void> {
  const inTx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => db.transaction().execute(work)
  const [places] = await inTx((tx) => query(tx, placesSql, [maxAgencies]))
  const { agencyIds = [], productIds = [] } = places ?? {}
  if (agencyIds.length === 0 || productIds.length === 0) return
  for (let first = 0; first < events; first += chunk) {
    const last = Math.min(events, first + chunk) - 1
    await inTx((tx) => query(tx, growSql, [agencyIds, productIds, first, last, events, from, to]))
    onProgress(last + 1)
  }
  for (const productId of productIds) await inTx((tx) => recomputeStates(tx, [productId]))
}
