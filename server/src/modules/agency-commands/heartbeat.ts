import type { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { newestProtocol } from '@agency-support/contract/rules/agent-protocol'
import type { Handler } from '../../calls/context.ts'
import { areFactsNew, keepReportedFacts } from '../agencies/public.ts'
import { readAlertNumber } from '../alerts/public.ts'
import { readRetirements } from './protocol-store.ts'
import { findSoftware } from './software-store.ts'
import { findWaiting } from './store.ts'
import { softwareView } from './view.ts'

/** Saves the heartbeat of an agency's software, and answers how much waits and whether to fetch alerts. */
export const heartbeat: Handler<typeof agencyCommands.heartbeat> = async (
  { timeZoneId, ...software },
  ctx,
) => {
  const { db, agencyId, now } = ctx
  const facts = { version: software.versionDisplay, timeZoneId }
  const { live, presence } = ctx.services
  // Queried concurrently, so that they are pipelined.
  const [known, { queued }, alerts, isNew, { ended, retires_on }] = await Promise.all([
    findSoftware(db, agencyId),
    findWaiting(db, agencyId),
    readAlertNumber(db, agencyId),
    areFactsNew(db, agencyId, facts),
    readRetirements(db, software.protocol, now.toISOString().slice(0, 10)),
  ])
  await presence.note({ agencyId, at: now, ...software }, (work) => ctx.bookkeeping(work))
  if (isNew)
    await ctx.transaction(async ({ tx, append }) => {
      const { changed } = await keepReportedFacts(tx, agencyId, facts, now)
      if (changed !== undefined) await append({ event: 'agencies.factsReported', agencyId, ...changed })
    })
  if (!softwareView(known, now).connected) live.hint('agencyCommands', agencyId)
  return {
    serverTime: now.toISOString(),
    queued,
    alerts,
    minimumProtocol: ended + 1,
    newestProtocol,
    retiresOn: retires_on,
  }
}
