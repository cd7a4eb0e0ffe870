import type { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { toHostingEnvironment } from '@agency-support/contract/rules/hosting-environment'
import type { Handler } from '../../calls/context.ts'
import { plusSeconds, toEventTime } from '../../lib/clock.ts'
import { readHosting } from '../agencies/public.ts'
import { noteReport } from '../agency-reports/public.ts'
import { addSignins, type ReportedSignin } from './log-store.ts'
import { getSigninsKeptSince } from './signin-maintenance.ts'

/** Stores reported sign-in attempts of the last half year. */
export const reportSignins: Handler<typeof agencyUsers.reportSignins> = async ({ entries }, ctx) => {
  const keptSince = getSigninsKeptSince(ctx.now)
  const kept = entries.filter(({ created }) => new Date(created) >= keptSince)
  const environment = toHostingEnvironment(await readHosting(ctx.tx, ctx.agencyId))
  const isNew = await addSignins(ctx.tx, ctx.agencyId, environment, countAhead(kept, ctx.now))
  if (isNew) ctx.hint('agencyUsers', ctx.agencyId)
  return noteReport(ctx, 'signins', ctx.judged)
}

/** Sign-ins that are too far ahead count as of now (D-35), in their order and a millisecond apart. */
function countAhead(entries: readonly ReportedSignin[], now: Date): ReportedSignin[] {
  const ahead = entries
    .map(({ created }) => new Date(created))
    .filter((created) => toEventTime(created, now) < created)
    .map((created) => created.getTime())
  const newestFirst = [...new Set(ahead)].sort((one, other) => other - one)
  return entries.map((entry) => {
    const at = newestFirst.indexOf(Date.parse(entry.created))
    if (at === -1) return entry
    return { ...entry, created: plusSeconds(now, -at / 1_000).toISOString(), told: entry.created }
  })
}
