import type { Tx } from '../../db/open.ts'
import { type Column, query, type Queryable, type Row, statement } from '../../db/query.ts'

const columns = [
  'product_id',
  'name',
  'provider_name',
  'enabled',
  'minimum_version',
  'vendor_data_sync',
  'vendor_id',
  'description',
  'vendor_write',
  'item_id',
  'category_id',
  'action_label',
  'action_url',
  'manage_label',
  'manage_url',
  'force_opt_in',
  'terms_label',
  'terms_url',
  'help_url',
  'email_notifications',
  'data_sharing_opt_in',
  'logo_digest',
  'api_key',
  'api_secret',
  'api_secret_last4',
  'version',
  'settings_version',
  'settings_changed_by',
  'settings_changed_at',
  'availability_version',
  'availability_changed_by',
  'availability_changed_at',
  'data_sharing_version',
  'data_sharing_changed_by',
  'data_sharing_changed_at',
] as const satisfies readonly Column<'product'>[]

/** A product of the marketplace as stored. */
export type ProductRow = Omit<Row<'product', (typeof columns)[number]>, 'vendor_id'> & {
  vendor_id: number
  vendor_name: string
  vendor_email: string
  overrides: number[]
  subscribed: boolean
}

/** A form of a product; each has its own version. */
export type ProductForm = 'settings' | 'availability' | 'data_sharing'

// The join excludes e-signature and texting, which have no vendor: no call of this module may reach them.
const select = `select ${columns.map((column) => `p.${column}`).join(', ')},
  v.name as vendor_name, v.email as vendor_email,
  array(select agency_id from product_override o where o.product_id = p.product_id order by agency_id) as overrides,
  exists(select 1 from agency_product a where a.product_id = p.product_id and a.subscribed) as subscribed
from product p join vendor v using (vendor_id)
where p.deleted_at is null`

const listSql = statement<[], ProductRow>(
  'list_products',
  `${select} order by v.name_folded, p.name_folded, p.product_id`,
)
const findSql = statement<[productId: number], ProductRow>('find_product', `${select} and p.product_id = $1`)
const lockSql = statement<[productId: number]>(
  'lock_product',
  'select from product where product_id = $1 for update',
)

/** All marketplace products by vendor and name. */
export function listProducts(db: Queryable): Promise<ProductRow[]> {
  return query(db, listSql, [])
}

/** One product of the marketplace; undefined if missing or deleted. */
export async function findProduct(db: Queryable, productId: number): Promise<ProductRow | undefined> {
  const [row] = await query(db, findSql, [productId])
  return row
}

/** The same, locked until the transaction ends. */
export async function lockProduct(tx: Tx, productId: number): Promise<ProductRow | undefined> {
  await query(tx, lockSql, [productId])
  // A statement that waited for the lock would see the overrides as they were before the wait.
  return findProduct(tx, productId)
}

/** Columns of the Settings form. */
export type SettingsRow = Pick<
  ProductRow,
  | 'name'
  | 'provider_name'
  | 'description'
  | 'vendor_data_sync'
  | 'item_id'
  | 'category_id'
  | 'action_label'
  | 'action_url'
  | 'manage_label'
  | 'manage_url'
  | 'force_opt_in'
  | 'terms_label'
  | 'terms_url'
  | 'help_url'
  | 'email_notifications'
>

/** Adds a product that nobody sees yet; returns its id, or undefined if the name is taken. */
export async function insertProduct(
  tx: Tx,
  product: SettingsRow & { name_folded: string; vendor_id: number; vendor_write: boolean },
): Promise<number | undefined> {
  const row = await tx
    .insertInto('product')
    .values(product)
    .onConflict((on) => on.column('name_folded').doNothing())
    .returning('product_id')
    .executeTakeFirst()
  return row?.product_id
}

/** Columns of all forms; overrides are in a separate table. */
type FormColumns = SettingsRow &
  Pick<ProductRow, 'enabled' | 'minimum_version' | 'data_sharing_opt_in'> & { name_folded: string }

/** What saving a form writes besides its fields. */
export interface Saved {
  productId: number
  form: ProductForm
  by: string
  at: Date
}

/** Writes the fields of a form of a locked product, and increments the versions. */
export async function saveForm(
  tx: Tx,
  { productId, form, by, at }: Saved,
  fields: Partial<FormColumns>,
): Promise<void> {
  const changed = { [`${form}_changed_by`]: by, [`${form}_changed_at`]: at }
  await tx
    .updateTable('product')
    .set((of) => ({
      ...fields,
      ...changed,
      version: of('version', '+', 1),
      [`${form}_version`]: of('version', '+', 1),
    }))
    .where('product_id', '=', productId)
    .execute()
}

/** Replaces the override list of a locked product. */
export async function replaceOverrides(
  tx: Tx,
  productId: number,
  agencyIds: readonly number[],
): Promise<void> {
  await tx.deleteFrom('product_override').where('product_id', '=', productId).execute()
  await query(tx, addOverridesSql, [productId, agencyIds])
}

const addOverridesSql = statement<[productId: number, agencyIds: readonly number[]]>(
  'add_overrides',
  'insert into product_override (product_id, agency_id) select $1, unnest($2::integer[])',
)

/** The number of agencies currently subscribed to a product. */
export async function countSubscribed(tx: Tx, productId: number): Promise<number> {
  const { agencies } = await tx
    .selectFrom('agency_product')
    .select((of) => of.fn.countAll<number>().as('agencies'))
    .where('product_id', '=', productId)
    .where('subscribed', '=', true)
    .executeTakeFirstOrThrow()
  return agencies
}

/** Removes a product from all lists, with its secret and logo; its history stays. */
export async function markDeleted(tx: Tx, productId: number, at: Date): Promise<void> {
  await tx.deleteFrom('product_logo').where('product_id', '=', productId).execute()
  await tx
    .updateTable('product')
    .set({
      deleted_at: at,
      name_folded: null,
      logo_digest: '',
      api_key: null,
      api_secret: null,
      api_secret_last4: null,
    })
    .where('product_id', '=', productId)
    .execute()
}
