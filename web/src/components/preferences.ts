import { useSyncExternalStore } from 'react'
import { createListeners } from '../lib/listeners.ts'

export type Theme = 'light' | 'dark' | 'system'
export type Density = 'comfortable' | 'default' | 'compact'

/** What a person set for one table. */
export interface TablePreferences {
  /** Rows per page. */
  size?: number
  /** Ids of hidden columns. */
  hidden?: readonly string[]
  /** Widths in px by column id. */
  widths?: Readonly<Record<string, number>>
}

export interface Preferences {
  theme: Theme
  density: Density
  /** Whether keys without Ctrl are shortcuts (WCAG 2.1.4 wants a switch). */
  shortcuts: boolean
  tables: Readonly<Record<string, TablePreferences>>
  /** As the menu button left the drawer; null while it goes by the window's width. */
  drawer: 'open' | 'rail' | null
  /** Groups of the drawer by name: open or closed; left out where nobody has said so yet. */
  groups: Readonly<Record<string, boolean>>
}

export const defaultPreferences: Preferences = {
  theme: 'system',
  density: 'default',
  shortcuts: true,
  tables: {},
  drawer: null,
  groups: {},
}

/** Theme and density of whoever was here last; public/first-paint.js reads the same key. */
export const lookKey = 'agency-support:look'
const userKey = (user: string) => `agency-support:preferences:${user}`

const themes: readonly unknown[] = ['light', 'dark', 'system']
const densities: readonly unknown[] = ['comfortable', 'default', 'compact']

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parseTable(value: unknown): TablePreferences {
  if (!isRecord(value)) return {}
  const { size, hidden, widths } = value
  return {
    ...(Number.isInteger(size) ? { size: Number(size) } : {}),
    ...(Array.isArray(hidden) ? { hidden: hidden.filter((id) => typeof id === 'string') } : {}),
    ...(isRecord(widths) ? { widths: Object.fromEntries(Object.entries(widths).filter(isWidth)) } : {}),
  }
}

function isWidth(entry: [string, unknown]): entry is [string, number] {
  return typeof entry[1] === 'number' && entry[1] > 0
}

function isChoice(entry: [string, unknown]): entry is [string, boolean] {
  return typeof entry[1] === 'boolean'
}

/** Preferences from stored text; whatever is not understood takes its default. */
export function parsePreferences(text: string | null): Preferences {
  let found: unknown
  try {
    found = JSON.parse(text ?? '')
  } catch {
    return defaultPreferences
  }
  if (!isRecord(found)) return defaultPreferences
  const tables = isRecord(found['tables']) ? found['tables'] : {}
  const groups = isRecord(found['groups']) ? found['groups'] : {}
  const drawer = found['drawer']
  return {
    theme: themes.includes(found['theme']) ? (found['theme'] as Theme) : defaultPreferences.theme,
    density: densities.includes(found['density'])
      ? (found['density'] as Density)
      : defaultPreferences.density,
    shortcuts: found['shortcuts'] !== false,
    tables: Object.fromEntries(Object.entries(tables).map(([id, table]) => [id, parseTable(table)])),
    drawer: drawer === 'open' || drawer === 'rail' ? drawer : null,
    groups: Object.fromEntries(Object.entries(groups).filter(isChoice)),
  }
}

type Box = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** A store of preferences over browser storage, kept by user name (D-16). */
export function createPreferences(box: Box | null) {
  let user: string | null = null
  let current = parsePreferences(read(lookKey))
  const { subscribe, tell } = createListeners()

  // Storage may be full or forbidden; preferences then last as long as the page.
  function read(key: string): string | null {
    try {
      return box?.getItem(key) ?? null
    } catch {
      return null
    }
  }
  function write(key: string, value: unknown) {
    try {
      box?.setItem(key, JSON.stringify(value))
    } catch {
      return
    }
  }
  function become(next: Preferences) {
    current = next
    write(lookKey, { theme: next.theme, density: next.density })
    tell()
  }

  return {
    get: () => current,
    subscribe,
    /** Loads a person's preferences; null after signing out keeps the look and nothing else. */
    setUser(name: string | null) {
      if (name === user) return
      user = name
      const stored = name === null ? null : read(userKey(name))
      const { theme, density } = current
      become(stored === null ? { ...defaultPreferences, theme, density } : parsePreferences(stored))
    },
    set(change: Partial<Preferences>) {
      become({ ...current, ...change })
      if (user !== null) write(userKey(user), current)
    },
    setTable(id: string, change: TablePreferences) {
      this.set({ tables: { ...current.tables, [id]: { ...current.tables[id], ...change } } })
    },
    /** Forgets everything kept on this machine for the person who is signed in. */
    clear() {
      try {
        if (user !== null) box?.removeItem(userKey(user))
        box?.removeItem(lookKey)
      } catch {
        // Storage that cannot be written holds nothing either.
      }
      current = defaultPreferences
      tell()
    },
  }
}

function browserStorage(): Storage | null {
  try {
    return globalThis.localStorage ?? null
  } catch {
    return null
  }
}

/** The console's preferences. */
export const preferences = createPreferences(browserStorage())

/** Preferences as they are now; renders again when they change. */
export function usePreferences(): Preferences {
  return useSyncExternalStore(preferences.subscribe, preferences.get)
}
