import { formatNumber } from '../../lib/format/format.ts'
import styles from './files.module.css'

/** Further codes are found by the search. */
const maxChips = 8

interface CodeChipsProps {
  counts: readonly { code: number; count: number }[]
  /** Empty: all codes. */
  chosen: string
  onChoose: (code: string) => void
}

/** How often each error code occurs; a press filters by it, another press shows all again. */
export function CodeChips({ counts, chosen, onChoose }: CodeChipsProps) {
  if (counts.length < 2 && chosen === '') return null
  return (
    <div role="group" aria-label="Error codes" className={styles.chips}>
      {counts.slice(0, maxChips).map(({ code, count }) => {
        const isChosen = String(code) === chosen
        return (
          <button
            key={code}
            type="button"
            className={styles.chip}
            aria-pressed={isChosen}
            onClick={() => onChoose(isChosen ? '' : String(code))}
          >
            Code {code} <span className={styles.count}>{formatNumber(count)}</span>
          </button>
        )
      })}
    </div>
  )
}
