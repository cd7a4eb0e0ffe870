import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { useAddressText } from '../../components/use-address-text.ts'
import { useNow } from '../../lib/use-now.ts'
import { type DayRange, isDay, isHalfTyped, quickRanges } from './days.ts'
import { reportMessages } from './messages.ts'
import styles from './reports.module.css'

const days = ['start', 'end'] as const
const labels = { start: 'Start date', end: 'End date' }

const isRefused = (text: string, isTyped: boolean): boolean => !isDay(text) && !(isTyped && isHalfTyped(text))

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
  const texts: DayRange = { start, end }
  const setText = { start: setStart, end: setEnd }
  // A year passes through others while it is typed.
  const [typed, setTyped] = useState<keyof DayRange | null>(null)
  const noDay = { start: isRefused(start, typed === 'start'), end: isRefused(end, typed === 'end') }
  const isBackwards = isDay(start) && isDay(end) && start > end
  const problem =
    noDay.start || noDay.end ? reportMessages.notADay : isBackwards ? reportMessages.notInOrder : null
  const note = useId()
  return (
    <>
      <div className={styles.range}>
        {days.map((name) => (
          <TextField
            key={name}
            name={name}
            label={labels[name]}
            type="date"
            value={texts[name]}
            onChange={(text) => {
              setTyped(name)
              setText[name](text)
              take({ ...texts, [name]: text })
            }}
            onBlur={() => setTyped(null)}
            error={noDay[name] || (name === 'start' && isBackwards) ? problem : null}
            errorAt={note}
          />
        ))}
        <div className={styles.quick} role="group" aria-label="Days">
          {quickRanges(now).map((quick) => (
            <Button
              key={quick.label}
              variant="quiet"
              aria-pressed={quick.range.start === range.start && quick.range.end === range.end}
              onClick={() => {
                setStart(quick.range.start)
                setEnd(quick.range.end)
                onRange(quick.range)
              }}
            >
              {quick.label}
            </Button>
          ))}
        </div>
      </div>
      <span id={note} role="status" className={styles.note} data-bad={problem !== null || undefined}>
        {problem ?? reportMessages.bothIncluded}
      </span>
    </>
  )
}
