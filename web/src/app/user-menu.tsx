import { memo } from 'react'
import { useNavigateTo } from '../components/link.tsx'
import { toggleUtc } from '../components/text/local-time.tsx'
import { useUtc } from '../lib/format/utc.ts'
import { MenuButton } from '../components/menu-button.tsx'
import type { MenuSection } from '../ui/menu.tsx'
import { type Density, preferences, type Theme, usePreferences } from '../components/preferences.ts'
import type { Profile } from '../lib/profile.ts'
import { recents } from '../agency/recents.ts'
import { versionChoices } from '../agency/version-choice.ts'
import { secondFactorPaths } from '../modules/second-factor/paths.ts'
import { sessionPaths } from '../modules/session/paths.ts'
import styles from './top-bar.module.css'

const themes: readonly { value: Theme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
]
const densities: readonly { value: Density; label: string }[] = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'default', label: 'Default' },
  { value: 'compact', label: 'Compact' },
]

function toInitials(name: string): string {
  return name
    .replace(/@.*/, '')
    .split(/[._-]+/)
    .map((part) => part.charAt(0))
    .join('')
    .slice(0, 2)
    .toUpperCase()
}

/**
 * Clears what this browser keeps of this person (D-16): preferences, recent agencies, version choices, and what this tab
 * would offer them back.
 */
function clearBrowser(): void {
  preferences.clear()
  recents.clear()
  versionChoices.clear()
  sessionStorage.clear()
}

function useSections(): MenuSection[] {
  const { theme, density, shortcuts } = usePreferences()
  const utc = useUtc()
  const navigate = useNavigateTo()
  return [
    {
      title: 'Theme',
      radio: true,
      items: themes.map(({ value, label }) => ({
        label,
        checked: theme === value,
        onPick: () => preferences.set({ theme: value }),
      })),
    },
    {
      title: 'Density',
      radio: true,
      items: densities.map(({ value, label }) => ({
        label,
        checked: density === value,
        onPick: () => preferences.set({ density: value }),
      })),
    },
    {
      items: [
        {
          label: 'Keyboard shortcuts',
          checked: shortcuts,
          onPick: () => preferences.set({ shortcuts: !shortcuts }),
        },
        { label: 'Show UTC', checked: utc, onPick: toggleUtc },
      ],
    },
    {
      items: [
        { label: 'Security', onPick: () => navigate(secondFactorPaths.security) },
        { label: 'Clear saved data on this browser', onPick: clearBrowser },
        { label: 'Logout', onPick: () => navigate(sessionPaths.signIn) },
      ],
    },
  ]
}

/** Personal settings and sign-out. */
export const UserMenu = memo(function UserMenu({ profile }: { profile: Profile }) {
  const initials = toInitials(profile.hsUserName)
  return (
    <MenuButton
      label={`Settings of ${profile.hsUserName} (${initials})`}
      className={styles.button}
      trigger={
        <span className={styles.initials} aria-hidden="true">
          {initials}
        </span>
      }
      sections={useSections()}
    />
  )
})
