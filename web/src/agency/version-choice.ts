import { createPersonalStore } from '../lib/personal-store.ts'

/** Which page opens for an agency on the newer version, without asking first. */
export type VersionChoice = 'newer' | 'legacy'
/** By agency id. */
export type VersionChoices = Readonly<Record<number, VersionChoice>>

const none: VersionChoices = {}
const isChoice = (value: unknown): value is VersionChoice => value === 'newer' || value === 'legacy'

/** The stored choices, if they are from today. */
export function parseVersionChoices(text: string | null, today: string): VersionChoices {
  try {
    const stored: unknown = JSON.parse(text ?? 'null')
    if (typeof stored !== 'object' || stored === null || !('day' in stored) || !('choices' in stored))
      return none
    const { day, choices } = stored
    if (day !== today || typeof choices !== 'object' || choices === null) return none
    return Object.fromEntries(Object.entries(choices).filter(([, choice]) => isChoice(choice)))
  } catch {
    return none
  }
}

/**
 * For which agencies the choice is not asked again today, stored in the browser per person (ux §3.5, D-16); `today`
 * is the local date.
 */
export function createVersionChoices(box: () => Storage | undefined, today: () => string) {
  const { get, set, useValue, ...store } = createPersonalStore('version-choices', box, (text) => ({
    day: today(),
    choices: parseVersionChoices(text, today()),
  }))
  const toChoices = ({ day, choices }: ReturnType<typeof get>): VersionChoices =>
    day === today() ? choices : none
  const keep = (choices: VersionChoices): void => set({ day: today(), choices })
  return {
    ...store,
    get: (): VersionChoices => toChoices(get()),
    useValue: (): VersionChoices => useValue(toChoices),
    remember: (agencyId: number, choice: VersionChoice): void =>
      keep({ ...toChoices(get()), [agencyId]: choice }),
    /** Asks again for this agency. */
    forget(agencyId: number): void {
      const { [agencyId]: _, ...others } = toChoices(get())
      keep(others)
    },
  }
}

/** This browser's version choices. */
export const versionChoices = createVersionChoices(
  () => globalThis.localStorage,
  () => new Date().toDateString(),
)

/** The current version choices; re-renders on change. */
export const useVersionChoices = (): VersionChoices => versionChoices.useValue()
