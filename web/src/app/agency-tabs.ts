import type { AgencyPart, AgencyTab } from '../agency/agency-tab.ts'
import { isBackOffice } from '../lib/deep-link.ts'
import { lazyComponent } from '../lib/lazy.tsx'
import { whenIdle } from '../lib/prefetch.ts'
import { agencyTabs } from '../modules/agencies/tabs.ts'
import { agencyCommandTabs } from '../modules/agency-commands/tabs.ts'
import { agencyFileTabs } from '../modules/agency-files/tabs.ts'
import { agencyKeyParts } from '../modules/agency-keys/parts.ts'
import { findFirstReads } from '../modules/agencies/visible-tabs.ts'
import { agencyUserTabs } from '../modules/agency-users/tabs.ts'
import { certificateTabs } from '../modules/certificates/tabs.ts'
import { esignatureTabs } from '../modules/esignature/tabs.ts'
import { healthParts } from '../modules/health/parts.ts'
import { journalTabs } from '../modules/journal/tabs.ts'
import { marketplaceTabs } from '../modules/marketplace/tabs.ts'
import { seatTabs } from '../modules/seats/tabs.ts'
import { subscriptionParts } from '../modules/subscription/parts.ts'
import { textingTabs } from '../modules/texting/tabs.ts'

/** The parts that modules add to the agency screen. */
export const allAgencyParts: readonly AgencyPart[] = [
  ...healthParts,
  ...agencyKeyParts,
  ...subscriptionParts,
  {
    place: 'actions',
    page: lazyComponent(async () => {
      // The agency itself comes first.
      await whenIdle()
      return (await import('./agency-actions-menu.tsx')).Part
    }),
  },
]

/** The tabs of the agency screen, in the documented order. */
export const allAgencyTabs: readonly AgencyTab[] = [
  ...agencyTabs,
  ...agencyCommandTabs,
  ...agencyFileTabs,
  ...agencyUserTabs,
  ...certificateTabs,
  ...esignatureTabs,
  ...seatTabs,
  ...textingTabs,
  ...marketplaceTabs,
  ...journalTabs,
].sort((a, b) => a.index - b.index)

/** Starts the first reads of a tab (by name, by default the first) of an agency that is not known yet. */
export async function loadTab(agencyId: number, name: string | undefined): Promise<void> {
  const viewer = { agency: undefined, permissions: [], backOffice: isBackOffice() }
  await findFirstReads(allAgencyTabs, name, viewer)?.(agencyId)
}
