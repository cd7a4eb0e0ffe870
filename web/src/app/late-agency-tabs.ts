import { late } from '../lib/late.tsx'
import type { Screen } from '../lib/screen.ts'

/** The tabs and parts that the modules bring to the agency screen. */
export const lateAgencyTabs = late(() => import('./agency-tabs.ts'))

/** Fetches what the agency screen shows beside its header: the tab of this name, else the first, and parts around it. */
export async function fetchAgencyTab(name: string | undefined): Promise<void> {
  const { allAgencyTabs, allAgencyParts } = await lateAgencyTabs.fetch()
  const tab = allAgencyTabs.find((one) => one.name === name) ?? allAgencyTabs[0]
  const parts = allAgencyParts.filter(({ place }) => place === 'header' || place === tab?.name)
  await Promise.all([...(tab === undefined ? [] : [tab]), ...parts].map(({ page }) => page.fetch()))
}

/** A screen that is drawn only once the agency screen's tabs are there. */
export function afterAgencyTabs<Path extends string, Search extends object, File extends object>(
  screen: Screen<Path, Search, File>,
): Screen<Path, Search, File> {
  return { ...screen, page: async () => (await Promise.all([screen.page(), lateAgencyTabs.fetch()]))[0] }
}
