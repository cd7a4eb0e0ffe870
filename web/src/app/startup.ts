import { padAgencyId } from '@agency-support/contract/ids'
import { markAnswerOpensScreen } from '../lib/requests/action-origin.ts'
import { watchInput } from '../lib/idle.ts'
import { onRefusal } from '../lib/requests/http.ts'
import { connection } from '../lib/requests/connection.ts'
import { loadClientConfig, storedEnvironment } from '../lib/environment.ts'
import {
  backOfficePath,
  destinationPath,
  parseDeepLink,
  recordDeepLink,
  recordedDeepLink,
} from '../lib/deep-link.ts'
import { setSignOutReason } from '../lib/sign-out-reason.ts'
import { confirmStore } from '../components/dialogs/confirm-store.ts'
import { notify } from '../components/messages/notify.ts'
import { keepPlaceFor, keepUnanswered, rememberPlace } from '../lib/drafts.ts'
import { onUnshownFailure } from '../lib/requests/unshown-failure.ts'
import { agencyIdParam } from '../agency/agency-id-param.ts'
import { parseQuery } from '../lib/address.ts'
import { recents } from '../agency/recents.ts'
import { screenName } from '../lib/screen-name.ts'
import { refused } from '../lib/requests/refused.ts'
import type { Screen } from '../lib/screen.ts'
import { queryClient } from '../lib/requests/query.ts'
import { loadSwitches } from '../lib/switches.ts'
import { prefetch } from '../lib/prefetch.ts'
import { mayUseConsole, profileStore } from '../lib/profile.ts'
import { versionChoices } from '../agency/version-choice.ts'
import { preferences } from '../components/preferences.ts'
import { renewSession } from '../modules/session/session-client.ts'
import { sessionMessages } from '../modules/session/messages.ts'
import { sessionPaths } from '../modules/session/paths.ts'
import { guard } from './guard.ts'
import { findParams, findScreen, leadsToScreen } from './find-screen.ts'
import { screens } from './screens.ts'
import { agencyScreen } from '../modules/agencies/screens.ts'
import { lazyAgencyTabs } from './lazy-agency-tabs.ts'
import { fetchScreenCode, findTab } from './screen-code.ts'

/** Opens an in-app address; supplied by the router. */
export type GoTo = (href: string) => void

/** After which the first screen is drawn without what is merely shown as soon as it arrives. */
const patienceMs = 1_000

const briefly = (loading: Promise<void>): Promise<void> =>
  Promise.race([loading, new Promise<void>((resolve) => setTimeout(resolve, patienceMs))])

/** Where the first navigation goes, once environment and session are known (spec-000 §4). */
export async function prepareStart(
  location: Location,
  environmentLoaded: Promise<void>,
): Promise<string | null> {
  watchInput(window)
  connection.watch(window)
  profileStore.subscribe(followPerson)
  window.addEventListener('storage', ({ key }) => {
    preferences.reread(key)
    recents.reread(key)
    versionChoices.reread(key)
  })
  window.addEventListener('pagehide', () => keepUnanswered(profileStore.get()?.hsUserName ?? null))
  const link = parseDeepLink(location.search)
  if (link !== undefined) recordDeepLink(link)
  const recorded = recordedDeepLink()
  backOfficePath.set(recorded === undefined ? null : toScreen(destinationPath(recorded.destination)))
  // A deep link opens its own destination, whatever address it is on.
  const target = link === undefined ? null : backOfficePath.get()
  const first = target ?? location.pathname
  await environmentLoaded
  const config = briefly(loadClientConfig())
  const atSignIn = location.pathname === sessionPaths.signIn
  // The sign-in screen ends any session; /unauthorized is open to everybody.
  const session = atSignIn ? { signin: true } : renewSession()
  const tab = findTab(location.search) ?? recorded?.tab
  const parts = atSignIn ? fetchWhenTyping() : fetchScreenCode(first, tab)
  const { signin } = await session
  await config
  if (signin && !atSignIn && location.pathname !== sessionPaths.unauthorized) {
    if (recorded === undefined) rememberAddress(location)
    return sessionPaths.signIn
  }
  if (mayUseConsole(profileStore.get())) {
    beginScreen(first, { search: target === null ? location.search : '', tab })
    await Promise.all([briefly(loadSwitches()), parts])
  }
  return target
}

