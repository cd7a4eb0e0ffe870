import type { texting } from '@agency-support/contract/modules/texting'
import type { Handlers } from '../../calls/context.ts'
import { agencies, agencyCount } from './agencies.ts'
import { agency } from './agency.ts'
import { message } from './message.ts'
import { messageEvents } from './message-events.ts'
import { conversations, receivedMessages, sentMessages } from './metrics.ts'
import { numberHandlers } from './numbers.ts'
import { orderEvents } from './order-events.ts'
import { reportMessages } from './report-messages.ts'
import { reportSetUp } from './report-set-up.ts'
import { tcrOrphans, tcrRecords } from './tcr-reports.ts'

/** The module of texting. */
export const textingHandlers: Handlers<typeof texting> = {
  agency,
  agencies,
  agencyCount,
  message,
  sentMessages,
  receivedMessages,
  conversations,
  tcrRecords,
  tcrOrphans,
  ...numberHandlers,
  reportSetUp,
  reportMessages,
  messageEvents,
  orderEvents,
}
