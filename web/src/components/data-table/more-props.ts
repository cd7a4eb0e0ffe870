import type { InfiniteData } from '@tanstack/react-query'
import type { MoreProps } from './data-table-props.ts'

interface Stepped {
  data: InfiniteData<unknown, unknown> | undefined
  hasNextPage: boolean
  isError: boolean
}

interface Stepwise extends Stepped {
  isFetchingNextPage: boolean
  fetchNextPage: (options: { cancelRefetch: boolean }) => Promise<Stepped>
}

/** Limit for live hints arriving meanwhile, each of which refetches all pages. */
const maxTries = 10

/**
 * Loads the next page of a list. A live hint that arrives meanwhile refetches all pages and so drops the request in
 * flight; it is then repeated, so that no press is lost.
 */
export async function loadMore(query: Stepwise): Promise<void> {
  const before = query.data?.pages.length ?? 0
  for (let tries = 0; tries < maxTries; tries += 1) {
    // A refetch in flight is awaited, not cancelled: its data would be missing until the next hint.
    const { data, hasNextPage, isError } = await query.fetchNextPage({ cancelRefetch: false })
    if (isError || !hasNextPage || (data?.pages.length ?? 0) > before) return
  }
}

/** The next page of a list that is loaded in steps. */
export function toMoreProps(query: Stepwise): MoreProps {
  return {
    hasMore: query.hasNextPage,
    loading: query.isFetchingNextPage,
    loadMore: () => void loadMore(query),
  }
}
