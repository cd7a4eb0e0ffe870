import type { subscription } from '@agency-support/contract/modules/subscription'
import type { Handler } from '../../calls/context.ts'
import { ask } from './ask.ts'

/** What an agency has licensed. */
export const licensedSeats: Handler<typeof subscription.licensedSeats> = ({ agencyId }, ctx) =>
  ask(ctx, (backOffice) => backOffice.licensedSeats(agencyId))
