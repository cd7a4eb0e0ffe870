import { journal, type JournalEntry } from '@agency-support/contract/modules/journal'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { tableQuery } from '../../components/data-table/table-query.ts'
import { useAddressTable } from '../../components/data-table/use-address-table.ts'
import { LocalTime } from '../../components/local-time.tsx'
import { ExportLink } from '../../components/export-link.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { callAddress } from '../../lib/api.ts'
import { callKey, load } from '../../lib/query.ts'
import { EntryDetail } from './entry-detail.tsx'
import { JournalFilters, type JournalConditions, noConditions } from './journal-filters.tsx'
import styles from './journal-page.module.css'
import { journalTable } from './journal-table.tsx'
import { journalMessages } from './messages.ts'
import { toMoreProps } from './more-props.ts'
import { exportInput, searchInput } from './search-input.ts'

function useJournal(conditions: JournalConditions) {
  const input = searchInput(conditions)
  return useInfiniteQuery({
    queryKey: callKey(journal.search, input),
    queryFn: ({ pageParam, signal }) =>
      load(journal.search, pageParam === 0 ? input : { ...input, before: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: (last) => last?.next ?? undefined,
  })
}

/** Everything that happened, narrowed down, newest first; new entries appear by themselves. */
export function Page() {
  const binding = useAddressTable(journalTable)
  const { state, onStateChange } = binding
  const conditions: JournalConditions = { ...noConditions, ...state.filters }
  const query = useJournal(conditions)
  const rows = useMemo(
    () => query.data?.pages.flatMap((page): JournalEntry[] => page?.entries ?? []),
    [query.data],
  )
  const lookedBackTo = query.data?.pages.at(-1)?.lookedBackTo ?? null
  return (
    <>
      <PageHeader
        title="Journal"
        actions={<ExportLink href={callAddress(journal.exportCsv, exportInput(conditions))} />}
      />
      <JournalFilters
        key={JSON.stringify(conditions)}
        conditions={conditions}
        onApply={(filters) => onStateChange({ ...state, filters: { ...filters } }, 'push')}
      />
      <DataTable
        {...binding}
        {...tableQuery(query, rows, journalMessages.wentWrong)}
        expand={(entry) => <EntryDetail entry={entry} />}
        empty={{ text: journalMessages.nothingFits }}
        more={toMoreProps(query)}
      />
      {query.hasNextPage && lookedBackTo !== null && (
        <p className={styles.looked}>
          Looked back to <LocalTime at={lookedBackTo} format="MM/DD/YYYY HH:mm:ss" />.
          {rows?.length === 0 && (
            <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              Look further back
            </Button>
          )}
        </p>
      )}
    </>
  )
}
