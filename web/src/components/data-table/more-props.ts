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

/** As often as hints of changes may come in between; each has all pages read anew. */
const maxTries = 10

/**
 * Reads the next step of a list. A hint of a change that comes meanwhile has the pages read anew, which drops the one
 * that is on its way: then it is asked for again, so that no press is in vain.
 */
export async function loadMore(query: Stepwise): Promise<void> {
  const before = query.data?.pages.length ?? 0
  for (let tries = 0; tries < maxTries; tries += 1) {
    // What is being read anew is waited for, not broken off: it would be missed until the next hint.
    const { data, hasNextPage, isError } = await query.fetchNextPage({ cancelRefetch: false })
    if (isError || !hasNextPage || (data?.pages.length ?? 0) > before) return
  }
}

/** The next step of a list that comes in steps. */
export function toMoreProps(query: Stepwise): MoreProps {
  return {
    hasMore: query.hasNextPage,
    loading: query.isFetchingNextPage,
    loadMore: () => void loadMore(query),
  }
}
