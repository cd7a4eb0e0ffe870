import { create } from 'zustand'
import type { AgencyPart, AgencyTab } from '../lib/agency-tab.ts'
import type { Screen } from '../lib/screen.ts'

/** What the rooms bring to the agency screen. */
interface AgencyPieces {
  tabs: readonly AgencyTab[]
  parts: readonly AgencyPart[]
}

/** The pieces of all rooms; none until they are fetched. */
export const useAgencyPieces = create<AgencyPieces>()(() => ({ tabs: [], parts: [] }))

/** Fetches what the rooms declare; whoever signs in can do without it. */
export async function fetchAgencyPieces(): Promise<void> {
  const { allAgencyParts, allAgencyTabs } = await import('./agency-tabs.ts')
  if (useAgencyPieces.getState().tabs !== allAgencyTabs)
    useAgencyPieces.setState({ tabs: allAgencyTabs, parts: allAgencyParts })
}

/** A screen that is drawn only once the pieces are there. */
export function afterPieces<Path extends string, Search extends object, File extends object>(
  screen: Screen<Path, Search, File>,
): Screen<Path, Search, File> {
  return { ...screen, page: async () => (await Promise.all([screen.page(), fetchAgencyPieces()]))[0] }
}
