import type { In } from '@agency-support/contract/call'
import type { seats } from '@agency-support/contract/modules/seats'
import { isLost, type Judged, type LeftOutEntry, leftOutNames } from '@agency-support/contract/entries'
import type { Ctx, Handler } from '../../calls/context.ts'
import { noteReport } from '../agency-reports/public.ts'
import { replaceSeats } from './usage-store.ts'

type Report = typeof seats.reportSeats

/** Takes over who holds an agency's seats. */
export const reportSeats: Handler<Report> = (report, ctx) => takeSeats(report, ctx.judged, ctx)

/** The same for a report that came in parts; resolves with what was left out. */
export async function takeSeats(
  report: In<Report>,
  judged: readonly Judged[],
  ctx: Pick<Ctx<Report>, 'agencyId' | 'now' | 'tx' | 'append' | 'say'>,
): Promise<LeftOutEntry[]> {
  const { tx, agencyId, now } = ctx
  // Who is missing holds none; not so who is in the report and was not understood.
  const present = leftOutNames(judged, 'username')
  if (!isLost(judged)) await replaceSeats(tx, agencyId, { ...report, present }, now)
  return noteReport(ctx, 'seats', judged)
}
