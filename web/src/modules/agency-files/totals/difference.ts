import type { StatusChipProps } from '../../../ui/status-chip.tsx'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { formatNumber } from '../../../lib/format.ts'

/** What a store holds more or less than Data Sync, as it is shown: `−8` with a warning, `0` without one. */
export function differenceLook(count: number, dataSync: number): StatusChipProps {
  const difference = count - dataSync
  if (difference === 0) return { role: 'ok', icon: CircleCheck, label: '0' }
  const size = formatNumber(Math.abs(difference))
  return { role: 'warn', icon: TriangleAlert, label: `${difference < 0 ? '−' : '+'}${size}` }
}
