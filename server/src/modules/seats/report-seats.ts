import type { seats } from '@agency-support/contract/modules/seats'
import { isLost, leftOutNames } from '@agency-support/contract/entries'
import type { Handler } from '../../calls/context.ts'
import { noteReport } from '../agency-reports/public.ts'
import { replaceSeats } from './usage-store.ts'

/** Takes over who holds an agency's seats. */
export const reportSeats: Handler<typeof seats.reportSeats> = async (report, ctx) => {
  const { tx, agencyId, judged, now } = ctx
  // Who is missing holds none; not so who is in the report and was not understood.
  const present = leftOutNames(judged, 'username')
  if (!isLost(judged)) await replaceSeats(tx, agencyId, { ...report, present }, now)
  return noteReport(ctx, 'seats', judged)
}
