import type { agencies } from '@agency-support/contract/modules/agencies'
import type { Handler } from '../../http/context.ts'
import { lockAgency, setAgencyStatus } from './store.ts'
import { staleBy } from './stale.ts'
import { configView } from './view.ts'

/** Sets the status of an agency; the same status changes nothing. */
export const updateStatus: Handler<typeof agencies.updateStatus> = async (input, ctx) => {
  const { agencyId, status } = input
  const changed = await setAgencyStatus(ctx.tx, { agencyId, status, version: input.version })
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
  // It had this value for a moment; now that the row is locked, the last change wins.
  if (input.version === undefined) return updateStatus(input, ctx)
  const by = await staleBy(ctx.tx, current, 'status')
  throw ctx.refuse('stale', { ...by, current: current.status, yours: status })
}
