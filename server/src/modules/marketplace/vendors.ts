import type { products } from '@agency-support/contract/modules/products'
import { foldText } from '@agency-support/contract/rules/search'
import type { Handler } from '../../calls/context.ts'
import { vendorView } from './products-view.ts'
import { insertVendor, listItems, listVendors } from './vendors-store.ts'

/** The vendors by name. */
export const vendors: Handler<typeof products.vendors> = async (_input, ctx) =>
  (await listVendors(ctx.db)).map(vendorView)

/** The items of the legacy marketplace. */
export const integrationProducts: Handler<typeof products.integrationProducts> = (_input, ctx) =>
  listItems(ctx.db)

/** Creates a vendor. */
export const createVendor: Handler<typeof products.createVendor> = async ({ vendor }, ctx) => {
  const row = await insertVendor(ctx.tx, {
    name: vendor.name,
    name_folded: foldText(vendor.name),
    email: vendor.email,
    address_line1: vendor.addressLine1,
    address_line2: vendor.addressLine2,
    address_line3: vendor.addressLine3,
    city: vendor.city,
    state: vendor.state,
    zip_code: vendor.zipCode,
  })
  if (row === undefined) throw ctx.refuse('exists')
  await ctx.append({
    event: 'products.vendorCreated',
    subject: vendor.name,
    after: { name: vendor.name, email: vendor.email, id: row.vendor_id },
  })
  return vendorView(row)
}
