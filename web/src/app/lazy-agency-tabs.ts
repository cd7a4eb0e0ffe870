import { lazyCode } from '../lib/lazy.tsx'
import type { Screen } from '../lib/screen.ts'

/** The tabs and parts that modules add to the agency screen. */
export const lazyAgencyTabs = lazyCode(() => import('./agency-tabs.ts'))

/** Fetches the code of an agency tab (by name, by default the first) and of the parts around it. */
export async function fetchAgencyTab(name: string | undefined): Promise<void> {
  const { allAgencyTabs, allAgencyParts } = await lazyAgencyTabs.fetch()
  const tab = allAgencyTabs.find((one) => one.name === name) ?? allAgencyTabs[0]
  const parts = allAgencyParts.filter(({ place }) => place === 'header' || place === tab?.name)
  await Promise.all([...(tab === undefined ? [] : [tab]), ...parts].map(({ page }) => page.fetch()))
}

/** A screen that is rendered only after the agency tabs are loaded. */
export function afterAgencyTabs<Path extends string, Search extends object, File extends object>(
  screen: Screen<Path, Search, File>,
): Screen<Path, Search, File> {
  return { ...screen, page: async () => (await Promise.all([screen.page(), lazyAgencyTabs.fetch()]))[0] }
}
