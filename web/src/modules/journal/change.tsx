import { agencyStatuses } from '@agency-support/contract/modules/agencies'
import type { FieldValues, JournalEntry } from '@agency-support/contract/modules/journal'
import { ArrowRight } from 'lucide-react'
import styles from './change.module.css'
import { changedFields, fieldLabel } from './history-words.ts'

/** Numbers that stand for a word are shown as the word. */
function shown(field: string, values: FieldValues | null): string {
  const value = values?.[field]
  if (value === undefined || value === null) return 'none'
  if (field === 'status')
    return agencyStatuses.find((status) => status.value === value)?.label ?? String(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value === '' ? 'empty' : String(value)
}

/** Before → after of every field an entry speaks of, and the reason where one was given. */
export function Change({ entry }: { entry: JournalEntry }) {
  const fields = changedFields(entry.before, entry.after)
  return (
    <ul className={styles.changes}>
      {fields.map((field) => (
        <li key={field}>
          <span className={styles.field}>{fieldLabel(field)}</span>
          {entry.before !== null && (
            <>
              <span className={styles.before}>{shown(field, entry.before)}</span>
              <ArrowRight className={styles.arrow} role="img" aria-label="became" />
            </>
          )}
          <span className={styles.after}>{shown(field, entry.after)}</span>
        </li>
      ))}
      {entry.reason !== null && <li className={styles.field}>{entry.reason}</li>}
    </ul>
  )
}
