import { marketplace } from '@agency-support/contract/modules/marketplace'
import { products } from '@agency-support/contract/modules/products'
import { reports } from '@agency-support/contract/modules/reports'
import { P } from '@agency-support/contract/permissions'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'
import { type Event, opting, subscribing } from '../../../test/marketplace.ts'
import {
  createProduct,
  createVendor,
  type NewProduct,
  otherSettings,
  productSettings,
} from '../../../test/products.ts'
import { importItems } from './import-items.ts'

const server = useServer()
let manager: TestClient
let colleague: TestClient
let vendorId: number
beforeAll(async () => {
  const permissions = [P.CanAccess, P.ApplicationManagement]
  manager = await server.asNew({ permissions, username: 'mia@support.test' })
  colleague = await server.asNew({ permissions, username: 'cole@support.test' })
  vendorId = await createVendor(manager, 'Acme')
  const operator = { kind: 'system', name: 'operator', sessionId: null } as const
  const audit = { at: server.clock.now(), actor: operator, requestId: null }
  await importItems(server.db, [{ itemId: 7, name: 'Rater' }], audit)
})

const settings = (name: string): NewProduct => productSettings(name, vendorId)
const create = (name: string, more: Partial<NewProduct> = {}) =>
  createProduct(manager, { ...settings(name), ...more })
const read = async (productId: number) => (await manager.call(products.product, { productId })).data[0]
const listJournal = (event: string) =>
  server.db.read
    .selectFrom('journal')
    .select(['subject', 'before', 'after', 'actor'])
    .where('event', '=', event)
    .orderBy('seq')
    .execute()

const asTyped = (command: string, body: object) => ({
  method: 'POST',
  path: '/application/request',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ command, ...body }),
})

test('[PRODUCTS-14] [PRODUCTS-23] [PRODUCTS-24] [PRODUCTS-25] [MKT-32] [PROD-EDIT-15] a product is created disabled, whatever else is sent', async () => {
  const product = {
    ...settings('Rater One'),
    id: -1,
    enabled: true,
    overrideAgencies: [3],
    itemId: '',
    marketplaceOptions: { ...settings('').marketplaceOptions, dataSharingOptIn: true, logoPath: '/x' },
    productCatalogOptions: { productCategoryId: 3, minimumCMSVersion: '9' },
    apiCredentials: { apiKey: 'mine' },
  }
  const got = await manager.send(asTyped('CreateMarketplaceProduct', { product }))
  const { code, data } = JSON.parse(got.body) as { code: number; data: { id: number }[] }
  expect([got.status, code]).toEqual([200, 0])
  expect(data[0]?.id).toBeGreaterThan(2)
  expect(data[0]).toEqual({
    id: data[0]?.id,
    name: 'Rater One',
    enabled: false,
    overrideAgencies: [],
    vendorId,
    vendorName: 'Acme',
    providerName: 'Harborlight',
    description: 'Does something.',
    enableVendorDomain: false,
    enableVendorWrite: false,
    itemId: null,
    marketplaceOptions: {
      actionButtonLabel: 'Buy Now',
      actionButtonUrl: 'https://a.example/buy',
      manageButtonLabel: 'Manage',
      manageButtonUrl: 'https://a.example/manage',
      forceOptIn: false,
      termsAndConditionsLabel: '',
      termsAndConditionsUrl: '',
      helpContentUrl: '',
      emailNotifications: false,
      dataSharingOptIn: false,
      logoPath: '',
    },
    productCatalogOptions: { productCategoryId: 3, minimumCMSVersion: '' },
    apiCredentials: null,
    whyNotResend: 'Mail is not set up.',
    subscribed: false,
    version: 1,
  })
  expect((await listJournal('products.created')).at(-1)).toMatchObject({
    subject: 'Rater One',
    actor: 'mia@support.test',
  })
})

