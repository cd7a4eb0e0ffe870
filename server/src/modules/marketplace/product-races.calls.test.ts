import { products } from '@agency-support/contract/modules/products'
import { P } from '@agency-support/contract/permissions'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'
import { toForm } from '../../../test/form.ts'
import { makePng } from '../../../test/pictures.ts'
import { createProduct, createVendor, productSettings } from '../../../test/products.ts'
import { untilOneWaits } from '../../../test/until-one-waits.ts'
import { replaceOverrides, saveForm } from './products-store.ts'

const server = useServer()
let manager: TestClient
let vendorId: number
beforeAll(async () => {
  manager = await server.asNew({ permissions: [P.CanAccess, P.ApplicationManagement] })
  vendorId = await createVendor(manager, 'Acme')
})

const gone = 'Product not found'

async function upload(id: number, shade: number): Promise<{ code: number; message: string }> {
  const picture = makePng({ width: 300, height: 150 }, { shade })
  const form = toForm([{ name: 'File', bytes: picture }])
  const got = await manager.send({ method: 'POST', path: `/api/file/${id}/uploadLogo`, ...form })
  return JSON.parse(got.body) as { code: number; message: string }
}

test('a product that goes while others edit it and upload its logo is gone for them too, and changes no more', async () => {
  for (let round = 0; round < 12; round += 1) {
    const name = `Contested ${round}`
    const { id } = await createProduct(manager, productSettings(name, vendorId))
    const edit = (description: string) =>
      manager.call(products.update, { product: { ...productSettings(name, vendorId), id, description } })
    const [removed, ...others] = await Promise.all([
      manager.call(products.remove, { productId: id }),
      edit('One.'),
      upload(id, round),
      edit('Two.'),
      upload(id, 100 + round),
    ])
    expect([removed.code, removed.data]).toEqual([0, [{ deleteSuccessful: true }]])
    for (const { code, message } of others) expect(['', gone]).toContain(code === 0 ? '' : message)
    for (const { code, message } of [await edit('Late.'), await upload(id, 200)])
      expect([code, message]).toEqual([2, gone])
    const logo = server.db.read.selectFrom('product_logo').select('product_id').where('product_id', '=', id)
    expect(await logo.execute()).toEqual([])
    const rows = await server.db.read
      .selectFrom('journal')
      .select('event')
      .where('subject', '=', name)
      .orderBy('seq')
      .execute()
    expect(rows.at(-1)?.event).toBe('products.deleted')
    const done = others.filter(({ code }) => code === 0).length
    expect(rows.filter(({ event }) => event !== 'products.created')).toHaveLength(done + 1)
  }
})

test('a list of agencies that is saved while somebody else saves another one replaces that one', async () => {
  const { id: productId } = await createProduct(manager, productSettings('Overridden', vendorId))
  const { second } = await server.db.write.transaction().execute(async (tx) => {
    const saved = { productId, form: 'availability', by: 'ann@support.test', at: server.clock.now() } as const
    await saveForm(tx, saved, {})
    await replaceOverrides(tx, productId, [7])
    const mine = { productId, enabled: false, overrideAgencies: [], minimumCMSVersion: '' }
    const waiting = manager.call(products.saveAvailability, mine)
    await untilOneWaits(tx, 'product')
    return { second: waiting }
  })
  expect((await second).data).toMatchObject([{ id: productId, overrideAgencies: [] }])
})

test('what a stale save tells is in the words of the form, a long list cut short', async () => {
  const settings = productSettings('Told In Words', vendorId)
  const { id, version } = await createProduct(manager, settings)
  const ids = Array.from({ length: 150 }, (_, at) => at + 1)
  const availability = { productId: id, enabled: true, overrideAgencies: ids, minimumCMSVersion: '' }
  expect((await manager.call(products.saveAvailability, availability)).code).toBe(0)
  const mine = { ...availability, enabled: false, overrideAgencies: [7], version }
  expect((await manager.call(products.saveAvailability, mine)).refusal).toMatchObject({
    fields: [
      { field: 'Global Status', current: 'Enabled', yours: 'Disabled' },
      {
        field: 'Overrides',
        current: expect.stringMatching(/^1, 2, .* 100 and 50 more$/) as unknown,
        yours: '7',
      },
    ],
  })
  const product = { ...settings, id }
  const inCategory = (productCategoryId: number) => ({
    ...product,
    productCatalogOptions: { productCategoryId },
  })
  expect((await manager.call(products.update, { product: inCategory(4) })).code).toBe(0)
  const other = await manager.call(products.update, { product: { ...inCategory(2), version } })
  expect(other.refusal).toMatchObject({
    fields: [{ field: 'Category', current: 'Recommended', yours: 'Brand' }],
  })
})
