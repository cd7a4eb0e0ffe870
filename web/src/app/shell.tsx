import { realEnvironments } from '@agency-support/contract/modules/switches'
import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { showHiddenCharacters } from '@agency-support/contract/rules/hidden-characters'
import { confirmStore } from '../components/dialogs/confirm-store.ts'
import { SkipLink } from '../ui/skip-link.tsx'
import { useFetched, useLazyCode } from '../lib/lazy.tsx'
import { prefetchWhenIdle } from '../lib/prefetch.ts'
import { AgencyPartsContext, AgencyTabsContext } from '../agency/agency-tab.ts'
import { useOwnScreenName } from '../lib/screen-name.ts'
import { useClientConfig, useEnvironment } from '../lib/environment.ts'
import { forgetDeepLink, isBackOffice } from '../lib/deep-link.ts'
import { isFramed } from '../lib/is-framed.ts'
import { mayUseConsole, useProfile } from '../lib/profile.ts'
import { sessionPaths } from '../modules/session/paths.ts'
import { lazyAgencyTabs } from './lazy-agency-tabs.ts'
import { lazyChrome } from './lazy-chrome.ts'
import { Banners } from './banners.tsx'
import { useDrawer } from './drawer-state.ts'
import { LowerEdge } from './lower-edge.tsx'
import styles from './shell.module.css'
import { TopBar } from './top-bar.tsx'
import { useLeaveBlocker } from './use-leave-blocker.ts'
import { useShownPath } from '../components/use-shown-path.ts'

const noTabs: readonly never[] = []

/** Bar, drawer and banners around every screen; the back office sees only the screen (spec-000 §2). */
export function Shell({ children }: { children: ReactNode }) {
  const mustChange = useProfile()?.passwordChangeRequired === true
  const agency = useFetched(lazyAgencyTabs)
  const { code: chrome } = useLazyCode(lazyChrome)
  return (
    <AgencyTabsContext value={agency?.allAgencyTabs ?? noTabs}>
      <AgencyPartsContext value={agency?.allAgencyParts ?? noTabs}>
        <Frame>{children}</Frame>
      </AgencyPartsContext>
      {/* Not in the frame, where notices would be read again as the session ends. */}
      {chrome && <chrome.BesideScreen hasKeys={!mustChange} />}
    </AgencyTabsContext>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const profile = useProfile()
  const config = useClientConfig()
  const environment = useEnvironment()
  const path = useShownPath()
  const [embedded] = useState(isBackOffice)
  const { code: chrome } = useLazyCode(lazyChrome)
  const drawer = useDrawer()
  const person = useLastPerson()
  // Drawn anew for another person, and after sign-in, because a page that made room for the drawer would visibly shift.
  const drawnFor = path === sessionPaths.signIn ? 'signIn' : person
  const mustChange = profile?.passwordChangeRequired === true
  // Nothing to navigate to on the sign-in screen, or for a person who must change the password.
  const bare = path === sessionPaths.signIn || mustChange
  const atWork = mayUseConsole(profile)
  useScreenTitle(environment)
  useLeaveBlocker()
  // The agency screen fetches them itself; from other screens it is the most likely next one.
  useEffect(() => {
    if (atWork) prefetchWhenIdle(lazyAgencyTabs.fetch)
  }, [atWork])
  // A question about one screen is not left open over another, for example by Back.
  useEffect(() => confirmStore.dismiss, [path])
  const banners = <Banners build={config?.build ?? null} />
  if (embedded)
    return (
      <>
        <main key={drawnFor} id="main" className={`${styles.content} ${styles.embedded}`}>
          {!isFramed() && !mustChange && <FullConsole />}
          {children}
        </main>
        <LowerEdge banners={banners} />
      </>
    )
  return (
    <div className={styles.frame} data-drawer={bare ? 'none' : drawer.shape}>
      <SkipLink target="main" />
      <TopBar
        providerName={config?.providerName ?? ''}
        environment={environment}
        isRealEnvironment={realEnvironments.includes(environment)}
        tools={chrome && !bare && profile !== null && <chrome.BarTools profile={profile} />}
        {...(bare ? {} : { drawer: { expanded: drawer.expanded, toggle: drawer.toggle } })}
      />
      {chrome && !bare && <chrome.Navigation drawer={drawer} profile={profile} />}
      <div key={drawnFor} className={styles.page}>
        <main id="main" className={styles.content} tabIndex={-1}>
          {children}
        </main>
        <LowerEdge banners={banners} />
      </div>
    </div>
  )
}

/** Who was signed in last, so that nobody is shown what another person had typed before them. */
function useLastPerson(): string {
  const name = useProfile()?.hsUserName
  const [last, setLast] = useState(name)
  if (name !== undefined && name !== last) setLast(name)
  return last ?? 'nobody'
}

/** Opens the full console from a back-office view that somebody opened in its own tab. */
function FullConsole() {
  const href = useRouterState({ select: ({ location }) => location.href })
  return (
    <p className={styles.fullConsole}>
      <a href={href} onClick={forgetDeepLink}>
        Open the full console
      </a>
    </p>
  )
}

/** Sets the browser tab's title to the screen's, prefixed with the environment where it is a test system. */
function useScreenTitle(environment: string): void {
  const route = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.title ?? '' })
  const title = useOwnScreenName() ?? route
  useEffect(() => {
    const mark = realEnvironments.includes(environment) ? '' : `[${environment}] `
    document.title = showHiddenCharacters(`${mark}${title} – Agency Support`)
  }, [title, environment])
}
