import { useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { useAddressText } from '../../components/use-address-text.ts'
import { useNow } from '../../components/use-now.ts'
import { type DayRange, isDay, quickRanges } from './days.ts'
import { reportMessages } from './messages.ts'
import styles from './reports.module.css'

interface DayRangeFieldsProps {
  range: DayRange
  onRange: (range: DayRange) => void
}

/** Two days, both inclusive; applied once they form a valid range. A line beside them says why they do not. */
export function DayRangeFields({ range, onRange }: DayRangeFieldsProps) {
  // A report may stay open past midnight.
  const now = new Date(useNow())
  const take = (next: DayRange) => {
    if (isDay(next.start) && isDay(next.end) && next.start <= next.end) onRange(next)
  }
  const [start, setStart] = useAddressText(range.start, () => undefined)
  const [end, setEnd] = useAddressText(range.end, () => undefined)
  const isBackwards = isDay(start) && isDay(end) && start > end
  const note = useId()
  return (
    <>
      <div className={styles.range}>
        <TextField
          name="start"
          label="Start date"
          type="date"
          value={start}
          onChange={(text) => {
            setStart(text)
            take({ start: text, end })
          }}
          error={isBackwards ? reportMessages.notInOrder : null}
          errorAt={note}
        />
        <TextField
          name="end"
          label="End date"
          type="date"
          value={end}
          onChange={(text) => {
            setEnd(text)
            take({ start, end: text })
          }}
        />
        <div className={styles.quick} role="group" aria-label="Days">
          {quickRanges(now).map((quick) => (
            <Button
              key={quick.label}
              variant="quiet"
              aria-pressed={quick.range.start === range.start && quick.range.end === range.end}
              onClick={() => onRange(quick.range)}
            >
              {quick.label}
            </Button>
          ))}
        </div>
      </div>
      <span id={note} role="status" className={styles.note} data-bad={isBackwards || undefined}>
        {isBackwards ? reportMessages.notInOrder : reportMessages.bothIncluded}
      </span>
    </>
  )
}
