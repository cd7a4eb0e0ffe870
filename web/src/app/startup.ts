import { watchInput } from '../lib/idle.ts'
import { onRefusal } from '../lib/http.ts'
import { connection } from '../lib/connection.ts'
import { loadClientConfig, loadEnvironment } from '../lib/environment.ts'
import { destinationPath, parseDeepLink, recordDeepLink } from '../lib/deep-link.ts'
import { setSignOutReason } from '../lib/sign-out-reason.ts'
import { keepPlaceFor, rememberPlace } from '../lib/drafts.ts'
import { recents } from '../agency/recents.ts'
import { screenName } from '../lib/screen-name.ts'
import { loadSwitches } from '../lib/switches.ts'
import { profileStore } from '../lib/profile.ts'
import { versionChoices } from '../agency/version-choice.ts'
import { preferences } from '../components/preferences.ts'
import { renewSession } from '../modules/session/session-client.ts'
import { sessionMessages } from '../modules/session/messages.ts'
import { sessionPaths } from '../modules/session/paths.ts'
import { leadsToScreen } from './known-address.ts'
import { screens } from './screens.ts'
import { fetchChrome } from './late-chrome.ts'

/** Goes to an address of the console; given by the router. */
export type GoTo = (href: string) => void

/** Where the first navigation goes, once environment and session are known (spec-000 §4). */
export async function prepareStart(location: Location): Promise<string | null> {
  watchInput(window)
  connection.watch(window)
  profileStore.subscribe(followPerson)
  window.addEventListener('storage', ({ key }) => {
    recents.reread(key)
    versionChoices.reread(key)
  })
  const link = parseDeepLink(location.search)
  if (link !== undefined) recordDeepLink(link)
  await loadEnvironment()
  const config = loadClientConfig()
  const parts = location.pathname === sessionPaths.signIn ? undefined : fetchChrome()
  const atOpenScreen =
    location.pathname === sessionPaths.signIn || location.pathname === sessionPaths.unauthorized
  // The sign-in screen ends whatever session there is; /unauthorized is open to both.
  const { signin } = location.pathname === sessionPaths.signIn ? { signin: true } : await renewSession()
  await config
  if (signin && !atOpenScreen) return sessionPaths.signIn
  if (!signin) await Promise.all([loadSwitches(), parts])
  if (link === undefined) return null
  const wanted = destinationPath(link.destination)
  return leadsToScreen(wanted, screens) ? wanted : '/'
}

/** What the browser keeps belongs to who is signed in. */
function followPerson(): void {
  const name = profileStore.get()?.hsUserName ?? null
  preferences.setUser(name)
  recents.setUser(name)
  versionChoices.setUser(name)
  if (name !== null) keepPlaceFor(name)
}

/** Sets what a lost session and a missing right lead to, everywhere. */
export function reactToRefusals(goTo: GoTo): void {
  onRefusal({
    unauthenticated: () => leaveForSignIn(goTo),
    forbidden: () => goTo(sessionPaths.unauthorized),
  })
}

/** Opens the sign-in screen, which signs out; what was typed is kept to be offered back (D-13). */
export function leaveForSignIn(goTo: GoTo): void {
  const { pathname, search } = window.location
  const profile = profileStore.get()
  if (pathname === sessionPaths.signIn || (profile === null && pathname === sessionPaths.unauthorized)) return
  if (profile !== null) {
    const place = { href: `${pathname}${search}`, title: screenName(document.title) }
    rememberPlace(profile.hsUserName, place)
    setSignOutReason(sessionMessages.sessionOver)
  }
  // Nobody is signed in from here on, so unsaved changes ask no question and live updates end.
  profileStore.set(null)
  goTo(sessionPaths.signIn)
}