test('[PRODUCTS-09] [PRODUCTS-12] [MKT-25] lists hold no credentials and neither e-signature nor texting', async () => {
  const made = await create('Listed')
  const looker = await server.asNew({ permissions: [P.CanAccess] })
  const { data } = await looker.call(products.list, {})
  const { apiCredentials: _secret, whyNotResend: _mail, ...listed } = made
  expect(data).toContainEqual(listed)
  expect(data.map(({ name }) => name)).not.toContain('Texting')
  expect(data.some((one) => 'apiCredentials' in one)).toBe(false)
  const keyed = await server.db.read
    .selectFrom('product')
    .select(['product_id', 'enabled'])
    .where('product_key', 'in', [3, 5])
    .execute()
  expect(keyed.map(({ enabled }) => enabled)).toEqual([true, true])
  for (const { product_id: productId } of keyed) {
    expect((await manager.call(products.product, { productId })).message).toBe('Product not found')
    expect((await manager.call(products.remove, { productId })).message).toBe('Product not found')
  }
  expect((await read(made.id))?.name).toBe('Listed')
  expect((await manager.call(products.product, { productId: 4_000 })).code).toBe(2)
})

test('[PRODUCTS-22] [MKT-04] reading the lists needs CanAccess alone, all else 2001', async () => {
  const { id: productId } = await create('Guarded')
  const looker = await server.asNew({ permissions: [P.CanAccess] })
  for (const call of [products.list, products.vendors, products.integrationProducts])
    expect((await looker.call(call, {})).status).toBe(200)
  const refused = [
    looker.call(products.product, { productId }),
    looker.call(products.create, { product: settings('No') }),
    looker.call(products.update, { product: { ...settings('No'), id: productId } }),
    looker.call(products.save, { product: { ...settings('No'), id: -1 } }),
    looker.call(products.remove, { productId }),
    looker.call(products.createVendor, { vendor: { name: 'No' } }),
    looker.call(products.setDataSharing, { productId, dataSharingOptIn: true }),
    looker.call(products.refreshSecretKey, { productId }),
    looker.call(products.resendCredentials, { productId }),
    looker.call(products.uploadLogo, { id: String(productId) }),
    looker.call(products.saveAvailability, {
      productId,
      enabled: true,
      overrideAgencies: [],
      minimumCMSVersion: '',
    }),
  ]
  for (const one of refused) expect((await one).status).toBe(403)
})

test('[PRODUCTS-15] [PRODUCTS-24] [MKT-33] an update changes the settings alone', async () => {
  const made = await create('Updated')
  const { marketplaceOptions: options, ...changed } = otherSettings
  const product = {
    ...changed,
    id: made.id,
    enabled: true,
    overrideAgencies: 'nonsense',
    vendorId: 99,
    enableVendorWrite: true,
    marketplaceOptions: { ...options, dataSharingOptIn: true, logoPath: '/x' },
    productCatalogOptions: { productCategoryId: 1, minimumCMSVersion: '9.9' },
  }
  const got = await manager.send(asTyped('UpdateMarketplaceProduct', { product }))
  const updated = {
    ...made,
    ...changed,
    marketplaceOptions: { ...options, dataSharingOptIn: false, logoPath: '' },
    productCatalogOptions: { productCategoryId: 1, minimumCMSVersion: '' },
    version: made.version + 1,
  }
  expect(JSON.parse(got.body)).toMatchObject({ code: 0, data: [updated] })
  expect(await read(made.id)).toEqual(updated)
})

