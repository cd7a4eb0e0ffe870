import { beforeAll, beforeEach, expect, test } from 'vitest'
import { turnableClock } from '../../../test/clock.ts'
import { untilOneWaits } from '../../../test/until-one-waits.ts'
import { useDatabase } from '../../../test/use-database.ts'
import { lockSealed, saveCredentials } from './credentials-store.ts'
import { findLogo, saveLogo } from './logo-store.ts'
import { listAgencyProducts, readState } from './of-agency-store.ts'
import { findProduct, markDeleted, replaceOverrides, saveForm } from './products-store.ts'
import { lockOrCreateProduct, saveProductStatus } from './store.ts'
import { insertVendor } from './vendors-store.ts'

const { db, inTx } = useDatabase()
const at = turnableClock().now()
const picture = Buffer.from('a picture')
const credentials = { apiKey: 'a key', sealed: Buffer.from('a secret'), last4: 'cret' }
let vendorId: number
let mine: number
let other: number
beforeAll(async () => {
  const address = {
    address_line1: '',
    address_line2: '',
    address_line3: '',
    city: '',
    state: '',
    zip_code: '',
  }
  const vendor = { name: 'Acme', name_folded: 'acme', email: '', ...address }
  vendorId = (await inTx((tx) => insertVendor(tx, vendor)))?.vendor_id ?? 0
})

/** A product with a logo and credentials. */
async function make(name: string): Promise<number> {
  const { product_id: productId } = await db.write
    .insertInto('product')
    .values({ name, name_folded: name, vendor_id: vendorId, vendor_data_sync: true })
    .returning('product_id')
    .executeTakeFirstOrThrow()
  await inTx(async (tx) => {
    await saveLogo(tx, productId, { digest: name, picture: Buffer.from(name) })
    await saveCredentials(tx, productId, { ...credentials, apiKey: name })
  })
  return productId
}
let made = 0
beforeEach(async () => {
  made += 1
  mine = await make(`Mine ${made}`)
  other = await make(`Other ${made}`)
})

test('what is saved of one product, and its deletion, leaves the others as they were', async () => {
  const read = async () => [await findProduct(db.read, other), await findLogo(db.read, other)]
  const before = await read()
  await inTx(async (tx) => {
    await saveLogo(tx, mine, { digest: 'new', picture })
    await saveCredentials(tx, mine, credentials)
    await saveForm(tx, { productId: mine, form: 'settings', by: 'ann', at }, { description: 'New.' })
  })
  expect(await findProduct(db.read, mine)).toMatchObject({ logo_digest: 'new', description: 'New.' })
  expect(await findLogo(db.read, mine)).toEqual(picture)
  expect(await read()).toEqual(before)
  await inTx((tx) => markDeleted(tx, mine, at))
  expect([await findProduct(db.read, mine), await findLogo(db.read, mine)]).toEqual([undefined, undefined])
  expect(await read()).toEqual(before)
})

test('an agency that goes live changes neither its other products nor other agencies', async () => {
  const places = [
    { agencyId: 1, productId: mine },
    { agencyId: 1, productId: other },
    { agencyId: 2, productId: mine },
  ]
  const status = await inTx(async (tx) => {
    for (const place of places) await lockOrCreateProduct(tx, place)
    await saveProductStatus(tx, { agencyId: 1, productId: mine, status: 0, by: 'ann', at })
    return Promise.all(places.map(async (place) => (await lockOrCreateProduct(tx, place)).status))
  })
  expect(status).toEqual([0, 1, 1])
})

test('a tab of an agency shows its own overrides and states, each product once', async () => {
  const place = { agencyId: 1, productId: mine }
  await inTx(async (tx) => {
    await replaceOverrides(tx, mine, [1, 2])
    await replaceOverrides(tx, other, [2])
    await lockOrCreateProduct(tx, place)
    await lockOrCreateProduct(tx, { ...place, agencyId: 2 })
  })
  const listed = (await listAgencyProducts(db.read, 1)).filter(
    ({ product_id: id }) => id === mine || id === other,
  )
  expect(listed.map(({ product_id: id, is_overridden: is }) => [id, is])).toEqual([
    [mine, true],
    [other, false],
  ])
})

test('a product that is deleted syncs with no vendor, whatever is reported of it later', async () => {
  const place = { agencyId: 1, productId: mine }
  await inTx((tx) => lockOrCreateProduct(tx, place))
  const isSynced = () => inTx(async (tx) => (await readState(tx, place)).vendor_data_sync)
  expect(await isSynced()).toBe(true)
  await inTx((tx) => markDeleted(tx, mine, at))
  expect(await isSynced()).toBe(false)
})

test('who goes live again while somebody else does sees what that one did', async () => {
  const place = { agencyId: 1, productId: mine }
  await inTx((tx) => lockOrCreateProduct(tx, place))
  const { second } = await inTx(async (tx) => {
    await lockOrCreateProduct(tx, place)
    const waiting = inTx((later) => lockOrCreateProduct(later, place))
    await untilOneWaits(tx, 'agency_product')
    await saveProductStatus(tx, { ...place, status: 0, by: 'ann', at })
    return { second: waiting }
  })
  expect(await second).toMatchObject({ status: 0, version: 1, changedBy: 'ann' })
})

test('a change of SECRET_KEY encrypts anew the secret that somebody saves meanwhile', async () => {
  const { second } = await inTx(async (tx) => {
    await saveCredentials(tx, mine, { ...credentials, sealed: Buffer.from('newer') })
    const waiting = inTx((later) => lockSealed(later, mine))
    await untilOneWaits(tx, 'product')
    return { second: waiting }
  })
  expect((await second)?.sealed).toEqual(Buffer.from('newer'))
})
