import type { Received } from '@agency-support/contract/answer'
import type { ClientCall, ClientIn } from '@agency-support/contract/call'
import type { ReportProduct } from '@agency-support/contract/modules/reports'
import { maxReportRows } from '@agency-support/contract/rules/reports'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { TableSearch } from '../../components/data-table/table-state.ts'
import { type Outcome, send, type SendOptions } from '../../lib/requests/api.ts'
import { callQuery } from '../../lib/requests/query.ts'

/** A row of what a call answers. */
type RowOf<C extends ClientCall> = Received<C['answer']> extends (infer Row)[] ? Row : never

interface ReportOptions<C extends ClientCall> {
  /** Input of the call; null before a product is chosen. */
  input: ClientIn<C> | null
  /** The screen's filters, sent to the server if there are more rows than can be shown; null if none is set. */
  filters: Partial<ClientIn<C>> | null
  /** Replaces the default `send`, for operations with their own function. */
  make?: (input: ClientIn<C>, options: SendOptions) => Promise<Outcome<C>>
}

/**
 * The rows of a report, filtered in the browser as long as all of them can be shown. If there are more, `isCut` is
 * true and the server filters. Without the filters: `isWholeCut` if there are more then, `isEmpty` if there is none, and
 * `hasRows` if there are some.
 */
export function useReport<C extends ClientCall>(
  call: C,
  { input, filters, make = (given, options) => send(call, given, options) }: ReportOptions<C>,
) {
  const toInput = (more: object) =>
    ({ ...(input as object), ...more, most: maxReportRows + 1 }) as unknown as ClientIn<C>
  const toQuery = (more: object | null) => ({
    ...callQuery(call, toInput(more ?? {}), (options) => make(toInput(more ?? {}), options)),
    enabled: input !== null && more !== null,
  })
  const whole = useQuery(toQuery({})) as unknown as UseQueryResult<RowOf<C>[]>
  const isWholeCut = (whole.data?.length ?? 0) > maxReportRows
  const narrowed = useQuery(toQuery(isWholeCut ? filters : null)) as unknown as UseQueryResult<RowOf<C>[]>
  const query = isWholeCut && filters !== null ? narrowed : whole
  const rows = useMemo(() => query.data?.slice(0, maxReportRows), [query.data])
  const isCut = (query.data?.length ?? 0) > maxReportRows
  const isEmpty = whole.data?.length === 0
  return { query, rows, isCut, isWholeCut, isEmpty, hasRows: rows !== undefined && !isEmpty }
}

/** The product number in an address. */
export function toProductId({ product }: { product?: string | undefined }): number | undefined {
  return product === undefined ? undefined : Number(product)
}

/** The product named in the address, once the list is loaded. */
export function findProduct(
  products: readonly ReportProduct[] | undefined,
  productId: number | undefined,
): ReportProduct | undefined {
  return products?.find((product) => product.productId === productId)
}

/** True if the product in the address is in no list: deleted without a history, or never existed. */
export function isUnknown(
  products: readonly ReportProduct[] | undefined,
  productId: number | undefined,
): boolean {
  return productId !== undefined && products !== undefined && findProduct(products, productId) === undefined
}

/**
 * The product chosen in the form, at first the one in the address; `shown` is the one whose report is on screen: none
 * while another is chosen, until View is pressed (B-34).
 */
export function useChosen(viewed: number | undefined) {
  const [choice, setChoice] = useState({ viewed, chosen: viewed })
  // The address may also change by Back or a link.
  if (choice.viewed !== viewed) setChoice({ viewed, chosen: viewed })
  return {
    chosen: choice.chosen,
    choose: (chosen: number) => setChoice({ viewed, chosen }),
    shown: choice.chosen === viewed ? viewed : undefined,
  }
}

/** Opens the report of a product, without the filters of the previous one; resolves when it is open. */
export function useView() {
  const go = useNavigate()
  return (productId: number, more: Readonly<Record<`f.${string}`, string>> = {}): Promise<void> => {
    const search: TableSearch & { product: string } = { product: String(productId), ...more }
    return go({ to: '.', search })
  }
}
