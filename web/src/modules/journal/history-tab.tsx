import { historyPageSize, journal, type JournalEntry } from '@agency-support/contract/modules/journal'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { defineTable } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { toMoreProps } from '../../components/data-table/more-props.ts'
import { tableQuery } from '../../components/data-table/table-query.ts'
import { useAddressTable } from '../../components/data-table/use-address-table.ts'
import { setFilters } from '../../components/data-table/use-table-state.ts'
import { WaitingRows } from '../../components/data-table/waiting-rows.tsx'
import type { AgencyTabProps } from '../../agency/agency-tab.ts'
import { callKey, failureText, load } from '../../lib/requests/query.ts'
import { useMedia } from '../../ui/use-media.ts'
import { SelectField } from '../../ui/fields.tsx'
import {
  type By,
  BySwitch,
  Entries,
  narrowEvents,
  readBy,
  ShowAll,
  useEventName,
  useSentenceZone,
  whatAndWhenColumn,
  whatColumn,
  whenColumn,
} from './event-list.tsx'
import { type HistoryRow, historyRows } from './history-rows.ts'
import { eventChoices, isOfAgency } from './history-words.ts'
import { journalMessages } from './messages.ts'
import { useStableEvents } from './use-stable-events.ts'

/** The history of an agency, one sentence per row; a row expands to all its entries. */
const historyTable = defineTable<HistoryRow>({
  id: 'agency-history',
  caption: 'History',
  sizes: [50],
  filters: { by: null, kind: null },
  rowId: ({ id }) => id,
  columns: [whenColumn, whatColumn],
})
const narrowHistoryTable: typeof historyTable = { ...historyTable, columns: [whatAndWhenColumn()] }

const kindChoices = eventChoices(isOfAgency)

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

/** The agency's history, newest first, updated live. */
export function Tab({ agency: { agencyId } }: AgencyTabProps) {
  const binding = useAddressTable(useMedia(narrowEvents) ? narrowHistoryTable : historyTable)
  const { state } = binding
  const kind = state.filters['kind'] ?? ''
  const by = readBy(state.filters['by'])
  const query = useHistory(agencyId, by, kind)
  const entries = useMemo(() => query.data?.pages.flat(), [query.data])
  const { shown, waiting, show } = useStableEvents(entries, `${agencyId} ${by} ${kind}`)
  // Whoever asks for one kind of event alone wants to read of it.
  const isWhole = by !== 'people' || kind !== ''
  const sentenceZone = useSentenceZone()
  const rows = useMemo(
    () => shown && historyRows(shown, isWhole, sentenceZone),
    [shown, isWhole, sentenceZone],
  )
  const showBy = (chosen: By): void => setFilters(binding, { by: chosen })
  return (
    <DataTable
      {...binding}
      {...tableQuery(query, rows, failureText(query.error, journalMessages.wentWrong))}
      filters={
        <>
          <BySwitch by={by} onChoose={showBy} />
          <SelectField
            name="kind"
            label="Event"
            value={kind}
            choices={kindChoices}
            onChange={(chosen) => setFilters(binding, { kind: chosen })}
          />
        </>
      }
      actions={<WaitingRows count={waiting} what="new event" onShow={show} />}
      rowName={useEventName()}
      expand={({ entries }) => <Entries entries={entries} />}
      empty={{
        text: (kind === '' ? journalMessages.noneBy : journalMessages.noneOfKind)[by],
        next: <ShowAll by={by} onChoose={showBy} />,
      }}
      more={toMoreProps(query)}
    />
  )
}
