import { MantineProvider } from '@mantine/core'
import '../theme/tokens.css'
import '../theme/mantine-styles.ts'
import '../theme/base.css'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { cssVariables, theme } from '../theme/theme.ts'
import { Announcer } from './announce.tsx'
import { ConfirmHost } from './confirm.tsx'
import { type Navigate, NavigateContext } from './link.tsx'
import { toggleUtc } from './local-time.tsx'
import { usePreferences } from './preferences.ts'
import { handleShortcutEvent, shortcuts, useShortcuts } from './shortcuts.ts'
import { Snackbar } from './snackbar.tsx'
import { TipHost } from './tip-host.tsx'

const darkQuery = '(prefers-color-scheme: dark)'

function subscribeToSystem(listener: () => void) {
  const query = window.matchMedia(darkQuery)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

function useScheme(): 'light' | 'dark' {
  const { theme: chosen } = usePreferences()
  const systemIsDark = useSyncExternalStore(subscribeToSystem, () => window.matchMedia(darkQuery).matches)
  if (chosen !== 'system') return chosen
  return systemIsDark ? 'dark' : 'light'
}

function useDensity() {
  const { density } = usePreferences()
  useEffect(() => {
    document.documentElement.dataset['density'] = density
  }, [density])
}

function useKeyboard() {
  const { shortcuts: on } = usePreferences()
  useEffect(() => shortcuts.setEnabled(on), [on])
  useEffect(() => {
    window.addEventListener('keydown', handleShortcutEvent)
    return () => window.removeEventListener('keydown', handleShortcutEvent)
  }, [])
  useShortcuts([{ keys: 'Shift+U', label: 'Times in UTC or local time', group: 'Screen', run: toggleUtc }])
}

// The scheme is decided above and written by first-paint.js before that; Mantine must not keep a second memory of it.
const noMemory = {
  get: <Value,>(value: Value) => value,
  set: () => {},
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
}

/** Everything the kit's components need round them; stands once, outside the router. */
export function KitProvider({ navigate, children }: { navigate: Navigate; children: ReactNode }) {
  const scheme = useScheme()
  useDensity()
  useKeyboard()
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      forceColorScheme={scheme}
      colorSchemeManager={noMemory}
      withStaticClasses={false}
      withGlobalClasses={false}
    >
      <NavigateContext value={navigate}>
        {children}
        <ConfirmHost />
        <Snackbar />
        <TipHost />
        <Announcer />
      </NavigateContext>
    </MantineProvider>
  )
}
