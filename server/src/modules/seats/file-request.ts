import type { seats } from '@agency-support/contract/modules/seats'
import type { Handler } from '../../calls/context.ts'
import { lockSeatRequest, insertSeatRequest } from './store.ts'
import { requestView } from './view.ts'

/** Stores a seat-change request from an agency's software. */
export const fileRequest: Handler<typeof seats.fileRequest> = async (input, ctx) => {
  const { agencyId } = ctx
  const id = await insertSeatRequest(ctx.tx, { agencyId, ...input }, ctx.now)
  const filed = await lockSeatRequest(ctx.tx, id)
  if (filed === undefined) throw new Error(`seat request ${id} is not there after it was filed`)
  await ctx.append({
    event: 'seats.requestFiled',
    agencyId,
    subject: `Seat request ${id}`,
    after: {
      requestedBy: input.requestedBy,
      quantity: input.quantity,
      targetSeatTotal: input.targetSeatTotal,
    },
  })
  return requestView(filed)
}
