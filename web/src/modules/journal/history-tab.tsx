import { allEvents } from '@agency-support/contract'
import { historyPageSize, journal, type JournalEntry } from '@agency-support/contract/modules/journal'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { tableQuery } from '../../components/data-table/table-query.ts'
import { useAddressTable } from '../../components/data-table/use-address-table.ts'
import { SelectField } from '../../ui/fields.tsx'
import { useZoneName } from '../../components/local-time.tsx'
import type { AgencyTabProps } from '../../agency/agency-tab.ts'
import { callKey, load } from '../../lib/query.ts'
import surface from '../../ui/surface.module.css'
import { column, defineTable } from '../../components/data-table/column.ts'
import { eventLabel } from './history-words.ts'
import { journalMessages } from './messages.ts'
import { toMoreProps } from './more-props.ts'
import { Change } from './change.tsx'
import { entryColumns } from './entry-columns.tsx'

const col = column<JournalEntry>()

/** What happened to an agency: who, what, before → after, when. */
const historyTable = defineTable<JournalEntry>({
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

/** Kinds that can be an agency's, as the contract lists them. */
const kinds = [...allEvents.keys()].filter(
  (name) => !name.startsWith('session.') && !name.startsWith('switches.'),
)
const kindChoices = [
  { value: '', label: 'Everything' },
  ...kinds.map((name) => ({ value: name, label: eventLabel(name) })),
]

function useHistory(agencyId: number, kind: string) {
  const input = { agencyId, ...(kind === '' ? {} : { events: [kind] }) }
  return useInfiniteQuery({
    queryKey: callKey(journal.agencyHistory, input),
    queryFn: ({ pageParam, signal }) =>
      load(journal.agencyHistory, pageParam === 0 ? input : { ...input, before: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: (last: readonly JournalEntry[]) =>
      last.length < historyPageSize ? undefined : last.at(-1)?.id,
  })
}

/** The agency's history, newest first; what happens elsewhere appears by itself. */
export function Tab({ agency }: AgencyTabProps) {
  const binding = useAddressTable(historyTable)
  const { state, onStateChange } = binding
  const kind = state.filters['kind'] ?? ''
  const zone = useZoneName()
  const query = useHistory(agency.agencyId, kind)
  const rows = useMemo(() => query.data?.pages.flat(), [query.data])
  const setKind = (value: string): void =>
    onStateChange({ ...state, filters: { ...state.filters, kind: value } }, 'push')
  return (
    <DataTable
      {...binding}
      {...tableQuery(query, rows, journalMessages.wentWrong)}
      filters={<SelectField name="kind" label="Kind" value={kind} choices={kindChoices} onChange={setKind} />}
      actions={<span className={surface.note}>Times in {zone}</span>}
      empty={{ text: journalMessages.empty }}
      more={toMoreProps(query)}
    />
  )
}
