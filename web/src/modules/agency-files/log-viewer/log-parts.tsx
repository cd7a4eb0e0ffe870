import { Button } from '../../../ui/button.tsx'
import { formatNumber } from '../../../lib/format/format.ts'
import styles from './log-viewer.module.css'
import { fileMessages } from '../messages.ts'
import { type Part, partCount } from './log-windows.ts'

interface LogPartsProps {
  part: Part
  totalLines: number
  onPart: (index: number) => void
}

/** The range of lines shown, and navigation between the parts of a long log. */
export function LogParts({ part, totalLines, onPart }: LogPartsProps) {
  const last = partCount(totalLines) - 1
  const range =
    totalLines === 0
      ? fileMessages.emptyLog
      : `Lines ${formatNumber(part.first)}–${formatNumber(part.first + part.lines - 1)} of ${formatNumber(totalLines)}`
  const steps = [
    { label: 'First part', to: 0, atEnd: part.index === 0 },
    { label: 'Previous part', to: part.index - 1, atEnd: part.index === 0 },
    { label: 'Next part', to: part.index + 1, atEnd: part.index === last },
    { label: 'Last part', to: last, atEnd: part.index === last },
  ]
  return (
    <nav className={styles.parts} aria-label="Parts of the log">
      <span>{range}</span>
      {last > 0 &&
        steps.map(({ label, to, atEnd }) => (
          <Button
            key={label}
            variant="quiet"
            disabledReason={atEnd ? 'There is no other part on this side.' : undefined}
            quietReason
            onClick={() => onPart(to)}
          >
            {label}
          </Button>
        ))}
    </nav>
  )
}
