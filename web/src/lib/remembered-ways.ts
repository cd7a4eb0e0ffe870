import { useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'
import { profileStore } from './profile.ts'

/** The page of an agency on the newer version that is opened without the stop before it. */
export type Way = 'newer' | 'legacy'
/** By agency id. */
export type Ways = Readonly<Record<number, Way>>

const none: Ways = {}
const isWay = (value: unknown): value is Way => value === 'newer' || value === 'legacy'

/** What was stored, as far as it is of this day. */
export function parseWays(text: string | null, today: string): Ways {
  try {
    const stored: unknown = JSON.parse(text ?? 'null')
    if (typeof stored !== 'object' || stored === null || !('day' in stored) || !('ways' in stored))
      return none
    const { day, ways } = stored
    if (day !== today || typeof ways !== 'object' || ways === null) return none
    return Object.fromEntries(Object.entries(ways).filter(([, way]) => isWay(way)))
  } catch {
    return none
  }
}

/** What the ways are kept in and by. */
interface Surroundings {
  box: () => Storage | undefined
  user: () => string | null
  /** The day on the person's own calendar. */
  today: () => string
}

/** Which agencies are opened without a stop today; kept in the browser per person (ux §3.5, D-16). */
export function createWays({ box, user, today }: Surroundings) {
  const { subscribe, tell } = createListeners()
  let known = { from: '', ways: none }
  const keyOf = (name: string): string => `agency-support:ways:${name}`

  function get(): Ways {
    const name = user()
    const text = name === null ? null : (box()?.getItem(keyOf(name)) ?? null)
    const from = `${today()} ${text}`
    if (from !== known.from) known = { from, ways: parseWays(text, today()) }
    return known.ways
  }
  function keep(ways: Ways): void {
    const name = user()
    if (name !== null) box()?.setItem(keyOf(name), JSON.stringify({ day: today(), ways }))
    tell()
  }
  return {
    get,
    subscribe,
    remember: (agencyId: number, way: Way): void => keep({ ...get(), [agencyId]: way }),
    /** Stops at this agency again. */
    forget(agencyId: number): void {
      const { [agencyId]: _, ...others } = get()
      keep(others)
    },
    clear(): void {
      const name = user()
      if (name !== null) box()?.removeItem(keyOf(name))
      tell()
    },
  }
}

/** This browser's remembered ways. */
export const rememberedWays = createWays({
  box: () => globalThis.localStorage,
  user: () => profileStore.get()?.hsUserName ?? null,
  today: () => new Date().toDateString(),
})

/** The remembered ways as they are now; renders again when they change. */
export function useRememberedWays(): Ways {
  return useSyncExternalStore(rememberedWays.subscribe, rememberedWays.get)
}
