import type { AgencyConfig } from '@agency-support/contract/modules/agencies'
import type { AgencyTab } from '../../agency/agency-tab.ts'

/** The one tab a back office sees (spec-001 §2.1). */
const backOfficeTab = 'seatmanagement'

/** For whom, and for which agency. */
export interface TabViewer {
  /** Undefined while it is not known: then only tabs that every agency has are there. */
  agency: AgencyConfig | undefined
  permissions: readonly number[]
  backOffice: boolean
}

/** The tabs of an agency that are shown; a back office sees Seat Management only. */
export function visibleTabs(tabs: readonly AgencyTab[], viewer: TabViewer): readonly AgencyTab[] {
  const { agency, permissions, backOffice } = viewer
  return tabs.filter(
    ({ name, isShown }) =>
      (!backOffice || name === backOfficeTab) &&
      (isShown === undefined || (agency !== undefined && isShown(agency, permissions))),
  )
}
