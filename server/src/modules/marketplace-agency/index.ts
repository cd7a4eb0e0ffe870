import type { marketplace } from '@agency-support/contract/modules/marketplace'
import type { Handlers } from '../../calls/context.ts'
import { cloudData } from './cloud-data.ts'
import { cloudReset } from './cloud-reset.ts'
import { extend } from './extend.ts'
import { products } from './products.ts'
import { registrations } from './registrations.ts'
import { report } from './report.ts'
import { reset } from './reset.ts'

/** The marketplace of one agency. */
export const marketplaceHandlers: Handlers<typeof marketplace> = {
  registrations,
  extend,
  products,
  cloudData,
  reset,
  cloudReset,
  report,
}
