import { padAgencyId } from '@agency-support/contract/ids'
import { journal, type JournalEntry } from '@agency-support/contract/modules/journal'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useMemo } from 'react'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { loadMore, toMoreProps } from '../../components/data-table/more-props.ts'
import { parseTableState, type TableState } from '../../components/data-table/table-state.ts'
import { tableQuery } from '../../components/data-table/table-query.ts'
import { useAddressTable } from '../../components/data-table/use-address-table.ts'
import { WaitingRows } from '../../components/data-table/waiting-rows.tsx'
import { LocalTime } from '../../components/text/local-time.tsx'
import { ExportLink } from '../../components/export-link.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { callAddress } from '../../lib/requests/api.ts'
import { callKey, failureText, load, queryClient } from '../../lib/requests/query.ts'
import { useMedia } from '../../ui/use-media.ts'
import {
  type By,
  BySwitch,
  Entries,
  narrowEvents,
  readBy,
  ShowAll,
  useEventName,
  useSentenceZone,
} from './event-list.tsx'
import { type HistoryRow, historyRows } from './history-rows.ts'
import { isBackwards, JournalFilters, type JournalConditions, noConditions } from './journal-filters.tsx'
import styles from './journal-page.module.css'
import { journalTable, narrowJournalTable } from './journal-table.tsx'
import { journalMessages } from './messages.ts'
import { exportInput, searchInput } from './search-input.ts'
import { useStableEvents } from './use-stable-events.ts'

function journalQuery(conditions: JournalConditions) {
  const input = searchInput(conditions)
  return infiniteQueryOptions({
    queryKey: callKey(journal.search, input),
    queryFn: ({ pageParam, signal }) =>
      load(journal.search, pageParam === 0 ? input : { ...input, before: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: (last) => last?.next ?? undefined,
  })
}

/** The conditions of an address, with its instants: a local time can be two of them. */
const toConditions = ({ filters }: TableState): JournalConditions => ({ ...noConditions, ...filters })

export function beginReads(search: Readonly<Record<string, unknown>>): void {
  const conditions = toConditions(parseTableState(journalTable, search))
  if (!isBackwards(conditions)) void queryClient.prefetchInfiniteQuery(journalQuery(conditions))
}

/** The same happens at several agencies at once. */
function ofAgency({ entries: [entry] }: HistoryRow): string {
  return entry === undefined || entry.agencyId === null ? '' : `, agency ${padAgencyId(entry.agencyId)}`
}

/** The export of what the filters show; disabled where they ask nothing. */
function Export({ conditions }: { conditions: JournalConditions }) {
  if (!isBackwards(conditions))
    return <ExportLink href={callAddress(journal.exportCsv, exportInput(conditions))} />
  return (
    <Button icon={<Download aria-hidden="true" />} disabledReason={journalMessages.notInOrder} quietReason>
      Export
    </Button>
  )
}

/** The whole journal with filters, newest first; new events wait above the rows. */
export function Page() {
  const binding = useAddressTable(useMedia(narrowEvents) ? narrowJournalTable : journalTable)
  const { state, onStateChange } = binding
  const conditions = toConditions(state)
  // Only an address can ask for it: the filter says at its field what is wrong.
  const asksNothing = isBackwards(conditions)
  const query = useInfiniteQuery({ ...journalQuery(conditions), enabled: !asksNothing })
  const entries = useMemo(
    () => query.data?.pages.flatMap((page): JournalEntry[] => page?.entries ?? []),
    [query.data],
  )
  const { shown, waiting, show } = useStableEvents(entries, JSON.stringify(conditions))
  const apply = (chosen: JournalConditions): void => onStateChange(() => ({ filters: { ...chosen } }), 'push')
  const by = readBy(conditions.by)
  const isWhole = by !== 'people' || conditions.event !== ''
  const sentenceZone = useSentenceZone()
  const rows = useMemo(
    () => shown && historyRows(shown, isWhole, sentenceZone),
    [shown, isWhole, sentenceZone],
  )
  const nameEvent = useEventName()
  const showBy = (chosen: By): void => apply({ ...conditions, by: chosen })
  const lookedBackTo = query.data?.pages.at(-1)?.lookedBackTo ?? null
  return (
    <>
      <PageHeader title="Journal" actions={<Export conditions={conditions} />} />
      <JournalFilters conditions={conditions} onApply={apply} />
      <DataTable
        {...binding}
        {...tableQuery(query, asksNothing ? [] : rows, failureText(query.error, journalMessages.wentWrong))}
        filters={<BySwitch by={by} onChoose={showBy} />}
        actions={<WaitingRows count={waiting} what="new event" onShow={show} />}
        rowName={(row) => `${nameEvent(row)}${ofAgency(row)}`}
        expand={(row) => <Entries entries={row.entries} />}
        empty={{ text: journalMessages.nothingFits[by], next: <ShowAll by={by} onChoose={showBy} /> }}
        more={toMoreProps(query)}
      />
      {query.hasNextPage && lookedBackTo !== null && (
        <p className={styles.looked}>
          Searched back to <LocalTime at={lookedBackTo} format="MM/DD/YYYY HH:mm:ss" />.
          {rows?.length === 0 && (
            <Button busy={query.isFetchingNextPage} onClick={() => void loadMore(query)}>
              Search older
            </Button>
          )}
        </p>
      )}
    </>
  )
}
