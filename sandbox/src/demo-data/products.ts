import { products } from '@agency-support/contract/modules/products'
import { systemClock } from '@agency-support/server/lib/clock'
import { withDatabase } from '@agency-support/server/db/open'
import { importItems, listAgencyProducts } from '@agency-support/server/modules/marketplace/public'
import type { StaffCall } from './as-staff.ts'

const vendors = [
  {
    name: 'Brightwater Data',
    email: 'api@brightwater.example',
    city: 'Omaha',
    state: 'NE',
    zipCode: '68102',
  },
  {
    name: 'Northfield Rating',
    email: 'partners@northfield.example',
    city: 'Denver',
    state: 'CO',
    zipCode: '80202',
  },
  { name: 'Papertrail Forms', email: '', city: 'Boise', state: 'ID', zipCode: '83702' },
]
type VendorName = 'Brightwater Data' | 'Northfield Rating' | 'Papertrail Forms'

/** Items of the legacy marketplace, which products with vendor data sync refer to. */
const items = [
  { itemId: 101, name: 'Client Mailings' },
  { itemId: 102, name: 'Comparative Rater' },
  { itemId: 103, name: 'Forms Library' },
]

interface DemoProduct {
  name: string
  vendor: VendorName
  about: string
  category: number
  /** Its legacy item; with it the vendor reads the data of agencies that opted in. */
  itemId?: number
  /** Hidden from all but these agencies. */
  onlyFor?: readonly number[]
  /** Hidden from these. */
  hiddenFrom?: readonly number[]
  minimumVersion?: string
}

/** The marketplace of a new sandbox. */
const demoProducts: readonly DemoProduct[] = [
  {
    name: 'Client Mailings',
    vendor: 'Brightwater Data',
    about: 'Letters and emails to clients at renewal, at birthdays and after a claim.',
    category: 1,
    itemId: 101,
  },
  {
    name: 'Comparative Rater',
    vendor: 'Northfield Rating',
    about: 'Quotes of twelve carriers side by side, from what the agency knows of the client.',
    category: 3,
    itemId: 102,
  },
  {
    name: 'Forms Library',
    vendor: 'Papertrail Forms',
    about: 'Current forms of all states, filled in from the client file.',
    category: 4,
    itemId: 103,
    hiddenFrom: [8951],
  },
  {
    name: 'Policy Vault',
    vendor: 'Brightwater Data',
    about: 'Policies as their carriers sent them, searchable by their text.',
    category: 1,
    minimumVersion: '5.4',
  },
  {
    name: 'Review Requests',
    vendor: 'Brightwater Data',
    about: 'Asks clients for a review on the web after each service.',
    category: 2,
  },
  {
    name: 'Claims Companion',
    vendor: 'Northfield Rating',
    about: 'Claims reported from the phone, with pictures. In trial with a few agencies.',
    category: 3,
    onlyFor: [6938, 13141, 99999103],
  },
]

/** Imports the items of the legacy marketplace, as an operator does with the CLI. */
export function importDemoItems(databaseUrl: string): Promise<void> {
  return withDatabase(databaseUrl, async (db) => {
    const actor = { kind: 'system', name: 'sandbox', sessionId: null } as const
    await importItems(db, items, { at: systemClock.now(), actor, requestId: null })
  })
}

/** Creates the vendors and products that are missing as a member of staff, and sets who sees them. */
export async function createDemoProducts(call: StaffCall): Promise<void> {
  const vendorIds = toIds(await call(products.vendors, {}))
  for (const vendor of vendors.filter(({ name }) => !vendorIds.has(name)))
    vendorIds.set(vendor.name, (await call(products.createVendor, { vendor })).id)
  const productIds = toIds(await call(products.list, {}))
  for (const product of demoProducts) {
    const { name, onlyFor, hiddenFrom = [], minimumVersion = '' } = product
    const productId =
      productIds.get(name) ?? (await call(products.create, { product: toNewProduct(product, vendorIds) })).id
    await call(products.saveAvailability, {
      productId,
      enabled: onlyFor === undefined,
      overrideAgencies: [...(onlyFor ?? hiddenFrom)],
      minimumCMSVersion: minimumVersion,
    })
  }
}

const toIds = (named: readonly { id: number; name: string }[]): Map<string, number> =>
  new Map(named.map(({ id, name }) => [name, id]))

function toNewProduct({ name, vendor, about, category, itemId }: DemoProduct, ids: Map<string, number>) {
  const site = `https://marketplace.example/${name.toLowerCase().replaceAll(' ', '-')}`
  return {
    name,
    providerName: vendor,
    description: about,
    vendorId: ids.get(vendor) ?? 0,
    enableVendorDomain: itemId !== undefined,
    enableVendorWrite: false,
    itemId: itemId ?? null,
    marketplaceOptions: {
      actionButtonLabel: 'Buy Now',
      actionButtonUrl: `${site}/buy`,
      manageButtonLabel: 'Manage',
      manageButtonUrl: `${site}/manage`,
      forceOptIn: false,
      helpContentUrl: `${site}/help`,
      emailNotifications: false,
    },
    productCatalogOptions: { productCategoryId: category },
  }
}

/**
 * The products that agencies can subscribe to, whoever created them. Read from the database: in an older sandbox no
 * account may be left that can sign in with the password of the demo data.
 */
export function listOffered(databaseUrl: string): Promise<{ id: number; name: string }[]> {
  return withDatabase(databaseUrl, async ({ read }) => {
    const listed = await listAgencyProducts(read, 1)
    return listed.map(({ product_id: id, name }) => ({ id, name }))
  })
}
