import type { texting } from '@agency-support/contract/modules/texting'
import type { Handlers } from '../../calls/context.ts'
import { agency } from './agency.ts'
import { reportMessages } from './report-messages.ts'
import { reportSetUp } from './report-set-up.ts'

/** The module of texting. */
export const textingHandlers: Handlers<typeof texting> = {
  agency,
  reportSetUp,
  reportMessages,
}
