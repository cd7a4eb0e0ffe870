import { AgencyId } from '../../components/text/agency-id.tsx'
import { column, defineTable } from '../../components/data-table/column.ts'
import { Link } from '../../components/link.tsx'
import { agencyPaths } from '../agencies/paths.ts'
import { whatAndWhenColumn, whatColumn, whenColumn } from './event-list.tsx'
import type { HistoryRow } from './history-rows.ts'

const col = column<HistoryRow>()

/** All events, one sentence per row; a row expands to all its entries. */
export const journalTable = defineTable<HistoryRow>({
  id: 'journal',
  caption: 'Journal',
  sizes: [50],
  filters: { by: null, actor: null, agency: null, event: null, from: null, to: null, text: null },
  rowId: ({ id }) => id,
  columns: [
    whenColumn,
    col('agencyId', {
      header: 'Agency',
      width: 148,
      sortable: false,
      figures: true,
      value: ({ entries }) => entries[0]?.agencyId,
      cell: ({ entries: [entry] }) =>
        entry !== undefined && entry.agencyId !== null && <AgencyLink agencyId={entry.agencyId} />,
    }),
    whatColumn,
  ],
})

/** The same for narrow screens: one column, with the agency below the sentence. */
export const narrowJournalTable: typeof journalTable = {
  ...journalTable,
  columns: [
    whatAndWhenColumn(
      ({ entries: [entry] }) =>
        entry !== undefined && entry.agencyId !== null && <AgencyLink agencyId={entry.agencyId} />,
    ),
  ],
}

function AgencyLink({ agencyId }: { agencyId: number }) {
  return (
    <AgencyId
      agencyId={agencyId}
      link={(digits) => <Link href={agencyPaths.detail(agencyId, 'history')}>{digits}</Link>}
    />
  )
}
