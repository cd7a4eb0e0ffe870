import type { CountedTotals } from '@agency-support/contract/modules/agency-file-shapes'
import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { totalsLocations } from '@agency-support/contract/rules/agency-files'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { PlainTable } from '../../../ui/plain-table.tsx'
import { StatusChip } from '../../../ui/status-chip.tsx'
import { TimeAgo } from '../../../components/text/time-ago.tsx'
import { useReadRetry } from '../../../components/loading/use-retry.ts'
import { TitledCard } from '../../../components/titled-card.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { notAvailable } from '@agency-support/contract/rules/instant-format'
import { formatNumber } from '../../../lib/format/format.ts'
import { callQuery, failureText } from '../../../lib/requests/query.ts'
import styles from '../files.module.css'
import { agencyFileHelp } from '../help.ts'
import { fileMessages } from '../messages.ts'
import { differenceChip } from '../chips.ts'
import { MoreTotals } from './more-totals.tsx'

type Location = (typeof totalsLocations)[number]

function useTotals(agencyId: number, { location }: Location) {
  return useQuery(callQuery(agencyFiles.totals, { agencyId, storageLocation: location }))
}

const columns = [
  { header: 'Store' },
  ...['Count', 'Active', 'Archived', 'Errors', 'Δ vs Data Sync', 'Counted'].map(
    (header) => ({ header, align: 'end' }) as const,
  ),
]

/** Client Totals: the counts of each store, side by side (B-16); an unreadable store does not hide the others. */
export function ClientTotals({ agencyId }: { agencyId: number }) {
  const [first] = totalsLocations
  const dataSync = useTotals(agencyId, first).data ?? null
  return (
    <TitledCard title="Client Totals" help={agencyFileHelp[1001]}>
      <PlainTable label="Client Totals" columns={columns} scrollLabel="Counts of each store">
        {totalsLocations.map((place) => (
          <TotalsRow key={place.location} agencyId={agencyId} place={place} dataSync={dataSync} />
        ))}
      </PlainTable>
      <div className={styles.moreRoom}>{dataSync !== null && <MoreTotals totals={dataSync} />}</div>
    </TitledCard>
  )
}

interface TotalsRowProps {
  agencyId: number
  place: Location
  dataSync: CountedTotals | null
}

function TotalsRow({ agencyId, place, dataSync }: TotalsRowProps) {
  const query = useTotals(agencyId, place)
  const text = query.data === undefined ? failureText(query.error, fileMessages.wentWrong) : null
  const { failure, retrying, retry } = useReadRetry(query, text)
  return (
    <tr>
      <th scope="row">{place.name}</th>
      {failure === null ? (
        <TotalsCells totals={query.data} isFirst={place === totalsLocations[0]} dataSync={dataSync} />
      ) : (
        <td colSpan={6}>
          <TotalsProblem text={failure} busy={retrying} onRetry={retry} />
        </td>
      )}
    </tr>
  )
}

interface TotalsProblemProps {
  text: string
  busy: boolean
  onRetry: () => void
}

function TotalsProblem({ text, busy, onRetry }: TotalsProblemProps) {
  return (
    <span className={styles.download}>
      <Problem>{text}</Problem>
      <Button busy={busy} onClick={onRetry}>
        Try again
      </Button>
    </span>
  )
}

interface TotalsCellsProps {
  /** Undefined while loading, null if there are none. */
  totals: CountedTotals | null | undefined
  isFirst: boolean
  dataSync: CountedTotals | null
}

function TotalsCells({ totals, isFirst, dataSync }: TotalsCellsProps) {
  const number = (value: number | undefined): ReactNode =>
    totals === undefined ? <span className="sr-only">Loading…</span> : formatNumber(value)
  return (
    <>
      <td data-align="end">{number(totals?.count)}</td>
      <td data-align="end">{number(totals?.active)}</td>
      <td data-align="end">{number(totals?.archived)}</td>
      <td data-align="end">{number(totals?.errors)}</td>
      <td data-align="end">
        {isFirst || totals === undefined ? (
          <span aria-hidden="true">–</span>
        ) : totals === null || dataSync === null ? (
          notAvailable
        ) : (
          <StatusChip {...differenceChip(totals.count, dataSync.count)} />
        )}
      </td>
      <td data-align="end">
        {totals === undefined ? null : totals === null ? 'Never' : <TimeAgo at={totals.countedAt} />}
      </td>
    </>
  )
}
