import { useMemo, useState } from 'react'

/** Sorts rows into a previous order, given by keys; new rows are appended in their own order. */
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
 * The rows of a list in the order in which they were first shown: rows are updated live, but none moves from under
 * the pointer when a change affects its position. `renew` sorts them again. `toKey` must be a constant.
 */
export function useStableOrder<Row>(
  rows: readonly Row[] | undefined,
  toKey: (row: Row) => string,
): { listed: readonly Row[] | undefined; renew: () => void } {
  const [order, setOrder] = useState<readonly string[] | null>(null)
  // Set during rendering, so that no intermediate frame shows the list.
  if (order === null && rows !== undefined) setOrder(rows.map(toKey))
  const listed = useMemo(() => rows && inOrder(rows, order ?? [], toKey), [rows, order, toKey])
  return { listed, renew: () => setOrder(null) }
}
