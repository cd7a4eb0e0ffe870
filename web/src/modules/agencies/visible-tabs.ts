import type { AgencyTab } from '../../lib/agency-tab.ts'

/** The one tab a back office sees (001 §2.1). */
const backOfficeTab = 'seatmanagement'

/** The tabs of an agency that are shown; a back office sees Seat Management only. */
export function visibleTabs(tabs: readonly AgencyTab[], backOffice: boolean): readonly AgencyTab[] {
  return backOffice ? tabs.filter(({ name }) => name === backOfficeTab) : tabs
}
