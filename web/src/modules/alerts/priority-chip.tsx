import { alertPriorities, getAlertLabel, getPriorityColor } from '@agency-support/contract/rules/alerts'
import { Circle, type LucideIcon, SignalHigh, SignalLow, SignalMedium } from 'lucide-react'
import { StatusChip, type StatusRole } from '../../ui/status-chip.tsx'

type Color = ReturnType<typeof getPriorityColor>
const roles: Readonly<Record<Color, StatusRole>> = { blue: 'info', green: 'ok', amber: 'warn', red: 'bad' }
const icons: readonly LucideIcon[] = [Circle, SignalLow, SignalMedium, SignalHigh]

/** The priority of an alert: a word in the documented colour, with more bars for more urgent ones. */
export function PriorityChip({ priority }: { priority: number }) {
  const label = getAlertLabel(alertPriorities, priority)
  return (
    <StatusChip role={roles[getPriorityColor(priority)]} icon={icons[priority] ?? Circle} label={label} />
  )
}
