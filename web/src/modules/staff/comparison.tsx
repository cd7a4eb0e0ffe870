import { fullName } from '@agency-support/contract/rules/person-name'
import type { StaffUser } from '@agency-support/contract/modules/staff'
import { compareLists, type ShownGroup } from '@agency-support/contract/rules/staff'
import styles from './permissions-card.module.css'

export interface ComparisonProps {
  one: StaffUser
  other: StaffUser
  groups: readonly ShownGroup[]
}

/** The permissions of two users side by side, read-only. */
export function Comparison({ one, other, groups }: ComparisonProps) {
  const definitions = groups.flatMap(({ permissions }) => permissions)
  const names = new Map(definitions.map(({ id, label }) => [id, label]))
  const { onlyOne, onlyOther, both } = compareLists(
    one.permissions,
    other.permissions,
    definitions.map(({ id }) => id),
  )
  const columns = [
    { title: `Only ${fullName(one)}`, ids: onlyOne },
    { title: `Only ${fullName(other)}`, ids: onlyOther },
    { title: 'Both', ids: both },
  ]
  return (
    <div className={styles.comparison} role="group" aria-label={`Compared with ${fullName(other)}`}>
      {columns.map(({ title, ids }) => (
        <div key={title}>
          <h3>
            {title} <span className={styles.count}>{ids.length}</span>
          </h3>
          {ids.length === 0 ? (
            <p className={styles.none}>None</p>
          ) : (
            <ul>
              {ids.map((id) => (
                <li key={id}>{names.get(id) ?? id}</li>
              ))}
            </ul>
          )}
        </div>
      ))}
    </div>
  )
}
