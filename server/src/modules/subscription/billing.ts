import type { subscription } from '@agency-support/contract/modules/subscription'
import type { Handler } from '../../calls/context.ts'
import { ask } from './ask.ts'

/** The billing cycle; its JSON text is the client's to read. */
export const billing: Handler<typeof subscription.billing> = ({ agencyId }, ctx) =>
  ask(ctx, (backOffice) => backOffice.billingCycle(agencyId))
