import type { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import type { Handler } from '../../calls/context.ts'
import { readAlertNumber } from '../alerts/public.ts'
import { findSoftware } from './software-store.ts'
import { findWaiting } from './store.ts'
import { softwareView } from './view.ts'

/** Notes that an agency's software is alive, and tells it how much waits and whether it has to ask for alerts. */
export const heartbeat: Handler<typeof agencyCommands.heartbeat> = async (input, ctx) => {
  const { db, agencyId, now } = ctx
  const { live, presence } = ctx.services
  // Asked for at once, they travel to the database together.
  const [software, { queued }, alerts] = await Promise.all([
    findSoftware(db, agencyId),
    findWaiting(db, agencyId),
    readAlertNumber(db),
  ])
  await presence.note({ agencyId, at: now, ...input }, (work) => ctx.bookkeeping(work))
  if (!softwareView(software, now).connected) live.hint('agencyCommands', agencyId)
  return { serverTime: now.toISOString(), queued, alerts }
}
