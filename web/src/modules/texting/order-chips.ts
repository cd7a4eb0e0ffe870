import { CircleCheck, CircleDashed, CircleX } from 'lucide-react'

const looks = {
  pending: { role: 'info', icon: CircleDashed, label: 'Order Pending' },
  completed: { role: 'ok', icon: CircleCheck, label: 'Order Completed' },
  failed: { role: 'bad', icon: CircleX, label: 'Order Failed' },
} as const

/** Label, icon and colour of an order status. */
export function toOrderChip(status: number): (typeof looks)[keyof typeof looks] {
  if (status < 0) return looks.failed
  return status === 0 ? looks.pending : looks.completed
}
