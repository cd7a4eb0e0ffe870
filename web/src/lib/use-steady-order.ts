import { useMemo, useState } from 'react'

/** Rows in an order that was shown before; what is new stands at the end, in its own order. */
export function inOrder<Row>(
  rows: readonly Row[],
  order: readonly string[],
  toKey: (row: Row) => string,
): readonly Row[] {
  const place = new Map(order.map((key, at) => [key, at]))
  const toPlace = (row: Row): number => place.get(toKey(row)) ?? order.length
  return rows.toSorted((a, b) => toPlace(a) - toPlace(b))
}

/**
 * The rows of a list, in the order in which they stood when it was last asked for: what a row says is live, but none
 * moves from under the pointer when that changes its place. `renew` takes the order that holds now. `toKey` is a constant.
 */
export function useSteadyOrder<Row>(
  rows: readonly Row[] | undefined,
  toKey: (row: Row) => string,
): { listed: readonly Row[] | undefined; renew: () => void } {
  const [order, setOrder] = useState<readonly string[] | null>(null)
  // Kept while rendering, so that no frame shows the list in between.
  if (order === null && rows !== undefined) setOrder(rows.map(toKey))
  const listed = useMemo(() => rows && inOrder(rows, order ?? [], toKey), [rows, order, toKey])
  return { listed, renew: () => setOrder(null) }
}
