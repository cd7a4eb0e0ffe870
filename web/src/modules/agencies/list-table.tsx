import type { AgencyListItem } from '@agency-support/contract/modules/agencies'
import { AgencyId } from '../../components/agency-id.tsx'
import { column, defineTable } from '../../components/data-table/column.ts'

const col = column<AgencyListItem>()

/** The agency list. Without a chosen order the rows stand as the server ranks them: exact id first, then by name. */
export const agencyTable = defineTable<AgencyListItem>({
  id: 'agencies',
  caption: 'Agencies',
  sizes: [25, 50, 100],
  rowId: ({ agencyId }) => String(agencyId),
  columns: [
    col('agencyId', {
      header: 'Agency Id',
      width: 140,
      figures: true,
      rowHeader: true,
      cell: ({ agencyId }, link) => <AgencyId agencyId={agencyId} link={link} />,
    }),
    col('name', { header: 'Agency Name', width: 420, flex: true }),
    col('versionDisplay', { header: 'Version', width: 140 }),
  ],
})
