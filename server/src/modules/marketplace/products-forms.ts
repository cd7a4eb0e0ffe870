import type { products } from '@agency-support/contract/modules/products'
import type { Handler } from '../../calls/context.ts'
import {
  createFrom,
  requireProduct,
  writeAvailability,
  saveDataSharing,
  saveSettings,
} from './products-save.ts'
import { lockProduct } from './products-store.ts'
import { productView, toSettingsRow } from './products-view.ts'

type Created = Parameters<Handler<typeof products.create>>[1]

async function readView(ctx: Pick<Created, 'tx' | 'services'>, productId: number) {
  const row = await lockProduct(ctx.tx, productId)
  if (row === undefined) throw new Error('the product was not found after it was locked')
  return productView(row, ctx.services)
}

/** Creates a product. */
export const create: Handler<typeof products.create> = async ({ product }, ctx) => {
  const { vendorId, enableVendorWrite: vendorWrite } = product
  return readView(ctx, await createFrom(ctx, toSettingsRow(product), { vendorId, vendorWrite }))
}

/** Changes the settings of a product. */
export const update: Handler<typeof products.update> = async ({ product }, ctx) => {
  const row = await requireProduct(ctx, product.id)
  await saveSettings(ctx, row, toSettingsRow(product), product.version)
  return readView(ctx, product.id)
}

/** Creates a product, or changes settings and availability of one. */
export const save: Handler<typeof products.save> = async ({ product }, ctx) => {
  const { id, vendorId, enableVendorWrite: vendorWrite, version, enabled, overrideAgencies } = product
  const settings = toSettingsRow(product)
  if (id === -1) return readView(ctx, await createFrom(ctx, settings, { vendorId, vendorWrite }))
  const row = await requireProduct(ctx, id)
  await saveSettings(ctx, row, settings, version)
  await writeAvailability(
    ctx,
    row,
    {
      enabled: enabled ?? row.enabled,
      overrides: overrideAgencies ?? row.overrides,
      minimum_version: product.productCatalogOptions.minimumCMSVersion,
    },
    version,
  )
  return readView(ctx, id)
}

/** Sets which agencies see a product. */
export const saveAvailability: Handler<typeof products.saveAvailability> = async (sent, ctx) => {
  const row = await requireProduct(ctx, sent.productId)
  const { enabled, overrideAgencies: overrides, minimumCMSVersion } = sent
  const availability = { enabled, overrides, minimum_version: minimumCMSVersion }
  await writeAvailability(ctx, row, availability, sent.version)
  return readView(ctx, sent.productId)
}

/** Sets whether agencies are asked to share data. */
export const setDataSharing: Handler<typeof products.setDataSharing> = async (sent, ctx) => {
  const row = await requireProduct(ctx, sent.productId)
  await saveDataSharing(ctx, row, sent.dataSharingOptIn, sent.version)
  return readView(ctx, sent.productId)
}
