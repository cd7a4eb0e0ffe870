import { padAgencyId } from '@agency-support/contract/ids'
import type { TextingInitials } from '@agency-support/contract/modules/texting-presence'
import { AgencyId } from '../../components/text/agency-id.tsx'
import { column, defineTable } from '../../components/data-table/column.ts'

const col = column<TextingInitials>()

/** Connected users of an agency. */
export const lookupTable = defineTable<TextingInitials>({
  id: 'texting-connections',
  caption: 'Connections',
  sizes: [25, 50, 100],
  rowId: ({ initials }) => initials,
  columns: [
    col('agencyId', {
      header: 'Agency Id',
      width: 136,
      figures: true,
      hideable: false,
      value: ({ agencyId }) => padAgencyId(agencyId),
      cell: ({ agencyId }) => <AgencyId agencyId={agencyId} />,
    }),
    col('initials', { header: 'Initials', width: 160, flex: true, rowHeader: true }),
  ],
})
