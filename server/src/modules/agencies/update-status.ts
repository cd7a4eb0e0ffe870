import type { agencies } from '@agency-support/contract/modules/agencies'
import type { Handler } from '../../calls/context.ts'
import { lockAgency, setAgencyStatus } from './store.ts'
import { staleBy } from './stale.ts'
import { configView } from './view.ts'

/** Sets the status of an agency; the same status changes nothing. */
export const updateStatus: Handler<typeof agencies.updateStatus> = async (input, ctx) => {
  const { agencyId, status, version } = input
  const by = { by: ctx.session.username, at: ctx.now }
  const changed = await setAgencyStatus(ctx.tx, { agencyId, status, version, ...by })
  if (changed !== undefined) {
    await ctx.append({
      event: 'agencies.statusChanged',
      agencyId,
      before: { status: changed.before },
      after: { status: changed.status },
    })
    return configView(changed)
  }
  const current = await lockAgency(ctx.tx, agencyId)
  if (current === undefined) throw ctx.refuse('notFound')
  if (current.status === status) return configView(current)
  // The value equalled ours for a moment but changed before the lock; without a version the last change wins.
  if (version === undefined) return updateStatus(input, ctx)
  const last = await staleBy(ctx.tx, current, 'status')
  throw ctx.refuse('stale', { ...last, current: current.status, yours: status })
}
