import { type BrowserStorage, createPersonalStore, tryStorage } from '../lib/personal-store.ts'

export type Theme = 'light' | 'dark' | 'system'
export type Density = 'comfortable' | 'default' | 'compact'

/** A person's settings for one table. */
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
  /** Whether keys without Ctrl are shortcuts (WCAG 2.1.4 requires a switch). */
  shortcuts: boolean
  tables: Readonly<Record<string, TablePreferences>>
  /** Set by the menu button; null: depends on the window width. */
  drawer: 'open' | 'rail' | null
  /** Drawer groups by name: open or closed; absent if never toggled. */
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

/** Theme and density of the last user of this browser; public/first-paint.js reads the same key. */
export const lookKey = 'agency-support:look'

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

/** Parses stored preferences; invalid parts take their default. */
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

/** A store of preferences in browser storage, by user name (D-16). */
export function createPreferences(getStorage: () => BrowserStorage | undefined) {
  const readLook = () => tryStorage(getStorage, (storage) => storage.getItem(lookKey))
  const store = createPersonalStore('preferences', getStorage, (text) => parsePreferences(text ?? readLook()))
  const { get } = store

  function writeLook() {
    const { theme, density } = get()
    tryStorage(getStorage, (storage) => storage.setItem(lookKey, JSON.stringify({ theme, density })))
  }
  function set(change: Partial<Preferences>) {
    store.set({ ...get(), ...change })
    writeLook()
  }
  return {
    ...store,
    /** Loads a person's preferences; null, after signing out, keeps only the look. */
    setUser(name: string | null) {
      store.setUser(name)
      writeLook()
    },
    set,
    setTable(id: string, change: TablePreferences) {
      const { tables } = get()
      set({ tables: { ...tables, [id]: { ...tables[id], ...change } } })
    },
    /** Deletes everything stored in this browser for the signed-in person. */
    clear() {
      tryStorage(getStorage, (storage) => storage.removeItem(lookKey))
      store.clear()
    },
  }
}

/** The console's preferences. */
export const preferences = createPreferences(() => globalThis.localStorage)

/** The current preferences; re-renders on change. */
export const usePreferences = (): Preferences => preferences.useValue()
