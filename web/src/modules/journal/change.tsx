import type { FieldValues, JournalEntry } from '@agency-support/contract/modules/journal'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { LocalTime } from '../../components/text/local-time.tsx'
import styles from './change.module.css'
import { fieldWords } from '../../lib/format/field-label.ts'
import { isInstant, sayReason, sayValue } from './field-values.ts'
import { changedFields } from './history-words.ts'

/** Formats a value: coded numbers as their label, instants as usual. */
function shown(event: string, field: string, values: FieldValues | null): ReactNode {
  const value = values?.[field]
  if (value === undefined || value === null) return 'none'
  if (value === '') return 'empty'
  if (isInstant(value)) return <LocalTime at={value} format="MM/DD/YYYY HH:mm:ss" />
  return sayValue(event, field, value)
}

/** Before → after of each changed field, and the reason if one was given. */
export function Change({ entry }: { entry: JournalEntry }) {
  const fields = changedFields(entry.before, entry.after)
  return (
    <ul className={styles.changes}>
      {fields.map((field) => (
        <li key={field}>
          <span className={styles.field}>{fieldWords(field)}</span>
          {entry.before !== null && (
            <>
              <span className={styles.before}>{shown(entry.event, field, entry.before)}</span>
              <ArrowRight className={styles.arrow} role="img" aria-label="became" />
            </>
          )}
          <span className={styles.after}>{shown(entry.event, field, entry.after)}</span>
        </li>
      ))}
      {entry.reason !== null && <li className={styles.field}>{sayReason(entry.event, entry.reason)}</li>}
    </ul>
  )
}
