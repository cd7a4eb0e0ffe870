import type { AgencyConfig } from '@agency-support/contract/modules/agencies'
import type { AgencyTab } from '../../agency/agency-tab.ts'

/** The only tab shown in the back office (spec-001 §2.1). */
const backOfficeTab = 'seatmanagement'

/** The viewing person and the agency. */
export interface TabViewer {
  /** Undefined until loaded; then only tabs that every agency has are shown. */
  agency: AgencyConfig | undefined
  permissions: readonly number[]
  backOffice: boolean
}

/** The tab with the name that was asked for; by default the first that applies. */
export function chooseTab(
  tabs: readonly AgencyTab[],
  asked: string | undefined,
  isOnline = false,
): AgencyTab | undefined {
  return (
    tabs.find(({ name }) => name === asked) ??
    tabs.find(({ notForOnline }) => !(isOnline && notForOnline)) ??
    tabs[0]
  )
}

/** The visible tabs of an agency; the back office sees only Seat Management. */
export function visibleTabs(tabs: readonly AgencyTab[], viewer: TabViewer): readonly AgencyTab[] {
  const { agency, permissions, backOffice } = viewer
  return tabs.filter(
    ({ name, whyHidden }) =>
      (!backOffice || name === backOfficeTab) &&
      (whyHidden === undefined || (agency !== undefined && whyHidden(agency, permissions) === undefined)),
  )
}
