import { texting } from '@agency-support/contract/modules/texting'
import { toNumber } from '@agency-support/contract/rules/texting'
import { askProvider } from '../../calls/ask-provider.ts'
import type { Handler } from '../../calls/context.ts'
import { readWork, type WorkRow } from '../../jobs/outside-work/store.ts'
import type { NumberOrder } from '../../providers/telephony.ts'
import { numberWork } from './number-work.ts'
import { findTexting, numberSavedAt, type OrderKind, type TextingRow } from './store.ts'

/** The latest order of an agency with its current state at Bandwidth. */
export const orderInformation: Handler<typeof texting.orderInformation> = async ({ agencyId }, ctx) => {
  const row = await findTexting(ctx.db, agencyId)
  const last = toLastOrder(row, await readWork(ctx.db, agencyId, numberWork.name))
  if (last === undefined) throw ctx.refuse('noOrder')
  const { orderId, kind, phone } = last
  const order = await askProvider(ctx, () => ctx.services.bandwidth.getOrder(kind, orderId))
  if (order === null)
    return { orderId, status: -1, error: texting.setPhone.refusals.orderUnknown[1], ts: null }
  return {
    orderId,
    status: toOrderStatus(order, phone),
    error: toOrderError(order, phone),
    ts: order.updatedAt.toISOString(),
  }
}

interface LastOrder {
  orderId: string
  kind: OrderKind
  /** The number it is to bring, or has brought. */
  phone: string
}

/** The order that was asked for last if it has brought no number, otherwise that of the record; undefined without any. */
function toLastOrder(row: TextingRow | undefined, work: WorkRow | null): LastOrder | undefined {
  if (row === undefined) return undefined
  if (work !== null && work.succeeded !== true && work.requested_at >= numberSavedAt(row)) {
    const { orderId, orderKind: kind, phone } = numberWork.input.parse(work.input)
    return { orderId, kind, phone }
  }
  const { order_id: orderId, order_kind: kind, order_phone: orderPhone, phones } = row
  const phone = orderPhone ?? phones[0] ?? ''
  return orderId === null || kind === null ? undefined : { orderId, kind, phone }
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
