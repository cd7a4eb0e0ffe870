import { watchInput } from '../lib/idle.ts'
import { onRefusal } from '../lib/http.ts'
import { loadClientConfig, loadEnvironment } from '../lib/environment.ts'
import { destinationPath, parseDeepLink, recordDeepLink } from '../lib/deep-link.ts'
import { leaveFarewell } from '../lib/farewell.ts'
import { rememberPlace } from '../lib/drafts.ts'
import { loadSwitches } from '../lib/switches.ts'
import { profileStore } from '../lib/profile.ts'
import { preferences } from '../kit/preferences.ts'
import { renewSession } from '../modules/session/session-client.ts'
import { sessionMessages } from '../modules/session/messages.ts'
import { sessionPaths } from '../modules/session/paths.ts'

/** Goes to an address of the console; given by the router. */
export type GoTo = (href: string) => void

/** Where the first navigation goes, once environment and session are known (000 §4). */
export async function prepareStart(location: Location): Promise<string | null> {
  watchInput(window)
  profileStore.subscribe(() => preferences.setUser(profileStore.get()?.hsUserName ?? null))
  await loadEnvironment()
  const config = loadClientConfig()
  const atOpenScreen =
    location.pathname === sessionPaths.signIn || location.pathname === sessionPaths.unauthorized
  const { signin } = atOpenScreen ? { signin: false } : await renewSession()
  await config
  if (signin) return sessionPaths.signIn
  if (!atOpenScreen) await loadSwitches()
  const link = parseDeepLink(location.search)
  if (link === undefined) return null
  recordDeepLink(link)
  return destinationPath(link.destination)
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
  if (window.location.pathname === sessionPaths.signIn) return
  if (profileStore.get() !== null) {
    rememberPlace(`${window.location.pathname}${window.location.search}`, document.title)
    leaveFarewell(sessionMessages.sessionOver)
  }
  // Nobody is signed in from here on, so unsaved changes ask no question and live updates end.
  profileStore.set(null)
  goTo(sessionPaths.signIn)
}
