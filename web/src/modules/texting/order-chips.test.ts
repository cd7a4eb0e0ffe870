import { expect, test } from 'vitest'
import { toOrderChip } from './order-chips.ts'

test('[TEXTING-03] 0 is a pending order, 1 a completed one, and whatever is negative a failed one', () => {
  expect([0, 1, -1, -7].map((status) => toOrderChip(status).label)).toEqual([
    'Order Pending',
    'Order Completed',
    'Order Failed',
    'Order Failed',
  ])
})
