import { padAgencyId } from '@agency-support/contract/ids'
import { type ActivationRow, reports } from '@agency-support/contract/modules/reports'
import { activationFlags, activationShows, tooManyRows } from '@agency-support/contract/rules/reports'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { SelectField } from '../../ui/fields.tsx'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { getReportProductActivation } from '../../lib/requests/client-operations/reports.ts'
import { sortRows } from '../../components/data-table/sort-rows.ts'
import { tableQuery } from '../../components/data-table/table-query.ts'
import { setFilters, type TableBinding } from '../../components/data-table/use-table-state.ts'
import { useAddressTable } from '../../components/data-table/use-address-table.ts'
import { errorText, failureText, queryClient } from '../../lib/requests/query.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { activationTable } from './activation-table.tsx'
import { reportMessages } from './messages.ts'
import { reportPaths } from './paths.ts'
import { NotViewed, ProductForm } from './product-form.tsx'
import { productsQuery } from './products-query.ts'
import { ReportExport } from './report-export.tsx'
import styles from './reports.module.css'
import { findProduct, isUnknown, toProductId, useChosen, useReport, useView } from './use-report.ts'

const choices = [
  { value: '0', label: 'Any' },
  { value: '1', label: 'Yes' },
  { value: '2', label: 'No' },
]

/** The flags that are filtered by, with their values as in the address. */
function readFlags(filters: Readonly<Record<string, string>>) {
  const set = activationFlags.filter(({ name }) => filters[name] !== '0')
  return Object.fromEntries(set.map(({ name }) => [name, filters[name] ?? '0']))
}

const toNumbers = (flags: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(flags).map(([name, value]) => [name, Number(value)]))
const toAddress = (flags: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(flags).map(([name, value]) => [`f.${name}`, value]))

export const beginReads = (): void => void queryClient.prefetchQuery(productsQuery)

/** The activation report: each agency's state with a product. */
export function Page() {
  const viewed = toProductId(useSearch({ from: reportPaths.activation }))
  const binding = useAddressTable(activationTable)
  const { filters, sort } = binding.state
  const products = useQuery(productsQuery)
  const { chosen, choose, shown } = useChosen(viewed)
  const product = findProduct(products.data, shown)
  const view = useView()
  const flags = readFlags(filters)
  const { query, rows, isCut, isEmpty, hasRows } = useReport(reports.activation, {
    input: shown === undefined || isUnknown(products.data, shown) ? null : { productId: shown },
    filters: Object.keys(flags).length === 0 ? null : toNumbers(flags),
    make: ({ productId, ...more }, options) => getReportProductActivation(productId, more, options),
  })
  const kept = useKept(rows, toNumbers(flags))
  return (
    <>
      <PageHeader title={reportMessages.activation} />
      <p className={styles.misleading}>{reportMessages.misleading}</p>
      <ProductForm
        products={products}
        chosen={chosen}
        onChoose={choose}
        onView={(productId) => {
          if (productId === viewed) void query.refetch({ cancelRefetch: false })
          // The filters stand beside the product, so that they may be set before it.
          void view(productId, toAddress(flags))
        }}
        loading={query.isFetching}
      />
      <div className={styles.report}>
        <DataTable
          {...binding}
          {...tableQuery(query, kept, failureText(query.error, reportMessages.wentWrong))}
          error={errorText(query.error, reportMessages.wentWrong)}
          idle={<NotViewed chosen={findProduct(products.data, chosen)} />}
          rowCopy={({ agencyId }) => padAgencyId(agencyId)}
          filters={<Flags binding={binding} />}
          actions={
            <ReportExport
              report="product-activation"
              product={product}
              hasRows={hasRows}
              passes={kept !== undefined && kept.length > 0}
              getRows={() => sortRows(activationTable.columns, kept ?? [], sort)}
              asked={isCut ? flags : null}
            />
          }
          cut={isCut ? tooManyRows : null}
          empty={{ text: isEmpty ? reportMessages.noAgencies : reportMessages.noResults }}
        />
      </div>
    </>
  )
}

/** The rows that pass the flags. */
function useKept(rows: readonly ActivationRow[] | undefined, flags: ReturnType<typeof toNumbers>) {
  const { visible, enabled, subscribed, optedIn } = flags
  return useMemo(
    () => rows?.filter((row) => activationShows({ visible, enabled, subscribed, optedIn }, row)),
    [rows, visible, enabled, subscribed, optedIn],
  )
}

/** The four filters, each applied immediately. */
function Flags({ binding }: { binding: TableBinding<ActivationRow> }) {
  return activationFlags.map(({ name, label }) => (
    <SelectField
      key={name}
      name={name}
      label={label}
      value={binding.state.filters[name] ?? '0'}
      choices={choices}
      onChange={(value) => setFilters(binding, { [name]: value })}
    />
  ))
}