/** Fetches the code of the agency list once somebody types on the sign-in screen. */
function fetchWhenTyping(): void {
  window.addEventListener('input', () => void prefetch(() => fetchScreenCode('/', undefined)), { once: true })
}

/** Starts the reads of the screen being opened, and of an agency's tab, in parallel with the code and the switches. */
function beginScreen(address: string, { search, tab }: { search: string; tab: string | undefined }): void {
  const screen = findScreen<Screen>(address, screens)
  const at = { environment: storedEnvironment(), target: address, profile: profileStore.get() }
  if (screen === undefined || guard({ ...at, screen }).go !== 'on') return
  void prefetch(async () => (await screen.page()).beginReads?.(parseQuery(search)))
  const params = findParams(address, screen)
  screen.load?.(params)
  const agencyId = screen.path === agencyScreen.path ? agencyIdParam(params['id']) : null
  if (agencyId !== null) void prefetch(async () => (await lazyAgencyTabs.fetch()).loadTab(agencyId, tab))
}

/** An address that a link may open; the list instead of any other (C-08). */
function toScreen(address: string): string {
  return leadsToScreen(address, screens) ? address : '/'
}

/** Keeps the address opened without a session, for whoever signs in next. */
function rememberAddress({ pathname, search }: Location): void {
  const screen = findScreen(pathname, screens)
  if (screen?.signIn !== true) return
  const digits = /\/(\d+)$/.exec(pathname)?.[1]
  // Only the screens of an agency have a parameter of this name.
  const isAgency = 'id' in findParams(pathname, screen)
  const id = digits !== undefined && isAgency ? padAgencyId(Number(digits)) : digits
  const title = id === undefined ? screen.title : `${screen.title} ${id}`
  rememberPlace(null, { href: `${pathname}${search}`, title, why: 'notSignedIn' })
}

/** Who was signed in last on this page. */
let lastPerson: string | null = null

/** Loads what the browser stores for the signed-in person, and deletes what somebody else left behind. */
function followPerson(): void {
  const name = profileStore.get()?.hsUserName ?? null
  preferences.setUser(name)
  recents.setUser(name)
  versionChoices.setUser(name)
  // A question would cover the sign-in screen, and is not for anybody else to answer.
  if (name !== lastPerson) confirmStore.dismiss()
  if (name === null) return
  keepPlaceFor(name)
  if (lastPerson !== null && lastPerson !== name) {
    notify.clear()
    // Another tab may have signed in somebody else: what is on screen is read again with their permissions.
    void queryClient.resetQueries()
  }
  lastPerson = name
}

/** Sets the global reaction to a lost session and a missing permission. */
export function reactToRefusals(goTo: GoTo, checkSession: () => void): void {
  onUnshownFailure((sentence) => notify.error(`After you left: ${sentence}`))
  onRefusal({
    unauthenticated() {
      markAnswerOpensScreen()
      leaveForSignIn(goTo)
    },
    forbidden(message) {
      markAnswerOpensScreen()
      leaveForUnauthorized(goTo, message)
      // Menu and buttons still show the old permissions.
      checkSession()
    },
  })
}

/** Opens the screen that shows what was refused; typed text is kept as a draft. */
function leaveForUnauthorized(goTo: GoTo, message: string): void {
  const profile = profileStore.get()
  if (window.location.pathname === sessionPaths.unauthorized) return
  if (profile !== null) rememberPlace(profile.hsUserName, { ...presentPlace(), why: 'refused' })
  refused.set({ kind: 'act', message })
  goTo(sessionPaths.unauthorized)
}

/** Opens the sign-in screen, which signs out and says why; typed text is kept as a draft (D-13). */
export function leaveForSignIn(goTo: GoTo, why: string = sessionMessages.sessionOver): void {
  const profile = profileStore.get()
  // At startup, and while already leaving, the destination is decided elsewhere.
  if (profile === null || window.location.pathname === sessionPaths.signIn) return
  rememberPlace(profile.hsUserName, { ...presentPlace(), why: 'ended' })
  setSignOutReason(why)
  // Set first: unsaved changes then ask no question, and live updates end.
  profileStore.set(null)
  goTo(sessionPaths.signIn)
}

/** The current address with its screen's name. */
function presentPlace(): { href: string; title: string } {
  const { pathname, search } = window.location
  return { href: `${pathname}${search}`, title: screenName(document.title) }
}
