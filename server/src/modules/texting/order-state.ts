import { toNumber } from '@agency-support/contract/rules/texting'
import type { NumberOrder } from '../../providers/telephony.ts'

/** How an order stands for one number: 0 pending, 1 completed, -1 failed. */
export function toOrderStatus({ state, completed }: NumberOrder, phone: string): 0 | 1 | -1 {
  if (state === 'completed') return 1
  if (state === 'pending') return 0
  return state === 'partial' && completed.includes(toNumber(phone)) ? 1 : -1
}

/** What Bandwidth could not do, of this number where it says so. */
export function toOrderError({ problems }: NumberOrder, phone: string): string {
  const number = toNumber(phone)
  const ours = problems.filter(({ numbers }) => numbers.includes(number))
  return (ours.length > 0 ? ours : problems).map(({ description }) => description).join(' ')
}
