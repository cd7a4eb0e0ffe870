import { CircleCheck, CircleDashed, CircleX } from 'lucide-react'

const chips = {
  pending: { role: 'info', icon: CircleDashed, label: 'Order Pending' },
  completed: { role: 'ok', icon: CircleCheck, label: 'Order Completed' },
  failed: { role: 'bad', icon: CircleX, label: 'Order Failed' },
} as const

/** Label, icon and colour of an order status. */
export function toOrderChip(status: number): (typeof chips)[keyof typeof chips] {
  if (status < 0) return chips.failed
  return status === 0 ? chips.pending : chips.completed
}
