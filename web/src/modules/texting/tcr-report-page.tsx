import { padAgencyId } from '@agency-support/contract/ids'
import { type TcrRecord, texting } from '@agency-support/contract/modules/texting'
import { useQuery } from '@tanstack/react-query'
import { ChartColumn } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { sortRows } from '../../components/data-table/sort-rows.ts'
import { tableQuery } from '../../components/data-table/table-query.ts'
import { useAddressTable } from '../../components/data-table/use-address-table.ts'
import { ExportButton } from '../../components/export-button.tsx'
import { LoadedChart } from '../../components/loading/loaded-part.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { lazyComponent } from '../../lib/lazy.tsx'
import { callQuery, errorText, failureText, queryClient } from '../../lib/requests/query.ts'
import { textingHelp } from './help.ts'
import { textingMessages } from './messages.ts'
import styles from './reports.module.css'
import { tcrExport } from './tcr-export.ts'
import { matchesTcr, tcrTable } from './tcr-table.tsx'

const chart = lazyComponent(async () => (await import('../../components/charts/month-chart.tsx')).MonthChart)

const recordsQuery = callQuery(texting.tcrRecords, {})

export const beginReads = (): void => void queryClient.prefetchQuery(recordsQuery)

/** The TCR report: which agencies have a campaign, and since when. */
export function Page() {
  const binding = useAddressTable(tcrTable)
  const { q, sort } = binding.state
  const [charted, setCharted] = useState(false)
  const query = useQuery(recordsQuery)
  const records = query.data ?? []
  const created = useMemo(() => query.data?.map(({ createdOn }) => createdOn) ?? [], [query.data])
  const passes = (record: TcrRecord) => matchesTcr(record, q)
  return (
    <>
      <PageHeader
        title={textingMessages.tcrReport}
        help={textingHelp[1018]}
        actions={
          records.length > 0 && (
            <Button
              icon={<ChartColumn aria-hidden="true" />}
              aria-expanded={charted}
              aria-controls="tcr-chart"
              onClick={() => setCharted(!charted)}
            >
              Chart
            </Button>
          )
        }
      />
      <div id="tcr-chart" className={charted ? styles.chart : undefined}>
        {charted && records.length > 0 && (
          <LoadedChart
            of={chart}
            props={{ title: 'Registrations by month', name: 'Registrations', instants: created }}
          />
        )}
      </div>
      <div className={styles.report}>
        <DataTable
          {...binding}
          {...tableQuery(query, query.data, failureText(query.error, textingMessages.wentWrong))}
          error={errorText(query.error, textingMessages.wentWrong)}
          rowCopy={({ agencyId }) => padAgencyId(agencyId)}
          search={{ label: 'Search', matches: matchesTcr }}
          actions={
            <ExportButton
              file={records.length > 0 ? tcrExport : null}
              passes={records.some(passes)}
              getRows={() => sortRows(tcrTable.columns, records.filter(passes), sort)}
            />
          }
          empty={{ text: records.length > 0 ? textingMessages.noResults : textingMessages.noTcrRecords }}
        />
      </div>
    </>
  )
}
