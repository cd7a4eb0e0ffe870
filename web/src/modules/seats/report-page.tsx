import {
  doneSeatRequests,
  type SeatRequest,
  seatFilters,
  seats,
  seatStatuses,
} from '@agency-support/contract/modules/seats'
import { padAgencyId } from '@agency-support/contract/ids'
import { foldText } from '@agency-support/contract/rules/search'
import { seatFilterShows, seatHaystack } from '@agency-support/contract/rules/seats'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { tableQuery } from '../../components/data-table/table-query.ts'
import { useAddressTable } from '../../components/data-table/use-address-table.ts'
import { setFilters } from '../../components/data-table/use-table-state.ts'
import { WaitingRows } from '../../components/data-table/waiting-rows.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { notify } from '../../components/messages/notify.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { exportCsv } from '../../lib/files/csv-export.ts'
import { formatCount } from '../../lib/format/format-count.ts'
import { formatNumber } from '../../lib/format/format.ts'
import { RequestActionsContext } from './request-actions.ts'
import { seatExport } from './export-file.ts'
import { seatHelp } from './help.ts'
import { seatMessages } from './messages.ts'
import styles from './report.module.css'
import { reportTable } from './report-table.tsx'
import { requestsQuery, useStatusChanges } from './use-status-changes.ts'
import { useStableRows } from './use-stable-rows.ts'
import { failureText } from '../../lib/requests/query.ts'

// Cached, because folding 100,000 rows at every keystroke would be slow.
const haystacks = new WeakMap<SeatRequest, string>()

function matches(request: SeatRequest, text: string): boolean {
  const known = haystacks.get(request)
  const haystack = known ?? seatHaystack(request)
  if (known === undefined) haystacks.set(request, haystack)
  return haystack.includes(foldText(text))
}

type Counts = ReadonlyMap<number, number>

function useCounts(requests: readonly SeatRequest[] | undefined): Counts {
  return useMemo(() => {
    const counts = new Map<number, number>(seatStatuses.map(({ value }) => [value, 0]))
    for (const { status } of requests ?? []) counts.set(status, (counts.get(status) ?? 0) + 1)
    return counts
  }, [requests])
}

function countUnder(filter: number, counts: Counts): number {
  return [...counts].reduce((sum, [status, count]) => sum + (seatFilterShows(filter, status) ? count : 0), 0)
}

/** The Seat Management Report: seat-change requests, processed in the row. */
export function Page() {
  const binding = useAddressTable(reportTable)
  const { state } = binding
  const filter = Number(state.filters['status'])
  const query = useQuery({ ...requestsQuery, refetchOnMount: 'always' })
  const stable = useStableRows(query.data, filter, query.isFetchedAfterMount)
  const counts = useCounts(query.data)
  const changes = useStatusChanges()
  const refresh = (): void => {
    changes.forgetRefusals()
    void query.refetch({ cancelRefetch: false }).then(stable.refresh)
  }
  const isLeaving = ({ status }: SeatRequest): boolean => !seatFilterShows(filter, status)
  return (
    <>
      <PageHeader title={seatMessages.title} help={seatHelp[1011]} />
      <RequestActionsContext value={{ ...changes, isLeaving }}>
        <div className={styles.report}>
          <DataTable
            {...binding}
            {...tableQuery(query, stable.rows, failureText(query.error, seatMessages.wentWrong))}
            onRetry={refresh}
            onRefresh={refresh}
            rowName={({ agencyName, agencyId }) => (agencyName === '' ? padAgencyId(agencyId) : agencyName)}
            rowCopy={({ agencyId }) => padAgencyId(agencyId)}
            search={{ label: 'Search', matches, autoFocus: true }}
            filters={
              <Filters
                filter={state.filters['status'] ?? ''}
                counts={query.data === undefined ? null : counts}
                onFilter={(status) => setFilters(binding, { status })}
              />
            }
            actions={
              <>
                <WaitingRows count={stable.waiting} what="new request" onShow={stable.refresh} />
                <ExportDone isEmpty={query.data !== undefined && counts.get(doneSeatRequests) === 0} />
              </>
            }
            empty={{ text: seatMessages.empty }}
          />
        </div>
      </RequestActionsContext>
    </>
  )
}

/** The filter with the number of requests per choice, and how many are open. */
function Filters({
  filter,
  counts,
  onFilter,
}: {
  filter: string
  counts: Counts | null
  onFilter: (filter: string) => void
}) {
  const choices = seatFilters.map(({ value, label }) => ({
    value: String(value),
    label: counts === null ? label : `${label} ${formatNumber(countUnder(value, counts))}`,
  }))
  return (
    <>
      <SelectField name="status" label="Filter" value={filter} choices={choices} onChange={onFilter} />
      <span className={styles.work}>
        {counts !== null &&
          seatStatuses
            .filter(({ value }) => value !== doneSeatRequests)
            .map(({ value, label }) => `${label} ${formatNumber(counts.get(value))}`)
            .join(' · ')}
      </span>
    </>
  )
}

/** Exports what the server has as done now, not the rows on screen. */
function ExportDone({ isEmpty }: { isEmpty: boolean }) {
  const [busy, setBusy] = useState(false)

  async function run() {
    setBusy(true)
    try {
      const file = seatExport(new Date())
      const outcome = await exportCsv(seats.requests, { status: doneSeatRequests, daysBack: 0 }, file)
      if (outcome.kind === 'failed')
        return notify.error(outcome.fromServer ? outcome.message : seatMessages.wentWrong)
      notify.ok(`Exported ${formatCount(outcome.rows, 'row')} · ${outcome.name}`)
    } catch {
      notify.error(seatMessages.wentWrong)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button
      busy={busy}
      disabledReason={isEmpty ? seatMessages.noneDone : undefined}
      onClick={() => void run()}
    >
      Export Done
    </Button>
  )
}
