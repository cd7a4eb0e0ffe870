import type { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { toHostingEnvironment } from '@agency-support/contract/rules/hosting-environment'
import type { Handler } from '../../calls/context.ts'
import { readHosting } from '../agencies/public.ts'
import { noteReport } from '../agency-reports/public.ts'
import { addSignins } from './log-store.ts'
import { getSigninsKeptSince } from './signin-maintenance.ts'

/** Stores reported sign-in attempts of the last half year. */
export const reportSignins: Handler<typeof agencyUsers.reportSignins> = async ({ entries }, ctx) => {
  const keptSince = getSigninsKeptSince(ctx.now)
  const kept = entries.filter(({ created }) => new Date(created) >= keptSince)
  const environment = toHostingEnvironment(await readHosting(ctx.tx, ctx.agencyId))
  await addSignins(ctx.tx, ctx.agencyId, environment, kept)
  return noteReport(ctx, 'signins', ctx.judged)
}
