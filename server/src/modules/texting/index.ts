import type { texting } from '@agency-support/contract/modules/texting'
import type { Handlers } from '../../calls/context.ts'
import { agencies, agencyCount } from './agencies.ts'
import { agency } from './agency.ts'
import { comparison } from './comparison.ts'
import { messageEvents } from './message-events.ts'
import { message } from './message.ts'
import { conversations, receivedMessages, sentMessages } from './metrics.ts'
import { orderEvents } from './order-events.ts'
import { orderInformation } from './order-information.ts'
import { productStatus, setProductStatus } from './product-status.ts'
import { removeTcrNumber } from './remove-tcr-number.ts'
import { reportMessages } from './report-messages.ts'
import { reportSetUp } from './report-set-up.ts'
import { setInServicePhone, setPhone } from './set-phone.ts'
import { setTcrNumber } from './set-tcr-number.ts'
import { tcrOrphans, tcrRecords } from './tcr-reports.ts'
import { work } from './work.ts'

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
  orderInformation,
  comparison,
  work,
  setPhone,
  setInServicePhone,
  setTcrNumber,
  setTcrNumberByRequest: setTcrNumber,
  removeTcrNumber,
  productStatus,
  setProductStatus,
  reportSetUp,
  reportMessages,
  messageEvents,
  orderEvents,
}
