import type { JournalEntry } from '@agency-support/contract/modules/journal'
import { column, defineTable } from '../../kit/data-table/column.ts'
import { LocalTime } from '../../kit/local-time.tsx'
import { Change } from './change.tsx'
import { eventLabel } from './history-words.ts'

const col = column<JournalEntry>()

/** What happened to an agency: who, what, before → after, when. */
export const historyTable = defineTable<JournalEntry>({
  id: 'agency-history',
  caption: 'History',
  sizes: [50],
  filters: { kind: null },
  rowId: ({ id }) => String(id),
  columns: [
    col('at', {
      header: 'When',
      width: 176,
      sortable: false,
      rowHeader: true,
      cell: ({ at }) => <LocalTime at={at} format="MM/DD/YYYY HH:mm:ss" />,
    }),
    col('actor', { header: 'Who', width: 200, sortable: false }),
    col('event', { header: 'What', width: 160, sortable: false, value: ({ event }) => eventLabel(event) }),
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
