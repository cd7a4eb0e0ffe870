import { healthLimits } from '@agency-support/contract/rules/health'
import { CircleCheck, OctagonAlert, TriangleAlert } from 'lucide-react'
import type { StatusChipProps } from '../../ui/status-chip.tsx'

/** Sign and colour of a token by its age in minutes. */
export function tokenLook(minutes: number): Pick<StatusChipProps, 'role' | 'icon'> {
  const { warn, bad } = healthLimits.token
  if (minutes > bad) return { role: 'bad', icon: OctagonAlert }
  return minutes > warn ? { role: 'warn', icon: TriangleAlert } : { role: 'ok', icon: CircleCheck }
}
