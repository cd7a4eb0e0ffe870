import type { texting } from '@agency-support/contract/modules/texting'
import { askProvider } from '../../calls/ask-provider.ts'
import type { Handler } from '../../calls/context.ts'
import { toOrderError, toOrderStatus } from './order-state.ts'
import { findTexting } from './store.ts'

/** The latest order of an agency with its current state at Bandwidth. */
export const orderInformation: Handler<typeof texting.orderInformation> = async ({ agencyId }, ctx) => {
  const row = await findTexting(ctx.db, agencyId)
  if (row === undefined || row.order_id === null || row.order_kind === null) throw ctx.refuse('noOrder')
  const { order_id: orderId, order_kind: kind } = row
  const order = await askProvider(ctx, () => ctx.services.bandwidth.getOrder(kind, orderId))
  if (order === null) return { orderId, status: -1, error: 'Order not found at Bandwidth.', ts: null }
  const phone = row.phones[0] ?? ''
  return {
    orderId,
    status: toOrderStatus(order, phone),
    error: toOrderError(order, phone),
    ts: order.updatedAt.toISOString(),
  }
}
