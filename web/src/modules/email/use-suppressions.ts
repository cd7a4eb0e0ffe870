import { email, type Suppression } from '@agency-support/contract/modules/email'
import { isCut, suppressionId } from '@agency-support/contract/rules/email'
import { withoutInvisible } from '@agency-support/contract/rules/search'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { remarkedQuery } from '../../lib/requests/query.ts'
import { useDebounced } from '../../lib/use-debounced.ts'

const typingMs = 300
export const getSearched = (search: string) =>
  remarkedQuery(email.suppressions, search === '' ? {} : { search })

/**
 * The suppressed addresses. If the list was truncated, the search is also sent to the provider. Nothing is refetched
 * while a purge runs, because each of its batches would restart that.
 */
export function useSuppressions(search: string, isPurging: boolean) {
  const all = useQuery({ ...getSearched(''), enabled: !isPurging })
  const typed = withoutInvisible(search).trim()
  const rested = useDebounced(typed, typingMs)
  const isIncomplete = all.data !== undefined && isCut(all.data.remark)
  const isAsked = rested !== '' && isIncomplete
  const found = useQuery({
    ...getSearched(rested),
    enabled: isAsked && !isPurging,
    placeholderData: keepPreviousData,
  })
  // Until the provider has answered, the loaded addresses are searched.
  const query = isAsked && (found.data !== undefined || found.error !== null) ? found : all
  // Also while somebody types: what was found for another text says nothing about this one.
  const isSearching = isIncomplete && typed !== '' && (typed !== rested || found.isFetching)
  return { query, rows: query.data?.data, remark: query.data?.remark ?? '', isSearching }
}

/** Updates of all cached lists after a purge. */
export function useKnownLists() {
  const client = useQueryClient()
  const queryKey = [email.suppressions.module, email.suppressions.name]
  const readAgain = () => void client.invalidateQueries({ queryKey })
  return {
    /** Removes purged rows; a list that was being read, perhaps from before the purge, is read again. */
    forget: async (purged: ReadonlySet<string>) => {
      const isReading = client.isFetching({ queryKey }) > 0
      await client.cancelQueries({ queryKey })
      client.setQueriesData<{ data: Suppression[]; remark: string }>(
        { queryKey },
        (known) => known && { ...known, data: known.data.filter((row) => !purged.has(suppressionId(row))) },
      )
      if (isReading) readAgain()
    },
    /** Refetches the lists if it is unknown what was purged. */
    readAgain,
  }
}