test('[SHELL-19] [PRODUCTS-13] [PRODUCTS-18] [MKT-34] Availability and data sharing are stored by their own calls, Save does both forms', async () => {
  const { id } = await create('Available')
  const sent = { productId: id, enabled: true, overrideAgencies: [20, 3, 20, -2], minimumCMSVersion: ' 5.1 ' }
  const { data } = await manager.call(products.saveAvailability, sent)
  expect(data[0]).toMatchObject({
    enabled: true,
    overrideAgencies: [3, 20],
    productCatalogOptions: { minimumCMSVersion: '5.1' },
  })
  await manager.call(products.setDataSharing, { productId: id, dataSharingOptIn: true })
  expect((await read(id))?.marketplaceOptions.dataSharingOptIn).toBe(true)
  const both = await manager.call(products.save, {
    product: {
      ...settings('Available Too'),
      id,
      enabled: false,
      overrideAgencies: [8],
      productCatalogOptions: { productCategoryId: 2, minimumCMSVersion: '' },
    },
  })
  expect(both.data[0]).toMatchObject({ name: 'Available Too', enabled: false, overrideAgencies: [8] })
  const made = await manager.call(products.save, { product: { ...settings('Saved New'), id: -1 } })
  expect(made.data[0]).toMatchObject({ name: 'Saved New', enabled: false })
  expect((await listJournal('products.availabilitySaved')).at(-1)).toMatchObject({
    before: { 'Global Status': 'Enabled', Overrides: '00000003, 00000020', 'Minimum CMS Version': '5.1' },
    after: { 'Global Status': 'Disabled', Overrides: '00000008', 'Minimum CMS Version': '' },
  })
  const third = { productId: id, enabled: false, overrideAgencies: [8, 9], minimumCMSVersion: '' }
  await manager.call(products.saveAvailability, third)
  const [entry] = (await listJournal('products.availabilitySaved')).slice(-1)
  expect(entry).toMatchObject({ before: { Overrides: '' }, after: { Overrides: '00000009' } })
})

test('[MKT-36] two people save different forms; a stale save of the same form names who, when and both values', async () => {
  const { id, version } = await create('Shared')
  const product = { ...settings('Shared'), id, description: 'New words.', version }
  const changedAt = server.clock.now().toISOString()
  expect((await colleague.call(products.update, { product })).code).toBe(0)
  server.clock.turn(60)
  const availability = { productId: id, enabled: true, overrideAgencies: [], minimumCMSVersion: '' }
  expect((await manager.call(products.saveAvailability, { ...availability, version })).code).toBe(0)
  const sharing = { productId: id, dataSharingOptIn: true, version }
  expect((await manager.call(products.setDataSharing, sharing)).code).toBe(0)
  const stale = await manager.call(products.update, { product: { ...product, description: 'My words.' } })
  expect([stale.code, stale.message]).toEqual([
    409,
    `cole@support.test saved this form at ${changedAt}. Your changes were not saved.`,
  ])
  expect(stale.refusal).toMatchObject({
    changedBy: 'cole@support.test',
    changedAt,
    fields: [{ field: 'Description', current: 'New words.', yours: 'My words.' }],
  })
  const { version: newer } = stale.refusal as { version: number }
  const again = { ...product, description: 'My words.', version: newer }
  expect((await manager.call(products.update, { product: again })).data[0]?.description).toBe('My words.')
  const before = (await read(id))?.version
  expect((await colleague.call(products.update, { product: { ...again, version: 1 } })).code).toBe(0)
  expect((await read(id))?.version).toBe(before)
})

test('[MKT-37] a name that exists is refused in any case of letters, by create and by update', async () => {
  const { id } = await create('Taken')
  const other = await create('Other')
  for (const name of ['Taken', ' tAKEN ', 'texting']) {
    const { code, message } = await manager.call(products.create, { product: settings(name) })
    expect([code, message]).toEqual([409, 'Product already exists.'])
  }
  const renamed = await manager.call(products.update, { product: { ...settings('TAKEN'), id: other.id } })
  expect([renamed.code, renamed.message]).toEqual([409, 'Product already exists.'])
  expect((await manager.call(products.update, { product: { ...settings('TAKEN'), id } })).code).toBe(0)
  const vendor = await manager.call(products.createVendor, { vendor: { name: 'ACME' } })
  expect([vendor.code, vendor.message]).toEqual([409, 'Vendor already exists.'])
})

