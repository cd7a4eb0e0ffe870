import { agencyAddress } from '../../agency/agency-address.ts'
import { AgencyId } from './agency-id.tsx'
import styles from './agency-id.module.css'
import type { Column } from '../data-table/column.ts'
import { Link } from '../link.tsx'

/** An agency id that links to the agency; in a table the target of the row's focus. */
function AgencyIdLink({ agencyId }: { agencyId: number }) {
  return (
    <AgencyId
      agencyId={agencyId}
      link={(digits) => (
        <Link className={styles.link} href={agencyAddress(agencyId)} data-row-focus>
          {digits}
        </Link>
      )}
    />
  )
}

/** The column that names a row by its agency. */
export function agencyIdColumn<Row extends { agencyId: number }>(
  options: Pick<Column<Row>, 'width'> & Partial<Pick<Column<Row>, 'flex' | 'sortable'>>,
): Column<Row> {
  return {
    id: 'agencyId',
    header: 'Agency',
    flex: false,
    align: 'start',
    figures: true,
    rowHeader: true,
    stuck: 'start',
    sortable: true,
    hideable: false,
    value: ({ agencyId }) => agencyId,
    cell: ({ agencyId }) => <AgencyIdLink agencyId={agencyId} />,
    ...options,
  }
}
