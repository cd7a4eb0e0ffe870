import type { ListedProduct } from '@agency-support/contract/modules/product-shapes'
import { textMatches } from '@agency-support/contract/rules/search'
import { Eye, EyeOff } from 'lucide-react'
import { column, defineTable } from '../../components/data-table/column.ts'
import { StatusChip } from '../../ui/status-chip.tsx'

const col = column<ListedProduct>()
const visibility = ({ enabled }: ListedProduct): string => (enabled ? 'Enabled' : 'Disabled')

/** Marketplace products, initially by vendor and name. */
export const productsTable = defineTable<ListedProduct>({
  id: 'products',
  caption: 'Products',
  sizes: [25, 50, 100],
  rowId: ({ id }) => String(id),
  columns: [
    col('vendorName', { header: 'Vendor', width: 220 }),
    col('name', {
      header: 'Product',
      width: 320,
      flex: true,
      rowHeader: true,
      cell: ({ name }, link) => link(name),
    }),
    col('enabled', {
      header: 'Marketplace Visibility',
      width: 200,
      value: visibility,
      cell: (row) => (
        <StatusChip
          role={row.enabled ? 'ok' : 'neutral'}
          icon={row.enabled ? Eye : EyeOff}
          label={visibility(row)}
        />
      ),
    }),
  ],
})

/** Matches vendor, product and provider. */
export function productMatches({ vendorName, name, providerName }: ListedProduct, text: string): boolean {
  return textMatches([vendorName, name, providerName], text)
}
