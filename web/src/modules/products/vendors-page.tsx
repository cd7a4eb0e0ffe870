import { useQuery } from '@tanstack/react-query'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { tableQuery } from '../../components/data-table/table-query.ts'
import { useAddressTable } from '../../components/data-table/use-address-table.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { failureText, queryClient } from '../../lib/requests/query.ts'
import { productHelp } from './help.ts'
import { productMessages } from './messages.ts'
import { vendorsQuery } from './use-products.ts'
import { vendorMatches, vendorsTable } from './vendors-table.tsx'

export const beginReads = (): void => void queryClient.prefetchQuery(vendorsQuery)

/** The vendors of marketplace products. */
export function Page() {
  const binding = useAddressTable(vendorsTable)
  const query = useQuery(vendorsQuery)
  return (
    <>
      <PageHeader title="Vendors" help={productHelp[1023]} />
      <DataTable
        {...binding}
        {...tableQuery(query, query.data, failureText(query.error, productMessages.wentWrong))}
        rowCopy={({ email }) => email}
        search={{ label: 'Search', matches: vendorMatches }}
        empty={{ text: binding.state.q === '' ? productMessages.noData : productMessages.noHit }}
      />
    </>
  )
}
