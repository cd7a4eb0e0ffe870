import type { texting } from '@agency-support/contract/modules/texting'
import { toNumber } from '@agency-support/contract/rules/texting'
import { askProvider } from '../../calls/ask-provider.ts'
import type { Handler } from '../../calls/context.ts'
import type { NumberOrder } from '../../providers/telephony.ts'
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

/** State of an order for one number: 0 pending, 1 completed, -1 failed. */
function toOrderStatus({ state, completed }: NumberOrder, phone: string): 0 | 1 | -1 {
  if (state === 'completed') return 1
  if (state === 'pending') return 0
  return state === 'partial' && completed.includes(toNumber(phone)) ? 1 : -1
}

/** Bandwidth's problems with an order, only those of this number if it names any. */
function toOrderError({ problems }: NumberOrder, phone: string): string {
  const number = toNumber(phone)
  const ours = problems.filter(({ numbers }) => numbers.includes(number))
  return (ours.length > 0 ? ours : problems).map(({ description }) => description).join(' ')
}
