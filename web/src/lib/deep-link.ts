/** Where the console was opened from, kept for the lifetime of the browser tab (B-10). */
export interface DeepLink {
  source: string
  destination: string
  tab: string
}

const key = 'agency-support:deep-link'
const backOffice = 'bo'
/** Default destination of a back-office link: the agency search. */
const defaultDestination = 'as'

/** Parses src, dest and tab of the start address; undefined if it does not come from the back office. */
export function parseDeepLink(search: string): DeepLink | undefined {
  const query = new URLSearchParams(search)
  if (query.get('src') !== backOffice) return undefined
  return {
    source: backOffice,
    destination: query.get('dest') || defaultDestination,
    tab: (query.get('tab') ?? '').toLowerCase(),
  }
}

/** The in-app path of a destination: 'as' and everything that is not a local path open the agency list (C-08). */
export function destinationPath(destination: string): string {
  const isLocal = /^\/(?![/\\])/.test(destination) && !/[\p{Cc}\\]/u.test(destination)
  return isLocal ? destination : '/'
}

/** The deep link recorded for this browser tab. */
export function recordedDeepLink(): DeepLink | undefined {
  const text = sessionStorage.getItem(key)
  return text === null ? undefined : (JSON.parse(text) as DeepLink)
}

/** Records the deep link for this browser tab. */
export function recordDeepLink(link: DeepLink): void {
  sessionStorage.setItem(key, JSON.stringify(link))
}

/** True if the console is shown inside the back office: bar and drawer are hidden. */
export function isBackOffice(): boolean {
  return recordedDeepLink()?.source === backOffice
}

/** Forgets the deep link, so that the tab shows the full console. */
export function forgetDeepLink(): void {
  sessionStorage.removeItem(key)
}

let path: string | null = null

/** The path that the back office requested, or null; set by the app, which knows the screens. */
export const backOfficePath = {
  get: (): string | null => path,
  set(next: string | null): void {
    path = next
  },
}
