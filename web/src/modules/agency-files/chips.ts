import { healthLimits } from '@agency-support/contract/rules/health'
import { CircleCheck, OctagonAlert, TriangleAlert } from 'lucide-react'
import type { ChipStyle, StatusChipProps } from '../../ui/status-chip.tsx'
import { formatNumber } from '../../lib/format/format.ts'

/** Icon and colour of a token by its age in minutes. */
export function tokenChip(minutes: number): ChipStyle {
  const { warn, bad } = healthLimits.token
  if (minutes > bad) return { role: 'bad', icon: OctagonAlert }
  return minutes > warn ? { role: 'warn', icon: TriangleAlert } : { role: 'ok', icon: CircleCheck }
}

/** The difference of a store's count to Data Sync: `−8` with a warning, `0` without. */
export function differenceChip(count: number, dataSync: number): StatusChipProps {
  const difference = count - dataSync
  if (difference === 0) return { role: 'ok', icon: CircleCheck, label: '0' }
  const size = formatNumber(Math.abs(difference))
  return { role: 'warn', icon: TriangleAlert, label: `${difference < 0 ? '−' : '+'}${size}` }
}
