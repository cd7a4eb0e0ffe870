import { padAgencyId } from '@agency-support/contract/ids'
import { type BillingRow, reports } from '@agency-support/contract/modules/reports'
import { tooManyRows } from '@agency-support/contract/rules/reports'
import { agencyMatches } from '@agency-support/contract/rules/search'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { sortRows } from '../../components/data-table/sort-rows.ts'
import { tableQuery } from '../../components/data-table/table-query.ts'
import { useAddressTable } from '../../components/data-table/use-address-table.ts'
import { LoadedChart } from '../../components/loading/loaded-part.tsx'
import { failureText, queryClient } from '../../lib/requests/query.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { lazyComponent } from '../../lib/lazy.tsx'
import { useDebounced } from '../../lib/use-debounced.ts'
import { billingTable } from './billing-table.tsx'
import chartStyles from './charts.module.css'
import { reportHelp } from './help.ts'
import { reportMessages } from './messages.ts'
import { reportPaths } from './paths.ts'
import { NoChart, whyNoChart } from './no-chart.tsx'
import { NotViewed, ProductForm } from './product-form.tsx'
import { productsQuery } from './products-query.ts'
import { ReportExport } from './report-export.tsx'
import styles from './reports.module.css'
import { findProduct, isUnknown, toProductId, useChosen, useReport, useView } from './use-report.ts'

const charts = lazyComponent(async () => (await import('./billing-charts.tsx')).BillingCharts)

export const beginReads = (): void => void queryClient.prefetchQuery(productsQuery)

/** The billing report: who is or was subscribed to a product. */
export function Page() {
  const viewed = toProductId(useSearch({ from: reportPaths.billing }))
  const binding = useAddressTable(billingTable)
  const { q, sort } = binding.state
  const products = useQuery(productsQuery)
  const { chosen, choose, shown } = useChosen(viewed)
  const product = findProduct(products.data, shown)
  const view = useView()
  const text = useDebounced(q.trim(), 300)
  const input = shown === undefined || isUnknown(products.data, shown) ? null : { productId: shown }
  const { query, rows, isCut, isWholeCut, isEmpty, hasRows } = useReport(reports.billing, {
    input,
    filters: text === '' ? null : { text },
  })
  const table = useRef<HTMLDivElement>(null)
  const passes = (row: BillingRow) => agencyMatches(row, q)
  return (
    <>
      <PageHeader title={reportMessages.billing} help={reportHelp[1017]} />
      <ProductForm
        products={products}
        chosen={chosen}
        onChoose={choose}
        onView={(productId) => {
          if (productId === viewed) void query.refetch({ cancelRefetch: false })
          void view(productId)
        }}
        loading={query.isFetching}
      />
      {input !== null && <BillingPlace rows={rows} isWholeCut={isWholeCut} table={table} />}
      <div ref={table} className={styles.report}>
        <DataTable
          {...binding}
          {...tableQuery(query, rows, failureText(query.error, reportMessages.wentWrong))}
          idle={<NotViewed chosen={findProduct(products.data, chosen)} />}
          rowCopy={({ agencyId }) => padAgencyId(agencyId)}
          search={{ label: 'Search', matches: agencyMatches }}
          actions={
            <ReportExport
              report="product-billing"
              product={product}
              hasRows={hasRows}
              passes={rows?.some(passes) ?? false}
              getRows={() => sortRows(billingTable.columns, (rows ?? []).filter(passes), sort)}
              asked={isCut ? (text === '' ? {} : { text }) : null}
            />
          }
          cut={isCut ? tooManyRows : null}
          empty={{ text: isEmpty ? reportMessages.noAgencies : reportMessages.noResults }}
        />
      </div>
    </>
  )
}

interface BillingPlaceProps {
  rows: readonly BillingRow[] | undefined
  isWholeCut: boolean
  /** The table below. */
  table: RefObject<HTMLElement | null>
}

/**
 * Leaves the place of the charts to the rows when they come and there are no charts, unless somebody is at the table by
 * then: it would move under the pointer.
 */
function usePlace(
  isWholeCut: boolean,
  table: RefObject<HTMLElement | null>,
): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const isLeft = isWholeCut && table.current?.matches(':hover, :focus-within') === false
    place.current?.toggleAttribute('data-left', isLeft)
  }, [isWholeCut, table])
  return place
}

/** Charts of all rows, ignoring the search: sums of a part would be wrong. */
function BillingPlace({ rows, isWholeCut, table }: BillingPlaceProps) {
  const whyNone = whyNoChart(rows, !isWholeCut)
  const ref = usePlace(isWholeCut, table)
  const place = (
    <div ref={ref} className={chartStyles.place}>
      <NoChart why={whyNone} />
    </div>
  )
  return (
    <div className={chartStyles.charts}>
      {rows === undefined || whyNone !== undefined ? (
        place
      ) : (
        <LoadedChart of={charts} props={{ rows }} waiting={place} />
      )}
    </div>
  )
}
