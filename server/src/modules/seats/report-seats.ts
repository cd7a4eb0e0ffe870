import type { In } from '@agency-support/contract/call'
import type { seats } from '@agency-support/contract/modules/seats'
import { isLost, type Judged, type LeftOutEntry, leftOutUsernames } from '@agency-support/contract/entries'
import type { Ctx, Handler } from '../../calls/context.ts'
import { noteReport } from '../agency-reports/public.ts'
import { replaceSeats } from './usage-store.ts'

type Report = typeof seats.reportSeats

/** Replaces the held seats of an agency by a report. */
export const reportSeats: Handler<Report> = (report, ctx) => takeSeats(report, ctx.judged, ctx)

/** The same for a report in parts; returns what was left out. */
export async function takeSeats(
  report: In<Report>,
  judged: readonly Judged[],
  ctx: Pick<Ctx<Report>, 'agencyId' | 'now' | 'tx' | 'append' | 'say' | 'hint'>,
): Promise<LeftOutEntry[]> {
  const { tx, agencyId, now } = ctx
  // Users missing from the report hold no seat, but not those whose entry was not understood.
  const present = leftOutUsernames(judged)
  if (!isLost(judged)) {
    await replaceSeats(tx, agencyId, { ...report, present }, now)
    ctx.hint('seats', agencyId)
  }
  return noteReport(ctx, 'seats', judged)
}
