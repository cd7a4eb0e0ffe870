import { activity } from '@agency-support/contract/modules/activity'
import { useQuery } from '@tanstack/react-query'
import { TrendingDown } from 'lucide-react'
import { useMemo } from 'react'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { tableQuery } from '../../components/data-table/table-query.ts'
import { useAddressTable } from '../../components/data-table/use-address-table.ts'
import { LoadedChart } from '../../components/loading/loaded-part.tsx'
import { LocalTime } from '../../components/text/local-time.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { lazyComponent } from '../../lib/lazy.tsx'
import { callQuery, errorText, failureText, queryClient } from '../../lib/requests/query.ts'
import { serverNow } from '../../lib/requests/server-time.ts'
import { Banner } from '../../ui/banner.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import styles from './activity.module.css'
import { activityHelp } from './help.ts'
import { activityMessages } from './messages.ts'
import {
  describeDrop,
  describeOthers,
  environmentNames,
  findDrops,
  type SigninRow,
  toRows,
} from './signin-rows.ts'
import { signinsTable } from './signins-table.tsx'

const chart = lazyComponent(async () => (await import('./signins-chart.tsx')).SigninsChart)
const dropped = { role: 'warn', icon: TrendingDown } as const

const signinsQuery = callQuery(activity.signins, { hours: 3 })

export const beginReads = (): void => void queryClient.prefetchQuery(signinsQuery)

/** The sign-in report: shows whether a hosting environment has stopped accepting sign-ins. */
export function Page() {
  const binding = useAddressTable(signinsTable)
  const query = useQuery(signinsQuery)
  const { data, dataUpdatedAt, error } = query
  // Rows carry only a time of day, so the same answer means other instants an hour later.
  const rows = useMemo(() => data && dataUpdatedAt > 0 && toRows(data, serverNow()), [data, dataUpdatedAt])
  const sentence = errorText(error, activityMessages.wentWrong)
  const hasFailed = sentence !== null && !rows
  return (
    <>
      <PageHeader
        title="Total User signins within the last 3 hours"
        help={activityHelp[1016]}
        facts={
          rows && (
            <span className={styles.updated}>
              Updated <LocalTime at={new Date(dataUpdatedAt).toISOString()} format="MM/DD/YYYY h:mm:ss a" />
            </span>
          )
        }
      />
      <div className={styles.page}>
        {hasFailed && <Banner kind="bad">{sentence}</Banner>}
        {!hasFailed && (
          <>
            <Drops rows={rows || []} />
            {rows ? <LoadedChart of={chart} props={{ rows }} waiting={place} /> : place}
          </>
        )}
        <DataTable
          {...binding}
          {...tableQuery(query, rows || undefined, failureText(query.error, activityMessages.wentWrong))}
          error={hasFailed ? null : sentence}
          unanswered={activityMessages.noResults}
          empty={{ text: activityMessages.noneFound }}
        />
      </div>
    </>
  )
}

const place = <div className={styles.chartPlace} />

/** At least one line high, so that nothing below moves. */
function Drops({ rows }: { rows: readonly SigninRow[] }) {
  return (
    <div className={styles.drops}>
      {findDrops(rows).map((drop) => (
        <p key={drop.environment}>
          <StatusChip {...dropped} label={`${environmentNames[drop.environment]} ▼ ${drop.percent} %`} />
          {describeDrop(drop)}
        </p>
      ))}
      <p className={styles.others}>{describeOthers(rows)}</p>
    </div>
  )
}
