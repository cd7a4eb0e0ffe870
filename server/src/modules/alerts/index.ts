import type { alerts } from '@agency-support/contract/modules/alerts'
import type { Handlers } from '../../calls/context.ts'
import { agencyNames } from './agency-names.ts'
import { delivery } from './delivery.ts'
import { list } from './list.ts'
import { ofAgency } from './of-agency.ts'
import { resolve } from './resolve.ts'
import { send } from './send.ts'

/** The alerts module. */
export const alertsHandlers: Handlers<typeof alerts> = {
  list,
  delivery,
  agencyNames,
  send,
  resolve,
  ofAgency,
}
