import type { subscription } from '@agency-support/contract/modules/subscription'
import type { Handlers } from '../../calls/context.ts'
import { billing } from './billing.ts'
import { contacts } from './contacts.ts'
import { dateCode } from './date-code.ts'
import { licensedSeats } from './licensed-seats.ts'

/** The subscription module. */
export const subscriptionHandlers: Handlers<typeof subscription> = {
  billing,
  contacts,
  licensedSeats,
  dateCode,
}
