import { Menu } from '@mantine/core'
import { Check } from 'lucide-react'
import { useNavigateTo } from '../kit/link.tsx'
import { type Density, preferences, type Theme, usePreferences } from '../kit/preferences.ts'
import { toggleUtc, useUtc } from '../kit/local-time.tsx'
import type { Profile } from '../lib/profile.ts'
import { sessionPaths } from '../modules/session/paths.ts'
import styles from './top-bar.module.css'

const themes: readonly { value: Theme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'Like the system' },
]
const densities: readonly { value: Density; label: string }[] = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'default', label: 'Default' },
  { value: 'compact', label: 'Compact' },
]

function initialsOf(name: string): string {
  return name
    .replace(/@.*/, '')
    .split(/[._-]+/)
    .map((part) => part.charAt(0))
    .join('')
    .slice(0, 2)
    .toUpperCase()
}

function Choice({ chosen, label, onPick }: { chosen: boolean; label: string; onPick: () => void }) {
  return (
    <Menu.Item
      role="menuitemradio"
      aria-checked={chosen}
      leftSection={chosen ? <Check size={16} aria-hidden="true" /> : <span className={styles.uncheck} />}
      onClick={onPick}
    >
      {label}
    </Menu.Item>
  )
}

/** What a person sets for themselves, and the way out. */
export function UserMenu({ profile }: { profile: Profile }) {
  const { theme, density, shortcuts } = usePreferences()
  const utc = useUtc()
  const navigate = useNavigateTo()
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <button
          type="button"
          className={styles.button}
          aria-label={`Settings of ${profile.hsUserName}`}
          data-tip={profile.hsUserName}
        >
          <span className={styles.initials} aria-hidden="true">
            {initialsOf(profile.hsUserName)}
          </span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Theme</Menu.Label>
        {themes.map(({ value, label }) => (
          <Choice
            key={value}
            label={label}
            chosen={theme === value}
            onPick={() => preferences.set({ theme: value })}
          />
        ))}
        <Menu.Label>Density</Menu.Label>
        {densities.map(({ value, label }) => (
          <Choice
            key={value}
            label={label}
            chosen={density === value}
            onPick={() => preferences.set({ density: value })}
          />
        ))}
        <Menu.Divider />
        <Choice
          label="Keyboard shortcuts"
          chosen={shortcuts}
          onPick={() => preferences.set({ shortcuts: !shortcuts })}
        />
        <Choice label="Show UTC" chosen={utc} onPick={toggleUtc} />
        <Menu.Divider />
        <Menu.Item onClick={() => preferences.clear()}>Clear what this browser keeps</Menu.Item>
        <Menu.Item onClick={() => navigate(sessionPaths.signIn)}>Logout</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
