import type { IntegrationProduct } from '@agency-support/contract/modules/product-shapes'
import type { ReadDb, Tx } from '../../db/open.ts'
import type { Column, Row } from '../../db/query.ts'

const columns = [
  'vendor_id',
  'name',
  'enabled',
  'email',
  'address_line1',
  'address_line2',
  'address_line3',
  'city',
  'state',
  'zip_code',
] as const satisfies readonly Column<'vendor'>[]

/** A vendor as stored. */
export type VendorRow = Row<'vendor', (typeof columns)[number]>

/** All vendors by name. */
export function listVendors(db: ReadDb): Promise<VendorRow[]> {
  return db.selectFrom('vendor').select(columns).orderBy('name_folded').orderBy('vendor_id').execute()
}

/** True if this vendor exists. */
export async function hasVendor(tx: Tx, vendorId: number): Promise<boolean> {
  const found = await tx
    .selectFrom('vendor')
    .select('vendor_id')
    .where('vendor_id', '=', vendorId)
    .executeTakeFirst()
  return found !== undefined
}

/** Adds a vendor; undefined if the name is taken. */
export function insertVendor(
  tx: Tx,
  vendor: Omit<VendorRow, 'vendor_id' | 'enabled'> & { name_folded: string },
): Promise<VendorRow | undefined> {
  return tx
    .insertInto('vendor')
    .values(vendor)
    .onConflict((on) => on.column('name_folded').doNothing())
    .returning(columns)
    .executeTakeFirst()
}

/** The items of the legacy marketplace, by name. */
export async function listItems(db: ReadDb): Promise<IntegrationProduct[]> {
  const rows = await db
    .selectFrom('integration_item')
    .select(['item_id', 'name'])
    .orderBy('name')
    .orderBy('item_id')
    .execute()
  return rows.map(({ item_id: itemId, name }) => ({ itemId, name }))
}

/** True if this item exists. */
export async function hasItem(tx: Tx, itemId: number): Promise<boolean> {
  const found = await tx
    .selectFrom('integration_item')
    .select('item_id')
    .where('item_id', '=', itemId)
    .executeTakeFirst()
  return found !== undefined
}

/** The names of these items by id; one that is not listed is left out. */
export async function readItemNames(
  tx: Tx,
  itemIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (itemIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('integration_item')
    .select(['item_id', 'name'])
    .where('item_id', 'in', itemIds)
    .execute()
  return new Map(rows.map(({ item_id: id, name }) => [id, name]))
}

/** Result of an import of items. */
export interface ItemsImported {
  added: number
  renamed: number
  removed: number
}

/** Replaces the items; a product mapped to a removed item keeps its number. */
export async function replaceItems(tx: Tx, items: readonly IntegrationProduct[]): Promise<ItemsImported> {
  const known = await tx.selectFrom('integration_item').select(['item_id', 'name']).forUpdate().execute()
  const names = new Map(known.map(({ item_id: id, name }) => [id, name]))
  const given = new Set(items.map(({ itemId }) => itemId))
  const changed = items.filter(({ itemId, name }) => names.get(itemId) !== name)
  const gone = known.map(({ item_id: id }) => id).filter((id) => !given.has(id))
  if (gone.length > 0) await tx.deleteFrom('integration_item').where('item_id', 'in', gone).execute()
  for (const { itemId, name } of changed)
    await tx
      .insertInto('integration_item')
      .values({ item_id: itemId, name })
      .onConflict((on) => on.column('item_id').doUpdateSet({ name }))
      .execute()
  const added = changed.filter(({ itemId }) => !names.has(itemId)).length
  return { added, renamed: changed.length - added, removed: gone.length }
}
