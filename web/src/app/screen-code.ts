import { agencyScreen } from '../modules/agencies/screens.ts'
import { prefetch } from '../lib/prefetch.ts'
import { findScreen } from './find-screen.ts'
import { fetchAgencyTab } from './lazy-agency-tabs.ts'
import { lazyChrome } from './lazy-chrome.ts'
import { screens } from './screens.ts'

/** The agency tab named in the query of an address, in lower case. */
export function findTab(search: string): string | undefined {
  return new URLSearchParams(search).get('tab')?.toLowerCase()
}

/**
 * Fetches the code that a signed-in person needs for an address; what fails is fetched again by the screen. Does not
 * wait for the code of an agency's tab.
 */
export async function fetchScreenCode(address: string, tab: string | undefined): Promise<void> {
  const screen = findScreen(address, screens)
  if (screen?.path === agencyScreen.path) void prefetch(() => fetchAgencyTab(tab))
  await Promise.allSettled([lazyChrome.fetch(), screen?.page()])
}
