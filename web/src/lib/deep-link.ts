/** Where the console was opened from, for as long as the browser tab lives (B-10). */
export interface DeepLink {
  source: string
  destination: string
  tab: string
}

const key = 'agency-support:deep-link'
const backOffice = 'bo'
/** Destination of a back-office link that names none; it stands for the agency search. */
const defaultDestination = 'as'

/** Reads src, dest and tab of a start address; undefined when it does not come from the back office. */
export function parseDeepLink(search: string): DeepLink | undefined {
  const query = new URLSearchParams(search)
  if (query.get('src') !== backOffice) return undefined
  return {
    source: backOffice,
    destination: query.get('dest') ?? defaultDestination,
    tab: (query.get('tab') ?? '').toLowerCase(),
  }
}

/** The in-app path of a destination: 'as' and everything that is not a local path lead to the list (C-08). */
export function destinationPath(destination: string): string {
  const local = /^\/(?![/\\])/.test(destination) && !/[\p{Cc}\\]/u.test(destination)
  return local ? destination : '/'
}

/** The deep link recorded for this browser tab. */
export function recordedDeepLink(): DeepLink | undefined {
  const text = sessionStorage.getItem(key)
  return text === null ? undefined : (JSON.parse(text) as DeepLink)
}

export function recordDeepLink(link: DeepLink): void {
  sessionStorage.setItem(key, JSON.stringify(link))
}

/** True when a back office shows the console: bar and drawer stay away. */
export function isBackOffice(): boolean {
  return recordedDeepLink()?.source === backOffice
}

/** Lets go of it: from then on the tab shows the full console. */
export function forgetDeepLink(): void {
  sessionStorage.removeItem(key)
}

let path: string | null = null

/** Where the back office wants the console to be; null without one. The app sets it, which knows the screens. */
export const backOfficePath = {
  get: (): string | null => path,
  set(next: string | null): void {
    path = next
  },
}
