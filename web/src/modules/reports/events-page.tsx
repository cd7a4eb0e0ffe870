import { reports, type ReportProduct } from '@agency-support/contract/modules/reports'
import { esignatureKey } from '@agency-support/contract/rules/reports'
import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { PageHeader } from '../../components/page-header.tsx'
import { queryClient } from '../../lib/requests/query.ts'
import { lastMonth } from './days.ts'
import { EventsReport } from './events-report.tsx'
import { reportHelp } from './help.ts'
import { reportMessages } from './messages.ts'
import { reportPaths } from './paths.ts'
import { ProductForm } from './product-form.tsx'
import { subscriptionProductsQuery } from './products-query.ts'
import { esignatureView, standardView } from './event-views.ts'
import { findProduct, toProductId, useChosen, useView } from './use-report.ts'

const noProduct: ReportProduct = { productId: 0, name: '', keyId: 0 }
const everyEvent = { queryKey: [reports.subscriptionEvents.module, reports.subscriptionEvents.name] }

export const beginReads = (): void => void queryClient.prefetchQuery(subscriptionProductsQuery)

/** The subscription event report: what happened to the subscriptions of a product, by day. */
export function Page() {
  const viewed = toProductId(useSearch({ from: reportPaths.events }))
  const products = useQuery(subscriptionProductsQuery)
  const { chosen, choose, shown } = useChosen(viewed)
  const product = findProduct(products.data, viewed)
  const view = useView()
  const [views, setViews] = useState(0)
  const queries = useQueryClient()
  const loading = useIsFetching(everyEvent) > 0
  return (
    <>
      <PageHeader title={reportMessages.events} help={reportHelp[1015]} />
      <ProductForm
        products={products}
        chosen={chosen}
        onChoose={choose}
        onView={(productId) => {
          const { start, end } = lastMonth(new Date())
          // What was loaded before is loaded anew, as in the other reports.
          void queries.invalidateQueries({ ...everyEvent, refetchType: 'none' })
          // Stored in the address, so that a shared link shows the same days.
          const opened = view(productId, { 'f.from': start, 'f.to': end })
          // The same product starts over, but not before it has these days: it would ask for the previous ones.
          if (productId === viewed) void opened.then(() => setViews((count) => count + 1))
        }}
        loading={loading}
      />
      {(viewed === undefined || products.data !== undefined) && (
        <EventsReport
          key={`${viewed} ${views}`}
          product={shown === undefined ? noProduct : (product ?? noProduct)}
          chosen={findProduct(products.data, chosen)}
          view={product?.keyId === esignatureKey ? esignatureView : standardView}
        />
      )}
    </>
  )
}
