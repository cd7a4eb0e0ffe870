import type { seats } from '@agency-support/contract/modules/seats'
import type { Handler } from '../../calls/context.ts'
import { replaceSeats } from './usage-store.ts'

/** Takes over who holds an agency's seats. */
export const reportSeats: Handler<typeof seats.reportSeats> = async (report, ctx) => {
  await replaceSeats(ctx.tx, ctx.agencyId, report, ctx.now)
  return null
}
