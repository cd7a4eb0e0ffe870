import { toNumber } from '@agency-support/contract/rules/texting'
import type { NumberOrder } from '../../providers/telephony.ts'

/** Whether an order has brought a phone number or may still bring it, or the refusal of setPhone if it never will. */
export function judgeOrder(
  order: NumberOrder | null,
  phone: string,
): 'completed' | 'pending' | 'orderUnknown' | 'orderFailed' | 'orderWithoutNumber' {
  const number = toNumber(phone)
  if (order === null) return 'orderUnknown'
  if (order.state === 'failed') return 'orderFailed'
  const isPending = order.state === 'pending'
  const holds = isPending ? (order.asked?.includes(number) ?? true) : order.completed.includes(number)
  if (!holds) return 'orderWithoutNumber'
  return isPending ? 'pending' : 'completed'
}
