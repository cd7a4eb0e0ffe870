import { products } from '@agency-support/contract/modules/products'
import { P } from '@agency-support/contract/permissions'
import { expect, test } from 'vitest'
import { createVendor, productSettings } from '../../../test/products.ts'
import { useServer } from '../../../test/use-server.ts'

const server = useServer()

test('[MKT-25] no call of the marketplace reaches e-signature or texting', async () => {
  const manager = await server.asNew({ permissions: [P.CanAccess, P.ApplicationManagement] })
  const settings = productSettings('Taken Over', await createVendor(manager, 'Acme'))
  const nobody = { enabled: false, overrideAgencies: [], minimumCMSVersion: '' }
  const { productCategoryId } = settings.productCatalogOptions
  const keyed = await server.db.read
    .selectFrom('product')
    .select(['product_id', 'product_key', 'enabled', 'minimum_version'])
    .where('product_key', 'is not', null)
    .orderBy('product_key')
    .execute()
  const toAll = { product_id: expect.any(Number) as number, enabled: true, minimum_version: '' }
  expect(keyed).toEqual([3, 5].map((product_key) => ({ ...toAll, product_key })))
  expect(await server.db.read.selectFrom('product_override').select('product_id').execute()).toEqual([])
  for (const { product_id: productId } of keyed) {
    const product = { ...settings, id: productId }
    const { minimumCMSVersion, ...shown } = nobody
    const refused = [
      manager.call(products.product, { productId }),
      manager.call(products.update, { product }),
      manager.call(products.save, {
        product: { ...product, ...shown, productCatalogOptions: { productCategoryId, minimumCMSVersion } },
      }),
      manager.call(products.saveAvailability, { productId, ...nobody }),
      manager.call(products.setDataSharing, { productId, dataSharingOptIn: true }),
      manager.call(products.refreshSecretKey, { productId }),
      manager.call(products.resendCredentials, { productId }),
      manager.call(products.remove, { productId }),
    ]
    for (const one of refused) expect((await one).message).toBe('Product not found')
  }
})
