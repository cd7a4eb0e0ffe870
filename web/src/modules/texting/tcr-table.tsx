import type { TcrRecord } from '@agency-support/contract/modules/texting'
import { formatPhone } from '@agency-support/contract/rules/texting'
import { AgencyId } from '../../components/agency-id.tsx'
import { column, defineTable } from '../../components/data-table/column.ts'
import { CopyButton } from '../../components/copy-button.tsx'
import { Link } from '../../components/link.tsx'
import { LocalTime } from '../../components/local-time.tsx'
import { agencyPaths } from '../agencies/paths.ts'
import styles from './reports.module.css'

const col = column<TcrRecord>()

/** An agency id that leads to the agency. */
function AgencyCell({ agencyId }: { agencyId: number }) {
  return (
    <AgencyId
      agencyId={agencyId}
      link={(digits) => (
        <Link className={styles.agency} href={agencyPaths.detail(agencyId)} data-row-focus>
          {digits}
        </Link>
      )}
    />
  )
}

/** A text with its copy button, which is seen when the cell is pointed at or holds focus. */
function CopiedCell({ shown, text, what }: { shown: string; text: string; what: string }) {
  return (
    <span className={styles.copied}>
      <span>{shown}</span>
      <CopyButton text={text} what={what} />
    </span>
  )
}

/** The TCR report (spec-002 §2), first by agency. */
export const tcrTable = defineTable<TcrRecord>({
  id: 'tcr-report',
  caption: 'TCR numbers of agencies',
  sizes: [10, 25, 50, 100],
  sort: { id: 'agencyId', desc: false },
  rowId: ({ agencyId }) => String(agencyId),
  columns: [
    col('agencyId', {
      header: 'Agency',
      width: 112,
      figures: true,
      rowHeader: true,
      cell: ({ agencyId }) => <AgencyCell agencyId={agencyId} />,
    }),
    col('phoneNumber', {
      header: 'Phone',
      width: 148,
      figures: true,
      value: ({ phoneNumber }) => formatPhone(phoneNumber),
      cell: ({ phoneNumber }) =>
        phoneNumber === '' ? (
          ''
        ) : (
          <CopiedCell shown={formatPhone(phoneNumber)} text={phoneNumber} what={`phone ${phoneNumber}`} />
        ),
    }),
    col('tcrNumber', {
      header: 'TCR ID',
      width: 140,
      cell: ({ tcrNumber }) => (
        <CopiedCell shown={tcrNumber} text={tcrNumber} what={`TCR number ${tcrNumber}`} />
      ),
    }),
    col('createdBy', { header: 'Created By', width: 132 }),
    col('createdOn', {
      header: 'Created On',
      width: 188,
      align: 'end',
      value: ({ createdOn }) => Date.parse(createdOn),
      cell: ({ createdOn }) => <LocalTime at={createdOn} format="MM/DD/YYYY h:mm:ss a" />,
    }),
    col('updatedBy', { header: 'Updated By', width: 132, flex: true }),
    col('updatedOn', {
      header: 'Updated On',
      width: 188,
      align: 'end',
      value: ({ updatedOn }) => Date.parse(updatedOn),
      cell: ({ updatedOn }) => <LocalTime at={updatedOn} format="MM/DD/YYYY h:mm:ss a" />,
    }),
  ],
})

/** True for a record that a text speaks of: agency id, phone number, TCR number or a name. */
export function matchesTcr(record: TcrRecord, text: string): boolean {
  const { agencyId, phoneNumber, tcrNumber, createdBy, updatedBy } = record
  const shown = String(agencyId).padStart(8, '0')
  const fields = [shown, phoneNumber, formatPhone(phoneNumber), tcrNumber, createdBy, updatedBy]
  return fields.some((field) => field.toLowerCase().includes(text))
}
