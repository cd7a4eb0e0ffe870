import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import type { LogLevel } from '@agency-support/contract/rules/agency-files'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { callKey, load } from '../../../lib/requests/query.ts'
import { type ShownVersion, useOneVersion } from './use-one-version.ts'

/** Nobody steps through more hits; the search stops there and says so. */
const maxHits = 20_000

export interface LogSearch {
  text: string
  level: LogLevel | ''
}

/** The lines of a log that match, found from its beginning on, a step at a time. */
export function useLogHits(
  agencyId: number,
  filePath: string,
  { text, level }: LogSearch,
  shown: ShownVersion,
) {
  const input = { agencyId: String(agencyId), filePath, text, level }
  const query = useInfiniteQuery({
    queryKey: callKey(agencyFiles.searchLog, input),
    queryFn: ({ pageParam, signal }) =>
      load(agencyFiles.searchLog, { ...input, after: String(pageParam) }, signal),
    initialPageParam: 0,
    getNextPageParam: (last) => last?.next ?? undefined,
    enabled: text !== '' || level !== '',
    gcTime: 0,
  })
  const hits = useMemo(() => query.data?.pages.flatMap((page) => page?.hits ?? []) ?? [], [query.data])
  useOneVersion(query.data?.pages.map((page) => page?.version) ?? [], shown)
  const { hasNextPage, isFetching, isError, fetchNextPage } = query
  const isFull = hits.length >= maxHits
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError && !isFull) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, isFull, fetchNextPage])
  return {
    hits,
    isFull: isFull && hasNextPage,
    isSearching: isFetching,
    hasLongLine: query.data?.pages.some((page) => page?.hasLongLine) ?? false,
    read: query,
  }
}

export type LogHit = ReturnType<typeof useLogHits>['hits'][number]
