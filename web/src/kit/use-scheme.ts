import { useSyncExternalStore } from 'react'
import { usePreferences } from './preferences.ts'

const darkQuery = '(prefers-color-scheme: dark)'

function subscribeToSystem(listener: () => void) {
  const query = window.matchMedia(darkQuery)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Light or dark: what the person chose, else what the system says. */
export function useScheme(): 'light' | 'dark' {
  const { theme: chosen } = usePreferences()
  const systemIsDark = useSyncExternalStore(subscribeToSystem, () => window.matchMedia(darkQuery).matches)
  if (chosen !== 'system') return chosen
  return systemIsDark ? 'dark' : 'light'
}
