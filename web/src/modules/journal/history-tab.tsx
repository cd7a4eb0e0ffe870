import { allEvents } from '@agency-support/contract'
import { historyPageSize, journal, type JournalEntry } from '@agency-support/contract/modules/journal'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { column, defineTable } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { tableQuery } from '../../components/data-table/table-query.ts'
import { useAddressTable } from '../../components/data-table/use-address-table.ts'
import { LocalTime, useZoneName } from '../../components/local-time.tsx'
import type { AgencyTabProps } from '../../agency/agency-tab.ts'
import { callKey, load } from '../../lib/query.ts'
import { SelectField } from '../../ui/fields.tsx'
import surface from '../../ui/surface.module.css'
import { EntryDetail } from './entry-detail.tsx'
import { type HistoryRow, historyRows } from './history-rows.ts'
import { tellEntry } from './history-sentence.ts'
import styles from './history-tab.module.css'
import { eventLabel, isOfAgency } from './history-words.ts'
import { journalMessages } from './messages.ts'
import { toMoreProps } from './more-props.ts'

const col = column<HistoryRow>()
const format = 'MM/DD/YYYY HH:mm:ss'

/** What happened to an agency, a sentence each; a row unfolds to every entry it stands for. */
const historyTable = defineTable<HistoryRow>({
  id: 'agency-history',
  caption: 'History',
  sizes: [50],
  filters: { by: null, kind: null },
  rowId: ({ id }) => id,
  columns: [
    col('at', {
      header: 'When',
      width: 176,
      sortable: false,
      rowHeader: true,
      cell: ({ at }) => <LocalTime at={at} format={format} />,
    }),
    col('text', { header: 'What happened', width: 400, flex: true, sortable: false }),
  ],
})

/** Whose acts are shown; people's first. */
const byChoices = [
  { by: 'people', label: 'People' },
  { by: 'software', label: 'Software' },
  { by: 'all', label: 'All' },
] as const
type By = (typeof byChoices)[number]['by']

const kindChoices = [
  { value: '', label: 'Everything' },
  ...[...allEvents.keys()]
    .filter(isOfAgency)
    .map((name) => ({ value: name, label: eventLabel(name) }))
    .sort((a, b) => a.label.localeCompare(b.label)),
]

function useHistory(agencyId: number, by: By, kind: string) {
  const input = {
    agencyId,
    ...(kind === '' ? {} : { events: [kind] }),
    ...(by === 'all' ? {} : { by }),
  }
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
  const by = byChoices.find((choice) => choice.by === state.filters['by'])?.by ?? 'people'
  const zone = useZoneName()
  const query = useHistory(agency.agencyId, by, kind)
  const rows = useMemo(() => query.data && historyRows(query.data.pages.flat()), [query.data])
  const set = (filters: { by?: string; kind?: string }): void =>
    onStateChange({ ...state, filters: { ...state.filters, ...filters } }, 'push')
  return (
    <DataTable
      {...binding}
      {...tableQuery(query, rows, journalMessages.wentWrong)}
      filters={
        <>
          <BySwitch by={by} onChoose={(chosen) => set({ by: chosen })} />
          <SelectField
            name="kind"
            label="Event"
            value={kind}
            choices={kindChoices}
            onChange={(chosen) => set({ kind: chosen })}
          />
        </>
      }
      actions={<span className={surface.note}>Times in {zone}</span>}
      expand={({ entries }) => <Entries entries={entries} />}
      empty={{ text: kind === '' ? journalMessages.noneBy[by] : journalMessages.noneOfKind }}
      more={toMoreProps(query)}
    />
  )
}

function BySwitch({ by, onChoose }: { by: By; onChoose: (by: By) => void }) {
  return (
    <div className={styles.by} role="group" aria-label="By">
      {byChoices.map((choice) => (
        <button
          key={choice.by}
          type="button"
          className={styles.choice}
          aria-pressed={choice.by === by}
          onClick={() => onChoose(choice.by)}
        >
          {choice.label}
        </button>
      ))}
    </div>
  )
}

/** Every entry that a row stands for, from what to what. */
function Entries({ entries }: { entries: readonly JournalEntry[] }) {
  const [only] = entries
  if (entries.length === 1 && only !== undefined) return <EntryDetail entry={only} />
  return (
    <ul className={styles.entries}>
      {entries.map((entry) => (
        <li key={entry.id}>
          <LocalTime at={entry.at} format={format} /> <span>{tellEntry(entry)}</span>
        </li>
      ))}
    </ul>
  )
}
