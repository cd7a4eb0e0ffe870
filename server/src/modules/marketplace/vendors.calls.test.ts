import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { products } from '@agency-support/contract/modules/products'
import { P } from '@agency-support/contract/permissions'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'
import { createProduct, createVendor, productSettings } from '../../../test/products.ts'
import { importItems } from './import-items.ts'

const server = useServer()
const operator = { kind: 'system', name: 'operator', sessionId: null } as const
let manager: TestClient
let vendorId: number
beforeAll(async () => {
  manager = await server.asNew({ permissions: [P.CanAccess, P.ApplicationManagement] })
  vendorId = await createVendor(manager, 'Acme')
  const audit = { at: server.clock.now(), actor: operator, requestId: null }
  await importItems(server.db, [{ itemId: 7, name: 'Rater' }], audit)
})

test('an import of items tells the journal what it added, renamed and removed, and nothing where all is as it was', async () => {
  const actor = { kind: 'system', name: 'import', sessionId: null } as const
  const imported = (...names: readonly (readonly [itemId: number, name: string])[]) =>
    importItems(
      server.db,
      names.map(([itemId, name]) => ({ itemId, name })),
      { at: server.clock.now(), actor, requestId: null },
    )
  const kept = [7, 'Rater'] as const
  const steps = [
    await imported(kept, [8, 'Quoter']),
    await imported(kept, [8, 'Quoter']),
    await imported(kept, [8, 'Quoter 2'], [9, 'Signer']),
    await imported(kept),
  ]
  const changes = [
    { added: 1, renamed: 0, removed: 0 },
    { added: 1, renamed: 1, removed: 0 },
    { added: 0, renamed: 0, removed: 2 },
  ]
  expect(steps).toEqual([changes[0], { added: 0, renamed: 0, removed: 0 }, changes[1], changes[2]])
  const rows = await server.db.read
    .selectFrom('journal')
    .select(['event', 'after'])
    .where('actor', '=', 'import')
    .orderBy('seq')
    .execute()
  expect(rows).toEqual(changes.map((after) => ({ event: 'products.itemsImported', after })))
})

test('[MKT-30] [PROD-EDIT-28] who sees a product is answered with the setting that decides it', async () => {
  const { id: productId } = await createProduct(manager, productSettings('Seen', vendorId))
  const software = await server.software(601)
  await software.call(agencyCommands.heartbeat, { versionDisplay: '5.1.9', hostName: 'SERVER01' })
  const ask = async () =>
    (await manager.call(products.visibility, { productId, agencyId: 601 })).data[0] ?? null
  const set = (enabled: boolean, overrideAgencies: number[], minimumCMSVersion = '') =>
    manager.call(products.saveAvailability, { productId, enabled, overrideAgencies, minimumCMSVersion })
  expect(await ask()).toMatchObject({
    visible: false,
    reason: expect.stringMatching(/global status/) as unknown,
  })
  await set(false, [601])
  expect(await ask()).toMatchObject({ visible: true, reason: expect.stringMatching(/override/) as unknown })
  await set(true, [])
  expect(await ask()).toMatchObject({
    visible: true,
    reason: expect.stringMatching(/global status/) as unknown,
  })
  await set(true, [601])
  expect(await ask()).toMatchObject({ visible: false, reason: expect.stringMatching(/override/) as unknown })
  await set(true, [], '5.1.10')
  expect(await ask()).toEqual({
    visible: false,
    reason: 'Hidden by the minimum version 5.1.10: the agency has 5.1.9.',
  })
  const nobody = await manager.call(products.visibility, { productId, agencyId: 602 })
  expect([nobody.code, nobody.message]).toEqual([2, 'Agency not found'])
  const { data } = await manager.call(products.overrideAgencies, { agencyIds: [602, 601] })
  expect(data).toEqual([{ agencyId: 601, name: 'Agency 601' }])
})

