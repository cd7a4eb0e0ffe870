import type { seats } from '@agency-support/contract/modules/seats'
import { seatStatusLabel } from '@agency-support/contract/rules/seats'
import type { Handler } from '../../calls/context.ts'
import { isStale } from '../../calls/is-stale.ts'
import { lockSeatRequest, setSeatRequestStatus } from './store.ts'
import { requestView } from './view.ts'

/**
 * Sets the status of a seat-change request; an equal status changes nothing. Without a version the last change wins.
 */
export const setRequestStatus: Handler<typeof seats.setRequestStatus> = async (input, ctx) => {
  const { id, status, version } = input
  const before = await lockSeatRequest(ctx.tx, id)
  if (before === undefined) throw ctx.refuse('gone')
  if (before.status === status) return requestView(before)
  if (isStale(before.version, version)) {
    const { processed_by: changedBy, processed_at: changedAt } = before
    if (changedBy === null || changedAt === null)
      throw new Error(`seat request ${id} has a changed status without a processor`)
    throw ctx.refuse('stale', {
      changedBy,
      changedAt: changedAt.toISOString(),
      current: requestView(before),
    })
  }
  const by = ctx.session.username
  const changed = await setSeatRequestStatus(ctx.tx, { id, status, by, at: ctx.now })
  await ctx.append({
    event: 'seats.requestStatusSet',
    agencyId: before.agency_id,
    subject: `Seat request ${id}`,
    // Not `status`, which in an agency's history means the agency's own status.
    before: { requestStatus: seatStatusLabel(before.status) },
    after: { requestStatus: seatStatusLabel(status) },
  })
  return requestView({ ...before, ...changed })
}
