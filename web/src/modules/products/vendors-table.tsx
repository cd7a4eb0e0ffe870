import type { Vendor } from '@agency-support/contract/modules/product-shapes'
import { textMatches } from '@agency-support/contract/rules/search'
import { CopiedEmail } from '../../components/text/copied-email.tsx'
import { column, defineTable } from '../../components/data-table/column.ts'
import styles from './products.module.css'

const col = column<Vendor>()
const getLines = ({ addressLine1, addressLine2, addressLine3 }: Vendor): string[] =>
  [addressLine1, addressLine2, addressLine3].filter((line) => line !== '')

/** Vendors of marketplace products. */
export const vendorsTable = defineTable<Vendor>({
  id: 'vendors',
  caption: 'Vendors',
  sizes: [25, 50, 100],
  sort: { id: 'name', desc: false },
  rowId: ({ id }) => String(id),
  columns: [
    col('name', { header: 'Name', width: 200, rowHeader: true }),
    col('email', {
      header: 'Email',
      width: 280,
      cell: ({ email }) => <CopiedEmail address={email} />,
    }),
    col('addressLine1', {
      header: 'Address',
      width: 240,
      flex: true,
      cell: (vendor) =>
        getLines(vendor).length > 0 && (
          <span className={styles.lines}>
            {getLines(vendor).map((line, at) => (
              <span key={at}>{line}</span>
            ))}
          </span>
        ),
    }),
    col('city', { header: 'City', width: 140 }),
    col('state', { header: 'State', width: 72 }),
  ],
})

/** What the search box filters by. */
export function vendorMatches(vendor: Vendor, text: string): boolean {
  const { name, email, city, state } = vendor
  return textMatches([name, email, ...getLines(vendor), city, state], text)
}
