import { toNumber } from '@agency-support/contract/rules/texting'
import type { NumberOrder } from '../../providers/telephony.ts'

/** State of an order for one number: 0 pending, 1 completed, -1 failed. */
export function toOrderStatus({ state, completed }: NumberOrder, phone: string): 0 | 1 | -1 {
  if (state === 'completed') return 1
  if (state === 'pending') return 0
  return state === 'partial' && completed.includes(toNumber(phone)) ? 1 : -1
}

/** Bandwidth's problems with an order, only those of this number if it names any. */
export function toOrderError({ problems }: NumberOrder, phone: string): string {
  const number = toNumber(phone)
  const ours = problems.filter(({ numbers }) => numbers.includes(number))
  return (ours.length > 0 ? ours : problems).map(({ description }) => description).join(' ')
}
