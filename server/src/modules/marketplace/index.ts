import type { products } from '@agency-support/contract/modules/products'
import type { Handlers } from '../../calls/context.ts'
import { refreshSecretKey, resendCredentials } from './credentials.ts'
import { logo, uploadLogo } from './logo.ts'
import { create, save, saveAvailability, setDataSharing, update } from './products-forms.ts'
import { list } from './products-list.ts'
import { overrideAgencies, product, visibility } from './products-read.ts'
import { remove } from './products-remove.ts'
import { createVendor, integrationProducts, vendors } from './vendors.ts'

/** Products of the marketplace and their vendors. */
export const productHandlers: Handlers<typeof products> = {
  list,
  integrationProducts,
  vendors,
  product,
  visibility,
  overrideAgencies,
  create,
  update,
  save,
  saveAvailability,
  setDataSharing,
  remove,
  createVendor,
  refreshSecretKey,
  resendCredentials,
  uploadLogo,
  logo,
}
