import type { ReactNode } from 'react'
import styles from './plain-table.module.css'

interface PlainColumn {
  header: string
  /** Added to the header of the first column of local times: their zone. */
  zone?: ReactNode
  /** The specified field name, if the header differs. */
  title?: string
  /** For numbers. */
  align?: 'end'
  /** The header is only for screen readers. */
  hidden?: boolean
  /** The share of the width that it keeps, whatever its cells say later; for all columns or for none. */
  width?: string
}

export interface PlainTableProps {
  label: string
  columns: readonly PlainColumn[]
  /** Names the scroll box around the table, which must be focusable where the window is narrow. */
  scrollLabel?: string
  /** The rows. */
  children: ReactNode
}

/** A short read-only table; DataTable has sorting, pages and keys. */
export function PlainTable({ label, columns, scrollLabel, children }: PlainTableProps) {
  const reachable =
    scrollLabel === undefined ? {} : { role: 'region', tabIndex: 0, 'aria-label': scrollLabel }
  return (
    <div className={styles.scroll} data-scrolls {...reachable}>
      <table
        className={styles.table}
        data-fixed={columns.some(({ width }) => width !== undefined) || undefined}
        aria-label={label}
      >
        <thead>
          <tr>
            {columns.map(({ header, zone, title, align, hidden = false, width }) => (
              <th key={header} scope="col" data-align={align} title={title} style={{ width }}>
                {hidden ? <span className="sr-only">{header}</span> : header}
                {zone}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
