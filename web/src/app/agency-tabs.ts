import type { AgencyTab } from '../lib/agency-tab.ts'
import { agencyTabs } from '../modules/agencies/screens.ts'
import { journalTabs } from '../modules/journal/screens.ts'

/** The tabs of the agency screen, in the documented order. */
export const allAgencyTabs: readonly AgencyTab[] = [...agencyTabs, ...journalTabs].sort(
  (a, b) => a.index - b.index,
)