test('[MKT-18] [MKT-19] [MKT-27] [PROD-EDIT-22] the server refuses what the form refuses, with its sentences', async () => {
  const terms = { termsAndConditionsLabel: 'Terms', termsAndConditionsUrl: 'https://a.example/terms' }
  const { id } = await create('Writes', {
    enableVendorDomain: true,
    enableVendorWrite: true,
    itemId: 7,
    marketplaceOptions: {
      ...settings('').marketplaceOptions,
      ...terms,
      forceOptIn: true,
    },
  })
  const refused = async (product: object, command = 'CreateMarketplaceProduct'): Promise<string> => {
    const got = await manager.send(asTyped(command, { product }))
    expect(got.status).toBe(400)
    return (JSON.parse(got.body) as { message: string }).message
  }
  const good = settings('Refused')
  const { marketplaceOptions: options } = good
  expect(await refused({ ...good, name: '' })).toBe('This field is required.')
  const noVendor = await manager.call(products.create, { product: { ...good, vendorId: 4_000 } })
  expect([noVendor.code, noVendor.message]).toEqual([422, 'There is no such vendor.'])
  expect(await refused({ ...good, vendorId: 0 })).toBe('This field is required.')
  for (const [name, why] of [
    ['x'.repeat(101), 'be at most 100 characters.'],
    ['\u202erefused', 'not contain the invisible character U+202E.'],
  ])
    expect(await refused({ ...good, name })).toBe(`Product Name must ${why}`)
  const script = { ...options, actionButtonUrl: 'javascript:alert(1)' }
  expect(await refused({ ...good, marketplaceOptions: script })).toBe(
    'Enter an address that begins with https:// or http://.',
  )
  expect(await refused({ ...good, enableVendorDomain: true, itemId: 8 })).toBe('Invalid marketplace item')
  for (const itemId of [undefined, 0, -1])
    expect(
      await refused({ ...good, enableVendorDomain: true, ...(itemId !== undefined && { itemId }) }),
    ).toBe('This field is required.')
  expect(await refused({ ...good, enableVendorWrite: true })).toBe(
    'Read/Write requires Opt In and Vendor Data Sync',
  )
  const writes = settings('Writes')
  const optedIn = { ...writes.marketplaceOptions, ...terms, forceOptIn: true }
  for (const off of [
    writes,
    { ...writes, enableVendorDomain: true, itemId: 7 },
    { ...writes, marketplaceOptions: optedIn },
  ])
    expect(await refused({ ...off, id }, 'UpdateMarketplaceProduct')).toBe(
      'Read/Write requires Opt In and Vendor Data Sync',
    )
  expect(await read(id)).toMatchObject({ enableVendorDomain: true, marketplaceOptions: { forceOptIn: true } })
})

test('[PRODUCTS-16] [MKT-41] [MKT-42] a product goes from every list, not while an agency is subscribed, and its id never returns', async () => {
  const { id } = await create('Going')
  const software = await server.software(500)
  const report = async (...events: Event[]) =>
    expect((await software.call(marketplace.report, { events })).data).toEqual([])
  const [bought, ended] = ['2026-03-01T10:00:00Z', '2026-04-01T10:00:00Z']
  await report(subscribing('purchase', 'bought', bought, id))
  const refused = await manager.call(products.remove, { productId: id })
  expect([refused.code, refused.message]).toEqual([409, 'This product has 1 subscribed agencies.'])
  expect((await read(id))?.subscribed).toBe(true)
  await report(subscribing('cancellation', 'ended', ended, id), opting('optedIn', 'shared', ended, id))
  expect((await read(id))?.subscribed).toBe(false)
  const ofAgency = async () =>
    (await manager.call(marketplace.products, { agencyId: 500 })).data.map(({ name }) => name)
  expect(await ofAgency()).toContain('Going')
  const gone = await manager.call(products.remove, { productId: id })
  expect([gone.code, gone.data]).toEqual([0, [{ deleteSuccessful: true }]])
  const again = await manager.call(products.remove, { productId: id })
  expect([again.code, again.message]).toEqual([2, 'Product not found'])
  expect((await manager.call(products.list, {})).data.map(({ name }) => name)).not.toContain('Going')
  expect(await ofAgency()).not.toContain('Going')
  expect((await manager.call(products.visibility, { productId: id, agencyId: 500 })).code).not.toBe(0)
  expect((await manager.call(reports.products, {})).data.map(({ name }) => name)).toContain('Going (deleted)')
  expect((await manager.call(reports.subscriptionEvents, { productId: id })).data).toHaveLength(2)
  const left = server.db.read.selectFrom('agency_product').select('opted_in').where('product_id', '=', id)
  expect(await left.execute()).toEqual([{ opted_in: true }])
  expect((await create('Going')).id).toBeGreaterThan(id)
})
