import type { reports } from '@agency-support/contract/modules/reports'
import type { Handlers } from '../../calls/context.ts'
import { csv } from './csv.ts'
import { activation, billing, subscriptionEvents } from './lists.ts'
import { products } from './products.ts'

export const reportHandlers: Handlers<typeof reports> = {
  products,
  subscriptionProducts: products,
  billing,
  activation,
  subscriptionEvents,
  csv,
}
