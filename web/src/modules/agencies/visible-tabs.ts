import type { AgencyConfig } from '@agency-support/contract/modules/agencies'
import type { AgencyTab } from '../../agency/agency-tab.ts'

/** The only tab shown in the back office (spec-001 §2.1). */
export const backOfficeTab = 'seatmanagement'

/** The viewing person and the agency. */
export interface TabViewer {
  /** Undefined until loaded; then only tabs that every agency has are shown. */
  agency: AgencyConfig | undefined
  permissions: readonly number[]
  backOffice: boolean
}

/** The tab with the name that was asked for, or the first of all (B-10); if none was, the first that applies. */
export function chooseTab(
  tabs: readonly AgencyTab[],
  asked: string | undefined,
  isOnline: boolean | undefined,
): AgencyTab | undefined {
  const found = tabs.find(({ name, notForOnline }) =>
    asked === undefined ? !(isOnline === true && notForOnline) : name === asked,
  )
  return found ?? tabs[0]
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

/**
 * What starts the first reads of the tab that will be shown; undefined while the agency is not known and decides whether
 * it has that tab, and for a tab that does not apply to it.
 */
export function findFirstReads(
  tabs: readonly AgencyTab[],
  asked: string | undefined,
  viewer: TabViewer,
): AgencyTab['load'] {
  const { agency } = viewer
  const isUndecided = tabs.some(({ name, whyHidden }) => name === asked && whyHidden !== undefined)
  if (agency === undefined && isUndecided) return undefined
  const chosen = chooseTab(visibleTabs(tabs, viewer), asked, agency?.isOnline)
  return agency?.isOnline === true && chosen?.notForOnline === true ? undefined : chosen?.load
}
