import { products } from '@agency-support/contract/modules/products'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../lib/requests/query.ts'

export const vendorsQuery = callQuery(products.vendors, {})

/** Vendors, then products, which are requested after the answer about the vendors. */
export function useVendorsAndProducts() {
  const vendors = useQuery(vendorsQuery)
  const list = useQuery({ ...callQuery(products.list, {}), enabled: vendors.isFetched })
  return { vendors, list }
}

/** The same, then integration products. */
export function useProductLists() {
  const { vendors, list } = useVendorsAndProducts()
  const items = useQuery({ ...callQuery(products.integrationProducts, {}), enabled: list.isFetched })
  return { vendors, list, items }
}

/** The choices of the Settings form, loaded as the editor opens, whichever of its forms is shown first (D-67). */
export function useSettingsLists() {
  const vendors = useQuery(vendorsQuery)
  const items = useQuery(callQuery(products.integrationProducts, {}))
  return { vendors, items }
}
export type SettingsLists = ReturnType<typeof useSettingsLists>
