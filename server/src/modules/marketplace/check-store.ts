import type { ReadDb } from '../../db/open.ts'
import { query, statement } from '../../db/query.ts'
import { statesOf } from './store.ts'

/** A stored state of a product at an agency that disagrees with its events. */
export interface StateDifference {
  product: string
  agencyId: number
  /** The columns that differ; empty if nothing is stored. */
  columns: string[]
}

// The defaults of a new row, which hold for an agency without events.
const columns = {
  subscribed: 'false',
  started_at: 'null',
  stopped_at: 'null',
  opted_in: 'false',
  opt_in_at: 'null',
  opt_in_initials: "''",
  opt_in_name: "''",
} as const

const same = [
  ...Object.entries(columns).map(
    ([column, blank]) =>
      `('${column}', stored.${column} is not distinct from coalesce(computed.${column}, ${blank}))`,
  ),
  // People also set the status of products with keys.
  "('status', product_key is not null or stored.status = coalesce(computed.status, 1))",
].join(', ')

const differencesSql = statement<[productId: number], { agency_id: number; columns: string[] }>(
  'find_state_differences',
  `with computed as (${statesOf('product_id = $1')})
select coalesce(stored.agency_id, computed.agency_id) as agency_id,
  coalesce(array_agg(compared.name order by compared.name) filter (where stored.agency_id is not null), '{}') as columns
from (select * from agency_product where product_id = $1) stored
full join computed on computed.agency_id = stored.agency_id
join product on product.product_id = $1
cross join lateral (values ${same}) compared (name, is_same)
where stored.agency_id is null or not is_same
group by 1 order by 1`,
)
const productsSql = statement<[], { product_id: number; name: string }>(
  'list_products_to_check',
  'select product_id, name from product order by product_id',
)

/** Finds stored states of products at agencies that disagree with their events, product by product. */
export async function* findStateDifferences(db: ReadDb): AsyncGenerator<StateDifference> {
  for (const { product_id: productId, name } of await query(db, productsSql, []))
    for (const { agency_id: agencyId, columns: differing } of await query(db, differencesSql, [productId]))
      yield { product: name, agencyId, columns: differing }
}
