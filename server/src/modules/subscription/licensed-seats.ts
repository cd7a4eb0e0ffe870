import type { subscription } from '@agency-support/contract/modules/subscription'
import type { Handler } from '../../calls/context.ts'
import { ask } from './ask.ts'

/** The licensed seats of an agency. */
export const licensedSeats: Handler<typeof subscription.licensedSeats> = ({ agencyId }, ctx) =>
  ask(ctx, (backOffice) => backOffice.licensedSeats(agencyId))