test('[PRODUCTS-10] [PRODUCTS-11] [PRODUCTS-17] [VENDORS-12] [MKT-45] vendors and items are listed by name; a vendor is stored disabled', async () => {
  const vendor = {
    id: -1,
    enabled: true,
    // Stored after the others, listed before them.
    name: ' Able Partners ',
    email: 'api@able.example',
    addressLine1: '1 Main St',
    city: 'Omaha',
    state: 'NE',
    zipCode: '68102',
  }
  const { data } = await manager.call(products.createVendor, { vendor })
  const stored = {
    ...vendor,
    id: data[0]?.id,
    name: 'Able Partners',
    enabled: false,
    addressLine2: '',
    addressLine3: '',
  }
  expect(data).toEqual([stored])
  const vendors = (await manager.call(products.vendors, {})).data
  expect(vendors.map(({ name }) => name)).toEqual(['Able Partners', 'Acme'])
  expect(vendors[0]).toEqual(stored)
  const items = [
    { itemId: 7, name: 'Rater' },
    { itemId: 8, name: 'Quoter' },
  ]
  await importItems(server.db, items, { at: server.clock.now(), actor: operator, requestId: null })
  expect((await manager.call(products.integrationProducts, {})).data).toEqual(items.toReversed())
})

test('a stale save and the journal name the items of a mapping as the form does', async () => {
  const settings = productSettings('Mapped', vendorId)
  const { id, version } = await createProduct(manager, settings)
  const map = (itemId: number | null, read: number) =>
    manager.call(products.update, { product: { ...settings, id, itemId, version: read } })
  expect((await map(7, version)).code).toBe(0)
  expect((await map(99, version)).refusal).toMatchObject({
    fields: [{ field: 'Marketplace Item Mapping', current: 'Rater', yours: 'Item 99' }],
  })
  const { after } = await server.db.read
    .selectFrom('journal')
    .select('after')
    .where('event', '=', 'products.settingsSaved')
    .where('subject', '=', 'Mapped')
    .executeTakeFirstOrThrow()
  expect(after).toEqual({ 'Marketplace Item Mapping': 'Rater' })
})

test.each([
  ['name', 'Vendor Name must be at most 100 characters.', 'x'.repeat(101)],
  ['addressLine1', 'Address Line 1 must be at most 100 characters.', 'x'.repeat(101)],
  ['addressLine2', 'Address Line 2 must be at most 100 characters.', 'x'.repeat(101)],
  ['addressLine3', 'Address Line 3 must be at most 100 characters.', 'x'.repeat(101)],
  ['city', 'City must be at most 60 characters.', 'x'.repeat(61)],
  ['state', 'State must be at most 20 characters.', 'x'.repeat(21)],
  ['email', 'Vendor Email must be at most 254 characters.', `${'x'.repeat(243)}@lee.example`],
])('[MKT-18] the server refuses a vendor whose %s is too long: %s', async (field, sentence, text) => {
  const save = (value: string) =>
    manager.call(products.createVendor, { vendor: { name: `Long ${field}`, [field]: value } })
  const { status, message } = await save(text)
  expect([status, message]).toEqual([400, sentence])
  expect((await save(text.slice(1))).code).toBe(0)
})

test('[MKT-20] a product is overridden for 10,000 agencies, not for one more', async () => {
  const { id: productId } = await createProduct(manager, productSettings('Overridden', vendorId))
  const save = (count: number) =>
    manager.call(products.saveAvailability, {
      productId,
      enabled: false,
      overrideAgencies: Array.from({ length: count }, (_, at) => at + 1),
      minimumCMSVersion: '',
    })
  expect(await save(10_001)).toMatchObject({
    status: 400,
    message: 'At most 10,000 agencies can be listed.',
  })
  expect((await save(10_000)).data[0]?.overrideAgencies).toHaveLength(10_000)
})

test('[MKT-12] products are listed by vendor, then by name, in any case', async () => {
  const vendorIds = [await createVendor(manager, 'Sorted b'), await createVendor(manager, 'Sorted A')]
  for (const id of vendorIds)
    for (const name of ['vault', 'Quoter', 'rater'])
      await createProduct(manager, productSettings(`${name} ${id}`, id))
  const { data } = await manager.call(products.list, {})
  const [b, a] = vendorIds
  expect(data.filter((one) => vendorIds.includes(one.vendorId)).map(({ name }) => name)).toEqual([
    `Quoter ${a}`,
    `rater ${a}`,
    `vault ${a}`,
    `Quoter ${b}`,
    `rater ${b}`,
    `vault ${b}`,
  ])
})
