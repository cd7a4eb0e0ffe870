import type { ActivationRow } from '@agency-support/contract/modules/reports'
import { TriangleAlert } from 'lucide-react'
import { agencyIdColumn } from '../../components/text/agency-id-link.tsx'
import { column, defineTable } from '../../components/data-table/column.ts'
import { timeColumn } from '../../components/data-table/time-column.tsx'
import { misleadingDate, misleadingPerson } from './messages.ts'
import styles from './reports.module.css'
import { reportTime, toYesNo } from './words.ts'

const col = column<ActivationRow>()
const flag = ['0', '1', '2'] as const

/** The sign of a column that misleads; the page says it in full above the table, where the keyboard needs no tooltip. */
const warning = (text: string) => (
  <span className={styles.warning} data-tip={text}>
    <TriangleAlert role="img" aria-label="Misleading" />
  </span>
)

/** The activation report (spec-002 §2), sorted by agency. */
export const activationTable = defineTable<ActivationRow>({
  id: 'report-activation',
  caption: 'How agencies stand with the product',
  sizes: [10, 25, 50, 100],
  sort: { id: 'agencyId', desc: false },
  filters: { visible: flag, enabled: flag, subscribed: flag, optedIn: flag },
  rowId: ({ agencyId }) => String(agencyId),
  columns: [
    agencyIdColumn({ width: 116 }),
    col('visible', { header: 'Visible', width: 96, cell: ({ visible }) => toYesNo(visible) }),
    col('subscribed', { header: 'Subscribed', width: 116, cell: ({ subscribed }) => toYesNo(subscribed) }),
    col('enabled', { header: 'Enabled', width: 100, cell: ({ enabled }) => toYesNo(enabled) }),
    col('optedIn', { header: 'Opted In', width: 104, cell: ({ optedIn }) => toYesNo(optedIn) }),
    timeColumn('optInDate', {
      header: 'Date',
      mark: warning(misleadingDate),
      width: 190,
      format: reportTime,
    }),
    col('name', { header: 'Name', mark: warning(misleadingPerson), width: 140, flex: true }),
    col('initials', { header: 'Initials', mark: warning(misleadingPerson), width: 112 }),
  ],
})
