import { type seats, seatStatuses } from '@agency-support/contract/modules/seats'
import type { Handler } from '../../http/context.ts'
import { findSeatRequest, setSeatRequestStatus } from './store.ts'
import { requestView } from './view.ts'

const labelOf = (status: number): string =>
  seatStatuses.find(({ value }) => value === status)?.label ?? String(status)

/** Sets the status of a seat request in the name of the session; the same status changes nothing. */
export const setRequestStatus: Handler<typeof seats.setRequestStatus> = async (input, ctx) => {
  const { id, status, version } = input
  const by = ctx.session.username
  const before = await setSeatRequestStatus(ctx.tx, { id, status, version, by, at: ctx.now })
  const current = await findSeatRequest(ctx.tx, id)
  if (current === undefined) throw ctx.refuse('gone')
  if (before !== undefined) {
    await ctx.append({
      event: 'seats.requestStatusSet',
      agencyId: current.agency_id,
      subject: `Seat request ${id}`,
      // Not `status`: in the history of an agency that field is the agency's own.
      before: { requestStatus: labelOf(before) },
      after: { requestStatus: labelOf(status) },
    })
    return requestView(current)
  }
  if (current.status === status) return requestView(current)
  const { processed_by: changedBy, processed_at: changedAt } = current
  if (changedBy === null || changedAt === null)
    throw new Error(`seat request ${id} has a changed status without a processor`)
  throw ctx.refuse('stale', {
    changedBy,
    changedAt: changedAt.toISOString(),
    current: requestView(current),
  })
}
