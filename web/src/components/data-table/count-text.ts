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

/** The count for screen readers: whose it is, as a screen may have several tables, and the page that is shown. */
export function spokenCount(caption: string, count: string, page: number, pages: number): string {
  if (count === '') return ''
  const said = `${caption}: ${count}`
  return pages === 1 ? said : `${said}, page ${formatNumber(page)} of ${formatNumber(pages)}`
}
