import type { MoreProps } from '../../components/data-table/data-table-props.ts'

interface Stepwise {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => Promise<unknown>
}

/** The next step of a list that comes in steps. */
export function toMoreProps(query: Stepwise): MoreProps {
  return {
    hasMore: query.hasNextPage,
    loading: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
  }
}
