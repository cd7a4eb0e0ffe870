import { useEffect } from 'react'
import type { Profile } from '../lib/profile.ts'
import { Drawer } from './drawer.tsx'
import type { DrawerState } from './drawer-state.ts'
import type { NavEntry } from './nav.ts'
import { reloadWhenStale } from './stale-build.ts'
import { useEntries } from './use-entries.ts'
import { useGoKeys } from './use-go-keys.ts'

const none: readonly NavEntry[] = []

interface NavigationProps {
  drawer: DrawerState
  profile: Profile | null
  atWork: boolean
  /** Address now shown. */
  path: string
}

/** The drawer and the keys that go where it leads. */
export function Navigation({ drawer, profile, atWork, path }: NavigationProps) {
  const entries = useEntries(atWork)
  useGoKeys(atWork ? entries : none)
  useEffect(() => reloadWhenStale(window), [])
  return <Drawer drawer={drawer} entries={entries} profile={profile} path={path} />
}
