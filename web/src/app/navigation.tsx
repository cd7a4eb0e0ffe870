import { useEffect, useState } from 'react'
import { permissionMessages } from '@agency-support/contract/permissions'
import { mayUseConsole, type Profile, usePermissions } from '../lib/profile.ts'
import { awaitScreen } from '../components/keyboard/arrival-keys.ts'
import { useNavigateTo } from '../components/link.tsx'
import { notify } from '../components/messages/notify.ts'
import { useShortcuts } from '../components/keyboard/shortcuts.ts'
import { Drawer, prefetchOverlay } from './drawer.tsx'
import type { DrawerState } from './drawer-state.ts'
import { isLocked, type NavEntry, navItems } from './nav.ts'
import { useEntries } from './use-entries.ts'
import { useShownPath } from '../components/use-shown-path.ts'

const none: readonly NavEntry[] = []
const moves = ['pointerover', 'focusin', 'pointerup'] as const

/** The drawer's entries. Newer ones wait while the pointer or the focus is in it: none moves from under either. */
function useRestingEntries(): readonly NavEntry[] {
  const entries = useEntries()
  const [shown, setShown] = useState(entries)
  useEffect(() => {
    if (shown === entries) return
    const take = () => {
      const drawer = document.querySelector('nav[aria-label="Main"]')
      if (drawer?.matches(':hover, :focus-within') !== true) setShown(entries)
    }
    take()
    for (const move of moves) document.addEventListener(move, take)
    return () => {
      for (const move of moves) document.removeEventListener(move, take)
    }
  }, [entries, shown])
  return shown
}

interface NavigationProps {
  drawer: DrawerState
  profile: Profile | null
}

/** The drawer and the keyboard shortcuts that open its entries. */
export function Navigation({ drawer, profile }: NavigationProps) {
  const entries = useRestingEntries()
  const path = useShownPath()
  useGoKeys(mayUseConsole(profile) ? entries : none)
  useEffect(prefetchOverlay, [])
  return <Drawer drawer={drawer} entries={entries} profile={profile} path={path} />
}

/** `g` and a letter open a drawer entry, or show the drawer's message if a permission is missing. */
function useGoKeys(entries: readonly NavEntry[]): void {
  const navigate = useNavigateTo()
  const held = usePermissions()
  useShortcuts(
    navItems(entries).flatMap((item) =>
      item.goKey === undefined
        ? []
        : [
            {
              keys: `g ${item.goKey}`,
              label: item.label,
              group: 'Go to',
              run: () => {
                if (isLocked(item, held)) return notify.error(permissionMessages.menu(item.label))
                if (item.external !== true) awaitScreen(item.href, window.location.pathname)
                navigate(item.href)
              },
            },
          ],
    ),
  )
}
