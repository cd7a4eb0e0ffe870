import { Plus, Store } from 'lucide-react'
import { useState } from 'react'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { tableQuery } from '../../components/data-table/table-query.ts'
import { useAddressTable } from '../../components/data-table/use-address-table.ts'
import { useNavigateTo } from '../../components/link.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useNewKey } from '../../components/keyboard/use-new-key.ts'
import { failureText, queryClient } from '../../lib/requests/query.ts'
import { Button } from '../../ui/button.tsx'
import { productHelp } from './help.ts'
import { productMessages } from './messages.ts'
import { editProduct } from './paths.ts'
import { productMatches, productsTable } from './products-table.tsx'
import { useProductLists, vendorsQuery } from './use-products.ts'
import { VendorDialog } from './vendor-dialog.tsx'

export const beginReads = (): void => void queryClient.prefetchQuery(vendorsQuery)

/** The marketplace products. */
export function Page() {
  const binding = useAddressTable(productsTable)
  const { vendors, list } = useProductLists()
  const navigate = useNavigateTo()
  const [isAdding, setIsAdding] = useState(false)
  useNewKey('New application', () => navigate(editProduct()))
  const table = tableQuery(list, list.data, failureText(list.error, productMessages.wentWrong))
  // Only of the empty table (spec-002 §8): rows that have come hold the names of their vendors.
  const noRows = failureText(vendors.error, productMessages.wentWrong) ?? productMessages.noData
  const retry = (): void => {
    if (vendors.error !== null) void vendors.refetch()
    table.onRetry()
  }
  return (
    <>
      <PageHeader
        title="Products"
        help={productHelp[1010]}
        actions={
          <>
            <Button icon={<Store aria-hidden="true" />} onClick={() => setIsAdding(true)}>
              Create New Vendor
            </Button>
            <Button
              variant="primary"
              icon={<Plus aria-hidden="true" />}
              onClick={() => navigate(editProduct())}
            >
              Create New Application
            </Button>
          </>
        }
      />
      <DataTable
        {...binding}
        {...table}
        onRetry={retry}
        loading={table.loading || vendors.isLoading}
        rowHref={({ id }) => editProduct(id)}
        search={{ label: 'Search', matches: productMatches }}
        empty={{ text: binding.state.q === '' ? noRows : productMessages.noHit }}
      />
      {isAdding && <VendorDialog onClose={() => setIsAdding(false)} />}
    </>
  )
}
