import type { numberCalls } from '@agency-support/contract/modules/texting-numbers'
import type { Handlers } from '../../calls/context.ts'
import { comparison } from './comparison.ts'
import { orderInformation } from './order-information.ts'
import { productStatus, setProductStatus } from './product-status.ts'
import { removeTcrNumber } from './remove-tcr-number.ts'
import { setInServicePhone, setPhone } from './set-phone.ts'
import { setTcrNumber } from './set-tcr-number.ts'
import { work } from './work.ts'

/** The handlers of calls that involve Bandwidth. */
export const numberHandlers: Handlers<typeof numberCalls> = {
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
}
