import { realEnvironments } from '@agency-support/contract/modules/switches'
import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { HelpCentre } from '../kit/help-centre.ts'
import { HeldPermissions } from '../kit/permission-gate.tsx'
import { SkipLink } from '../kit/skip-link.tsx'
import { AgencyTabsContext } from '../lib/agency-tab.ts'
import { useClientConfig, useEnvironment } from '../lib/environment.ts'
import { isBackOffice } from '../lib/deep-link.ts'
import { usePermissions, useProfile } from '../lib/profile.ts'
import { sessionPaths } from '../modules/session/paths.ts'
import { allAgencyTabs } from './agency-tabs.ts'
import { Banners } from './banners.tsx'
import { Drawer } from './drawer.tsx'
import { useDrawer } from './drawer-state.ts'
import { nav5x } from './nav-5x.ts'
import styles from './shell.module.css'
import { ShortcutHelp } from './shortcut-help.tsx'
import { TopBar } from './top-bar.tsx'
import { useLeaveBlocker } from './use-leave-blocker.ts'
import { useScreenTitle } from './use-screen-title.ts'

/** Bar, drawer and banners around every screen; a back office sees only the screen (000 §2). */
export function Shell({ children }: { children: ReactNode }) {
  const permissions = usePermissions()
  const helpCentre = useClientConfig()?.helpCentreUrl ?? ''
  return (
    <HeldPermissions value={permissions}>
      <HelpCentre value={helpCentre}>
        <AgencyTabsContext value={allAgencyTabs}>
          <Frame>{children}</Frame>
          <ShortcutHelp />
        </AgencyTabsContext>
      </HelpCentre>
    </HeldPermissions>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const profile = useProfile()
  const config = useClientConfig()
  const environment = useEnvironment()
  const path = useRouterState({
    select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname,
  })
  const [embedded] = useState(isBackOffice)
  const drawer = useDrawer(profile?.hsUserName ?? null)
  useScreenTitle(environment)
  useLeaveBlocker()
  const atSignIn = path === sessionPaths.signIn
  const atWork = profile !== null && !profile.passwordChangeRequired
  const banners = <Banners build={config?.build ?? null} signedIn={atWork} />
  if (embedded)
    return (
      <main id="main" className={styles.content}>
        {banners}
        {children}
      </main>
    )
  return (
    <div className={styles.frame} data-drawer={atSignIn ? 'none' : drawer.shape}>
      <SkipLink target="main" />
      <TopBar
        providerName={config?.providerName ?? ''}
        environment={environment}
        isRealEnvironment={realEnvironments.includes(environment)}
        helpCentreUrl={config?.helpCentreUrl ?? ''}
        profile={profile}
        {...(atSignIn ? {} : { drawer: { expanded: drawer.expanded, toggle: drawer.toggle } })}
      />
      {!atSignIn && (
        <Drawer
          drawer={drawer}
          entries={nav5x({ helpCentreUrl: config?.helpCentreUrl ?? '' })}
          profile={profile}
          path={path}
        />
      )}
      <div className={styles.page}>
        {banners}
        <main id="main" className={styles.content} tabIndex={-1}>
          {children}
        </main>
      </div>
    </div>
  )
}
