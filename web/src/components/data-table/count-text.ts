import { formatNumber } from '../../lib/format.ts'
import type { MoreProps } from './data-table-props.ts'

/**
 * Words of a table's status line: how many rows there are, and of how many. `all` is undefined until they are known;
 * of a list that has more than came yet nobody knows how many.
 */
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
