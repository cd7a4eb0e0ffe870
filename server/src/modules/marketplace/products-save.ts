import { foldText } from '@agency-support/contract/rules/search'
import { whyNotVendorWrite } from '@agency-support/contract/rules/products'
import type { StaleForm } from '@agency-support/contract/modules/product-shapes'
import type { z } from 'zod'
import type { Services } from '../../calls/context.ts'
import { isStale } from '../../calls/is-stale.ts'
import { HttpFailure, type Refusal } from '../../calls/refusal.ts'
import type { Tx } from '../../db/open.ts'
import type { NewEntry } from '../../journal/append.ts'
import { findChanges, type FormFields, staleForm, toJournal } from './products-stale.ts'
import {
  insertProduct,
  lockProduct,
  type ProductForm,
  type ProductRow,
  replaceOverrides,
  type Saved,
  saveForm,
  type SettingsRow,
} from './products-store.ts'
import { recordSync } from './store.ts'
import { hasItem, hasVendor, readItemNames } from './vendors-store.ts'

/** What saving a form of a product needs from a handler's context. */
export interface SavesForm<F extends ProductForm> {
  tx: Tx
  now: Date
  session: { username: string }
  services: Pick<Services, 'sendGrid'>
  append(entry: NewEntry<(typeof events)[F]>): Promise<void>
  refuse(reason: 'stale', data: z.input<typeof StaleForm>): Refusal
}

/** What creating a product needs from a handler's context; the name may be taken. */
export interface NamesProduct {
  tx: Tx
  append(entry: NewEntry<'products.created'>): Promise<void>
  refuse(reason: 'exists' | 'noVendor'): Refusal
}

const events = {
  settings: 'products.settingsSaved',
  availability: 'products.availabilitySaved',
  data_sharing: 'products.dataSharingSet',
} as const

/** Locks and returns a product. Throws the refusal if there is none. */
export async function requireProduct(
  ctx: { tx: Tx; refuse(reason: 'notFound'): Refusal },
  productId: number,
): Promise<ProductRow> {
  const row = await lockProduct(ctx.tx, productId)
  if (row === undefined) throw ctx.refuse('notFound')
  return row
}

/** Checks the mapping, which is only needed with vendor data sync. */
async function assertItem(
  tx: Tx,
  { vendor_data_sync: isSynced, item_id: itemId }: SettingsRow,
): Promise<void> {
  if (isSynced && itemId !== null && !(await hasItem(tx, itemId)))
    throw new HttpFailure(400, 'Invalid marketplace item')
}

/** Creates a product, disabled and without overrides; returns its id. */
export async function createFrom(
  ctx: NamesProduct,
  settings: SettingsRow,
  { vendorId, vendorWrite }: { vendorId: number; vendorWrite: boolean },
): Promise<number> {
  if (!(await hasVendor(ctx.tx, vendorId))) throw ctx.refuse('noVendor')
  await assertItem(ctx.tx, settings)
  const id = await insertProduct(ctx.tx, {
    ...settings,
    name_folded: foldText(settings.name),
    vendor_id: vendorId,
    vendor_write: vendorWrite,
  })
  if (id === undefined) throw ctx.refuse('exists')
  await ctx.append({
    event: 'products.created',
    subject: settings.name,
    after: { name: settings.name, providerName: settings.provider_name, id },
  })
  return id
}

/** Saves the settings of a locked product; equal ones change nothing. */
export async function saveSettings(
  ctx: SavesForm<'settings'> & { refuse(reason: 'exists'): Refusal },
  row: ProductRow,
  settings: SettingsRow,
  version: number | undefined,
): Promise<void> {
  const problem = whyNotVendorWrite({
    enableVendorDomain: settings.vendor_data_sync,
    enableVendorWrite: row.vendor_write,
    forceOptIn: settings.force_opt_in,
  })
  if (problem !== undefined) throw new HttpFailure(400, problem)
  await assertItem(ctx.tx, settings)
  await save(ctx, { row, form: 'settings', sent: settings, version }, async (saved) => {
    const fields = { ...settings, name_folded: foldText(settings.name) }
    await saveForm(ctx.tx, saved, fields).catch((error: unknown) => {
      throw isTaken(error) ? ctx.refuse('exists') : error
    })
    await countOptIns(ctx, row, settings)
  })
}

/** Opt-ins count on the dashboard while the product has vendor data sync (D-88). */
async function countOptIns(
  { tx, now: at }: SavesForm<'settings'>,
  { product_id: productId, vendor_data_sync: was }: ProductRow,
  { vendor_data_sync: is }: SettingsRow,
): Promise<void> {
  if (was !== is) await recordSync(tx, { productId, change: is ? 1 : -1, at })
}

function isTaken(error: unknown): boolean {
  const { code, constraint } = Object(error) as { code?: string; constraint?: string }
  return code === '23505' && constraint === 'product_name'
}

/** Saves which agencies see a locked product; equal values change nothing. */
export async function writeAvailability(
  ctx: SavesForm<'availability'>,
  row: ProductRow,
  sent: Pick<ProductRow, 'enabled' | 'overrides' | 'minimum_version'>,
  version: number | undefined,
): Promise<void> {
  const { enabled, minimum_version, overrides } = sent
  await save(ctx, { row, form: 'availability', sent, version }, async (saved) => {
    await saveForm(ctx.tx, saved, { enabled, minimum_version })
    if (overrides.join() !== row.overrides.join()) await replaceOverrides(ctx.tx, row.product_id, overrides)
  })
}

/** Saves whether agencies are asked to share data with a locked product; an equal value changes nothing. */
export async function saveDataSharing(
  ctx: SavesForm<'data_sharing'>,
  row: ProductRow,
  dataSharingOptIn: boolean,
  version: number | undefined,
): Promise<void> {
  const sent = { data_sharing_opt_in: dataSharingOptIn }
  await save(ctx, { row, form: 'data_sharing', sent, version }, (saved) => saveForm(ctx.tx, saved, sent))
}

interface Save<F extends ProductForm> {
  row: ProductRow
  form: F
  sent: FormFields
  version: number | undefined
}

async function save<F extends ProductForm>(
  ctx: SavesForm<F>,
  { row, form, sent, version }: Save<F>,
  write: (saved: Saved) => Promise<void>,
): Promise<void> {
  if (findChanges(row, sent).length === 0) return
  const itemIds = [row.item_id, sent.item_id ?? null].filter((id) => id !== null)
  const change = { row, sent, items: await readItemNames(ctx.tx, itemIds) }
  if (isStale(row[`${form}_version`], version)) throw ctx.refuse('stale', staleForm(change, form))
  await write({ productId: row.product_id, form, by: ctx.session.username, at: ctx.now })
  await ctx.append({ event: events[form], subject: row.name, ...toJournal(change) })
}
