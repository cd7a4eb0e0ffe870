import type { ReactNode } from 'react'
import styles from './plain-table.module.css'

interface PlainColumn {
  header: string
  /** The documents' own name of the field, where the header has other words. */
  title?: string
  /** Numbers stand at the end. */
  align?: 'end'
  /** The header is only read aloud. */
  hidden?: boolean
}

export interface PlainTableProps {
  label: string
  columns: readonly PlainColumn[]
  /** Names the box round the table, which a keyboard reaches to scroll it where it is narrow. */
  scrollLabel?: string
  /** The rows. */
  children: ReactNode
}

/** A short table that is only read; one with sorting, pages and keys is the DataTable. */
export function PlainTable({ label, columns, scrollLabel, children }: PlainTableProps) {
  const reachable =
    scrollLabel === undefined ? {} : { role: 'region', tabIndex: 0, 'aria-label': scrollLabel }
  return (
    <div className={styles.scroll} {...reachable}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ header, title, align, hidden = false }) => (
              <th key={header} scope="col" data-align={align} title={title}>
                {hidden ? <span className="sr-only">{header}</span> : header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
