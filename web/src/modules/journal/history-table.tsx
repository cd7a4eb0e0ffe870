import type { JournalEntry } from '@agency-support/contract/modules/journal'
import { column, defineTable } from '../../components/data-table/column.ts'
import { Change } from './change.tsx'
import { entryColumns } from './entry-columns.tsx'

const col = column<JournalEntry>()

/** What happened to an agency: who, what, before → after, when. */
export const historyTable = defineTable<JournalEntry>({
  id: 'agency-history',
  caption: 'History',
  sizes: [50],
  filters: { kind: null },
  rowId: ({ id }) => String(id),
  columns: [
    ...entryColumns,
    col('change', {
      header: 'Before → After',
      width: 360,
      flex: true,
      sortable: false,
      value: () => null,
      cell: (entry) => <Change entry={entry} />,
    }),
  ],
})
