import type { ReadDb, Tx } from '../../db/open.ts'
import { query, type Row, statement } from '../../db/query.ts'
import type { Place } from './store.ts'

/** A product of the marketplace with its state at an agency; null if nothing was ever reported. */
export type AgencyProductRow = Pick<
  Row<'product'>,
  'product_id' | 'name' | 'provider_name' | 'enabled' | 'minimum_version'
> & { is_overridden: boolean } & {
  [Column in 'subscribed' | 'started_at' | 'opted_in' | 'opt_in_at' | 'opt_in_initials' | 'opt_in_name']:
    | Row<'agency_product'>[Column]
    | null
}

const listSql = statement<[agencyId: number], AgencyProductRow>(
  'list_agency_products',
  `select p.product_id, p.name, p.provider_name, p.enabled, p.minimum_version, o.agency_id is not null as is_overridden,
  a.subscribed, a.started_at, a.opted_in, a.opt_in_at, a.opt_in_initials, a.opt_in_name
from product p
left join product_override o on o.product_id = p.product_id and o.agency_id = $1
left join agency_product a on a.product_id = p.product_id and a.agency_id = $1
where p.product_key is null and p.deleted_at is null order by lower(p.name), p.product_id`,
)

/** Every product of the marketplace at an agency, by name; without those with keys and deleted ones. */
export function listAgencyProducts(db: ReadDb, agencyId: number): Promise<AgencyProductRow[]> {
  return query(db, listSql, [agencyId])
}

/** Those of these ids that belong to no product of the marketplace; deleted products exist, those with keys do not. */
export async function findUnknownProducts(
  tx: Tx,
  productIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (productIds.length === 0) return new Set()
  const rows = await tx
    .selectFrom('product')
    .select('product_id')
    .where('product_id', 'in', [...new Set(productIds)])
    .where('product_key', 'is', null)
    .execute()
  const known = new Set(rows.map(({ product_id }) => product_id))
  return new Set(productIds.filter((productId) => !known.has(productId)))
}

const stateSql = statement<
  [agencyId: number, productId: number],
  Pick<Row<'agency_product'>, 'subscribed' | 'started_at' | 'opted_in' | 'opt_in_at'> &
    Pick<Row<'product'>, 'vendor_data_sync'>
>(
  'state_of_agency_product',
  `select a.subscribed, a.started_at, a.opted_in, a.opt_in_at,
  p.vendor_data_sync and p.deleted_at is null as vendor_data_sync
from agency_product a join product p using (product_id) where a.agency_id = $1 and a.product_id = $2`,
)

/** The state of a product at an agency; the caller has locked its row. */
export async function readState(tx: Tx, { agencyId, productId }: Place) {
  const [state] = await query(tx, stateSql, [agencyId, productId])
  if (state === undefined) throw new Error('the row of a product at an agency is missing')
  return state
}

const endableSql = statement<[agencyId: number, productId: number], { product_id: number }>(
  'endable_agency_products',
  `select a.product_id from agency_product a join product p using (product_id)
where a.agency_id = $1 and ($2 = 0 or a.product_id = $2) and p.product_key is null
  and (a.subscribed or a.opted_in) order by a.product_id`,
)

/** The products of an agency that a reset changes: all with product 0, but never those with keys. */
export async function listEndable(tx: Tx, { agencyId, productId }: Place): Promise<number[]> {
  const rows = await query(tx, endableSql, [agencyId, productId])
  return rows.map(({ product_id }) => product_id)
}
