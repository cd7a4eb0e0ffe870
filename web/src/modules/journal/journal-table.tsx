import type { JournalEntry } from '@agency-support/contract/modules/journal'
import { AgencyId } from '../../components/agency-id.tsx'
import { column, defineTable } from '../../components/data-table/column.ts'
import { Link } from '../../components/link.tsx'
import { agencyPaths } from '../agencies/paths.ts'
import { entryColumns } from './entry-columns.tsx'

const col = column<JournalEntry>()

/** Everything that happened; a row unfolds to before → after. */
export const journalTable = defineTable<JournalEntry>({
  id: 'journal',
  caption: 'Journal',
  sizes: [50],
  filters: { actor: null, agency: null, event: null, from: null, to: null, text: null },
  rowId: ({ id }) => String(id),
  columns: [
    ...entryColumns,
    col('agencyId', {
      header: 'Agency',
      width: 148,
      sortable: false,
      figures: true,
      cell: ({ agencyId }) =>
        agencyId !== null && (
          <AgencyId
            agencyId={agencyId}
            link={(digits) => <Link href={agencyPaths.detail(agencyId, 'history')}>{digits}</Link>}
          />
        ),
    }),
    col('subject', { header: 'Subject', width: 220, flex: true, sortable: false }),
  ],
})
