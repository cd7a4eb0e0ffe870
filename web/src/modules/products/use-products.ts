import { products } from '@agency-support/contract/modules/products'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../lib/query.ts'

/** Vendors, then products, then integration products: each is requested after the answer to the previous one. */
export function useProductLists() {
  const vendors = useQuery(callQuery(products.vendors, {}))
  const list = useQuery({ ...callQuery(products.list, {}), enabled: vendors.isFetched })
  const items = useQuery({ ...callQuery(products.integrationProducts, {}), enabled: list.isFetched })
  return { vendors, list, items }
}
