import { QueryObserver } from '@tanstack/react-query'
import { agencies } from '@agency-support/contract/modules/agencies'
import { useRouter } from '@tanstack/react-router'
import { arrived, awaitArrival, awaitScreen, isOfScreen } from '../../components/keyboard/arrival-keys.ts'
import { focusSoon } from '../../components/keyboard/focus-soon.ts'
import { useNavigateTo } from '../../components/link.tsx'
import { afterPaint } from '../../lib/after-paint.ts'
import { prefetch } from '../../lib/prefetch.ts'
import { beginRead, callQuery, queryClient } from '../../lib/requests/query.ts'
import { targetNow } from '../../modules/agencies/agency-target.ts'
import { agencyPaths } from '../../modules/agencies/paths.ts'
import { lazyAgencyTabs } from '../lazy-agency-tabs.ts'
import { maxSuggestions } from './entries.ts'
import type { Go } from './entry.ts'

/** What was chosen last; each opening of the palette has a hook of its own. */
let latest: Go | undefined

/** Closes the palette and opens what was chosen. */
export function useGo(close: () => void): (go: Go) => void {
  const navigate = useNavigateTo()
  const { history } = useRouter()
  return (go) => {
    close()
    latest = go
    const { pathname } = history.location
    const openUnlessLeft = (href: string): void => {
      // What comes late must not take a person away from where they have gone since.
      if (latest !== go || history.location.pathname !== pathname) return
      // Where no screen is going to arrive, what waited for it goes on here.
      if (isOfScreen(href, pathname)) arrived()
      navigate(href)
      if (go.to === 'control') focusSoon(go.focus)
    }
    if (go.to === 'agency') {
      awaitArrival()
      return void findAddress(go).then(openUnlessLeft)
    }
    if (go.to === 'rest') return
    if (go.to === 'address' && go.external === true)
      return void window.open(go.href, '_blank', 'noopener,noreferrer')
    const { href } = go
    if (href !== undefined) {
      awaitScreen(href, pathname)
      // The palette is seen to close first: to draw a screen may take longer than a frame.
      return void afterPaint().then(() => openUnlessLeft(href))
    }
    if (go.to === 'control') focusSoon(go.focus)
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
