import { QueryObserver } from '@tanstack/react-query'
import { agencies } from '@agency-support/contract/modules/agencies'
import { awaitArrival } from '../../components/keyboard/arrival-keys.ts'
import { prefetch } from '../../lib/prefetch.ts'
import { beginRead, callQuery, queryClient } from '../../lib/requests/query.ts'
import { targetNow } from '../../modules/agencies/agency-target.ts'
import { agencyPaths } from '../../modules/agencies/paths.ts'
import { lazyAgencyTabs } from '../lazy-agency-tabs.ts'
import { maxSuggestions } from './entries.ts'
import type { Go } from './entry.ts'
import { useOpen } from './use-open.ts'

/** Closes the palette and opens what was chosen. */
export function useGo(close: () => void): (go: Go) => void {
  const { open, openLate } = useOpen()
  return (go) => {
    close()
    if (go.to === 'agency') {
      awaitArrival()
      openLate(findAddress(go).then((href) => ({ href })))
    } else if (go.to === 'control') open(go)
    else if (go.to === 'address') {
      if (go.external === true) window.open(go.href, '_blank', 'noopener,noreferrer')
      else open(go)
    }
  }
}

/** Wait at most this long for an agency's data; after that its own screen shows the wait. */
const maxReadWaitMs = 150

const waited = (ms: number): Promise<void> => new Promise((end) => setTimeout(end, ms))

/** Address where an agency opens; its detail screen if the server does not answer (D15). */
async function findAddress({ agencyId, searchText }: Go & { to: 'agency' }): Promise<string> {
  // The screen's data and its first tab's are fetched in parallel with the address; the first is rendered with it.
  const read = beginRead(agencies.config, { agencyId })
  void prefetch(async () => lazyAgencyTabs.now()?.loadTab(agencyId, undefined))
  const query = callQuery(agencies.search, { searchText, max: maxSuggestions })
  // Closing the palette removes the observer of the same query, and a query without observers is cancelled.
  const unwatch = new QueryObserver(queryClient, query).subscribe(() => undefined)
  try {
    const found = await queryClient.fetchQuery(query)
    await Promise.race([read, waited(maxReadWaitMs)])
    const agency = found.find((one) => one.agencyId === agencyId)
    if (agency !== undefined) return targetNow(agency)
  } catch {
    // The agency screen shows the error.
  } finally {
    unwatch()
  }
  return agencyPaths.detail(agencyId)
}
