import type { texting } from '@agency-support/contract/modules/texting'
import type { Handlers } from '../../calls/context.ts'
import { agency } from './agency.ts'

/** The module of texting. */
export const textingHandlers: Handlers<typeof texting> = {
  agency,
}
