import type { subscription } from '@agency-support/contract/modules/subscription'
import type { Handler } from '../../calls/context.ts'
import { ask } from './ask.ts'

/** The billing cycle as JSON text, which the client parses. */
export const billing: Handler<typeof subscription.billing> = ({ agencyId }, ctx) =>
  ask(ctx, (backOffice) => backOffice.billingCycle(agencyId))
