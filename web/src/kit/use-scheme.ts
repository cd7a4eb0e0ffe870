import { useMedia } from '../lib/use-media.ts'
import { usePreferences } from './preferences.ts'

/** Light or dark: what the person chose, else what the system says. */
export function useScheme(): 'light' | 'dark' {
  const { theme: chosen } = usePreferences()
  const systemIsDark = useMedia('(prefers-color-scheme: dark)')
  if (chosen !== 'system') return chosen
  return systemIsDark ? 'dark' : 'light'
}
