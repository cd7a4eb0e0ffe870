import { agencies } from '@agency-support/contract/modules/agencies'
import { padAgencyId } from '@agency-support/contract/ids'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../lib/requests/query.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { setupMessages } from './setup-messages.ts'

const restMs = 250

/** Which agency already has an id, known before saving; null if none. */
export function useTakenId(digits: string): string | null {
  const agencyId = Number(useDebounced(digits, restMs))
  const query = useQuery({
    ...callQuery(agencies.search, { searchText: padAgencyId(agencyId), max: 1 }),
    enabled: agencyId > 0,
  })
  const taken = query.data?.find((agency) => agency.agencyId === agencyId)
  return taken === undefined || Number(digits) !== agencyId
    ? null
    : setupMessages.exists(agencyId, taken.name)
}
