import type { texting } from '@agency-support/contract/modules/texting'
import { toEventTime } from '../../lib/clock.ts'
import type { Handler } from '../../calls/context.ts'
import { noteReport } from '../agency-reports/public.ts'
import { addMessages } from './message-store.ts'
import { getKeptSince } from './retention.ts'

/** Stores reported text messages, except those older than the retention time. */
export const reportMessages: Handler<typeof texting.reportMessages> = async ({ events }, ctx) => {
  const reported = events.map((event) => ({ ...event, counted: toEventTime(new Date(event.at), ctx.now) }))
  const keptSince = getKeptSince(ctx.now)
  const kept = reported.filter(({ counted }) => counted >= keptSince)
  if (kept.length > 0) await addMessages(ctx.tx, ctx.agencyId, kept, ctx.now)
  return noteReport(ctx, 'messages', ctx.judged)
}
