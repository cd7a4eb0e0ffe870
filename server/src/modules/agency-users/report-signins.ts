import type { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { plusSeconds } from '../../clock.ts'
import type { Handler } from '../../calls/context.ts'
import { addSignins } from './log-store.ts'

const keptSeconds = 180 * 24 * 60 * 60

/** Takes over attempts to sign in; half a year of them is kept. */
export const reportSignins: Handler<typeof agencyUsers.reportSignins> = async ({ entries }, ctx) => {
  await addSignins(ctx.tx, ctx.agencyId, entries, plusSeconds(ctx.now, -keptSeconds))
  return null
}
