import { alertPriorities, getAlertLabel, getPriorityColor } from '@agency-support/contract/rules/alerts'
import { Circle, createLucideIcon, type LucideIcon } from 'lucide-react'
import { StatusChip, type StatusRole } from '../../ui/status-chip.tsx'

type Color = ReturnType<typeof getPriorityColor>
const roles: Readonly<Record<Color, StatusRole>> = { blue: 'info', green: 'ok', amber: 'warn', red: 'bad' }

/** Three bars, the first of which are full: the shape tells priorities apart without the colour. */
const bars = (full: number): LucideIcon =>
  createLucideIcon(
    `bars-${full}`,
    ['M5 21v-6', 'M12 21V9', 'M19 21V3'].map((d, at) => [
      'path',
      { d, strokeWidth: 5, strokeLinecap: 'butt', opacity: at < full ? 1 : 0.3, key: d },
    ]),
  )
const icons: readonly LucideIcon[] = [Circle, bars(1), bars(2), bars(3)]

/** The priority of an alert: a word in the documented colour, with more bars for more urgent ones. */
export function PriorityChip({ priority }: { priority: number }) {
  const label = getAlertLabel(alertPriorities, priority)
  return (
    <StatusChip role={roles[getPriorityColor(priority)]} icon={icons[priority] ?? Circle} label={label} />
  )
}
