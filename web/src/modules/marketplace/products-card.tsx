import type { AgencyMarketplaceProduct } from '@agency-support/contract/modules/marketplace'
import { textMatches } from '@agency-support/contract/rules/search'
import type { UseQueryResult } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { column, defineTable } from '../../components/data-table/column.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { tableQuery } from '../../components/data-table/table-query.ts'
import { useAddressTable } from '../../components/data-table/use-address-table.ts'
import { LocalTime } from '../../components/text/local-time.tsx'
import { Zone } from '../../components/text/zone.tsx'
import { TitledCard } from '../../components/titled-card.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import styles from './marketplace.module.css'
import { marketplaceMessages } from './messages.ts'
import { failureText } from '../../lib/requests/query.ts'

const format = 'MMM Do YYYY h:mm:ss a'
const visible = { role: 'ok', icon: Eye, label: 'Visible' } as const
const hidden = { role: 'neutral', icon: EyeOff, label: 'Hidden' } as const

function OptIn({ product: { optedIn, optInUser, optInTimeStamp } }: { product: AgencyMarketplaceProduct }) {
  if (!optedIn) return 'No'
  const { name = '', initials = '' } = optInUser ?? {}
  return (
    <span>
      {`Yes, ${name === '' ? initials : `${name} (${initials})`}, `}
      <LocalTime at={optInTimeStamp} format={format} />
    </span>
  )
}

function Subscription({ product }: { product: AgencyMarketplaceProduct }) {
  if (!product.subscribed) return 'Not subscribed'
  return (
    <span>
      Subscribed <LocalTime at={product.subscriptionTimestamp} format={format} />
    </span>
  )
}

const toTime = (instant: string | null): number => (instant === null ? 0 : Date.parse(instant))
const col = column<AgencyMarketplaceProduct>()

const productTable = defineTable<AgencyMarketplaceProduct>({
  id: 'agency-marketplace-products',
  caption: 'Marketplace products',
  sizes: [25, 50, 100],
  sort: { id: 'name', desc: false },
  rowId: ({ id }) => String(id),
  columns: [
    col('name', { header: 'Product', width: 200, flex: true, rowHeader: true }),
    col('providerName', { header: 'Provider', width: 160 }),
    col('enabled', {
      header: 'Visibility',
      width: 116,
      value: ({ enabled }) => (enabled ? 0 : 1),
      cell: ({ enabled }) => <StatusChip {...(enabled ? visible : hidden)} />,
    }),
    col('optedIn', {
      header: 'Opt-in',
      width: 240,
      zone: <Zone />,
      value: ({ optInTimeStamp }) => toTime(optInTimeStamp),
      cell: (product) => <OptIn product={product} />,
    }),
    col('subscribed', {
      header: 'Subscription',
      width: 216,
      value: ({ subscriptionTimestamp }) => toTime(subscriptionTimestamp),
      cell: (product) => <Subscription product={product} />,
    }),
  ],
})

const search = {
  label: 'Search',
  placeholder: 'Product or provider',
  matches: ({ name, providerName }: AgencyMarketplaceProduct, text: string) =>
    textMatches([name, providerName], text),
}

/** All marketplace products with the agency's subscription and opt-in. */
export function ProductsCard({ query }: { query: UseQueryResult<AgencyMarketplaceProduct[]> }) {
  const binding = useAddressTable(productTable)
  const hasProducts = (query.data?.length ?? 0) > 0
  return (
    <TitledCard title="Product Summary" id="marketplace-products">
      <div className={styles.products}>
        <DataTable
          {...binding}
          {...tableQuery(query, query.data, failureText(query.error, marketplaceMessages.wentWrong))}
          search={search}
          rowCopy={({ name }) => name}
          empty={{ text: hasProducts ? marketplaceMessages.noResults : marketplaceMessages.noData }}
        />
      </div>
    </TitledCard>
  )
}
