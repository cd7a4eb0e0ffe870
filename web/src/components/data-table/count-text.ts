import { formatNumber } from '../../lib/format.ts'
import type { MoreProps } from './data-table-props.ts'

/** The row count in a table's toolbar. `all` is undefined until known; the total of a partly loaded list is unknown. */
export function countText(
  shown: number,
  all: number | undefined,
  { loading, more }: { loading: boolean; more?: Pick<MoreProps, 'hasMore'> | undefined },
): string {
  if (all === undefined) return loading ? 'Loading…' : ''
  if (shown !== all) return `${formatNumber(shown)} of ${formatNumber(all)}`
  if (more?.hasMore === true) return `${formatNumber(all)} shown`
  return `${formatNumber(all)} ${all === 1 ? 'row' : 'rows'}`
}
