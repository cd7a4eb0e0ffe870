import { formatNumber } from '../../lib/format/format.ts'
import type { MoreProps } from './data-table-props.ts'

interface CountedList {
  loading: boolean
  more?: Pick<MoreProps, 'hasMore'> | undefined
  cut?: string | null | undefined
}

/** The row count in a table's toolbar. `all` is undefined until known; the total of a partly loaded list is unknown. */
export function countText(
  shown: number,
  all: number | undefined,
  { loading, more, cut }: CountedList,
): string {
  if (all === undefined) return loading ? 'Loading…' : ''
  if (shown !== all) return `${formatNumber(shown)} of ${formatNumber(all)}`
  if (more?.hasMore === true) return `${formatNumber(all)} shown`
  const rows = `${formatNumber(all)} ${all === 1 ? 'row' : 'rows'}`
  return (cut ?? null) === null ? rows : `First ${rows}`
}
