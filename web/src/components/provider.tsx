import '../theme/tokens.css'
import '../theme/base.css'
import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { useMedia } from '../ui/use-media.ts'
import { Announcer } from './messages/announce.tsx'
import { ConfirmHost } from './dialogs/confirm.tsx'
import { prefetchDialogs } from './dialogs/dialog.tsx'
import { UiProvider } from '../ui/ui-provider.tsx'
import { toggleUtc } from './text/local-time.tsx'
import { usePreferences } from './preferences.ts'
import { handleShortcutEvent, shortcuts, useShortcuts } from './keyboard/shortcuts.ts'
import { Snackbar } from './messages/snackbar.tsx'
import { StepUpHost } from './dialogs/step-up.tsx'
import { TooltipHost } from './tooltip-host.tsx'

/** Light or dark: the person's choice, otherwise the system's. */
function useScheme(): 'light' | 'dark' {
  const { theme: chosen } = usePreferences()
  const systemIsDark = useMedia('(prefers-color-scheme: dark)')
  if (chosen !== 'system') return chosen
  return systemIsDark ? 'dark' : 'light'
}

/** Theme and density as attributes of the root element, where tokens.css expects them. */
function useLook() {
  const { density } = usePreferences()
  const scheme = useScheme()
  useEffect(() => {
    Object.assign(document.documentElement.dataset, { density, colorScheme: scheme })
  }, [density, scheme])
}

function useKeyboard() {
  const { shortcuts: on } = usePreferences()
  useEffect(() => shortcuts.setEnabled(on), [on])
  // Before the first paint, so that everything visible responds to keys.
  useLayoutEffect(() => {
    window.addEventListener('keydown', handleShortcutEvent)
    return () => window.removeEventListener('keydown', handleShortcutEvent)
  }, [])
  useShortcuts([{ keys: 'Shift+U', label: 'Times in UTC or local time', group: 'Screen', run: toggleUtc }])
}

/** Wraps all screens once with what the components need. */
export function ComponentsProvider({ children }: { children: ReactNode }) {
  useLook()
  useKeyboard()
  useEffect(prefetchDialogs, [])
  return (
    <UiProvider>
      {children}
      <ConfirmHost />
      <StepUpHost />
      <Snackbar />
      <TooltipHost />
      <Announcer />
    </UiProvider>
  )
}
