import type { JournalEntry } from '@agency-support/contract/modules/journal'
import { column } from '../../components/data-table/column.ts'
import { LocalTime } from '../../components/local-time.tsx'
import { eventLabel } from './history-words.ts'

const col = column<JournalEntry>()

/** When, who and what, with which every list of entries begins. */
export const entryColumns = [
  col('at', {
    header: 'When',
    width: 176,
    sortable: false,
    rowHeader: true,
    cell: ({ at }) => <LocalTime at={at} format="MM/DD/YYYY HH:mm:ss" />,
  }),
  col('actor', { header: 'Who', width: 200, sortable: false }),
  col('event', { header: 'What', width: 190, sortable: false, value: ({ event }) => eventLabel(event) }),
]
