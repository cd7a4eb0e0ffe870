import { email, type Suppression } from '@agency-support/contract/modules/email'
import { isCut, suppressionId } from '@agency-support/contract/rules/email'
import { withoutInvisible } from '@agency-support/contract/rules/search'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { remarkedQuery } from '../../lib/query.ts'
import { useDebounced } from '../../lib/use-debounced.ts'

const typingMs = 300
const getSearched = (search: string) => remarkedQuery(email.suppressions, search === '' ? {} : { search })

/**
 * The suppressed addresses. Where the list was cut, what is searched for is also asked of the provider. While a purge
 * runs nothing is read again: each of its batches would start that anew.
 */
export function useSuppressions(search: string, isPurging: boolean) {
  const all = useQuery({ ...getSearched(''), enabled: !isPurging })
  const rested = useDebounced(withoutInvisible(search).trim(), typingMs)
  const isAsked = rested !== '' && all.data !== undefined && isCut(all.data.data)
  const found = useQuery({
    ...getSearched(rested),
    enabled: isAsked && !isPurging,
    placeholderData: keepPreviousData,
  })
  // Until the provider has found something the addresses that are known are searched.
  const query = isAsked && (found.data !== undefined || found.error !== null) ? found : all
  return { query, isSearching: isAsked && found.isFetching }
}

/** What to do with every list that is known after a purge. */
export function useKnownLists() {
  const client = useQueryClient()
  const queryKey = [email.suppressions.module, email.suppressions.name]
  return {
    /** Takes purged rows out, before the lists are read again. */
    forget: (purged: ReadonlySet<string>) =>
      client.setQueriesData<{ data: Suppression[]; remark: string }>(
        { queryKey },
        (known) => known && { ...known, data: known.data.filter((row) => !purged.has(suppressionId(row))) },
      ),
    /** Reads the lists again where nobody can say what was purged. */
    readAgain: () => void client.invalidateQueries({ queryKey }),
  }
}
