import { late } from '../lib/late.tsx'
import type { Screen } from '../lib/screen.ts'

// Whoever signs in can do without these; they come while the first screen loads.

/** What stands around every screen once somebody is signed in. */
export const lateChrome = late(async () => (await import('./chrome.ts')).chrome)

/** The tabs and parts that the modules bring to the agency screen. */
export const lateAgencyTabs = late(() => import('./agency-tabs.ts'))

/** Fetches both; a failure leaves it to the screen to try again. */
export async function fetchChrome(): Promise<void> {
  await Promise.allSettled([lateChrome.fetch(), lateAgencyTabs.fetch()])
}

/** A screen that is drawn only once the agency screen's tabs are there. */
export function afterAgencyTabs<Path extends string, Search extends object, File extends object>(
  screen: Screen<Path, Search, File>,
): Screen<Path, Search, File> {
  return { ...screen, page: async () => (await Promise.all([screen.page(), lateAgencyTabs.fetch()]))[0] }
}
