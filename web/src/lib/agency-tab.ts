import type { AgencyConfig } from '@agency-support/contract/modules/agencies'
import type { PermissionId } from '@agency-support/contract/permissions'
import { type ComponentType, createContext } from 'react'

/** What every tab of the agency screen is given. */
export interface AgencyTabProps {
  agency: AgencyConfig
}

/** Something to be done on a tab. The palette opens the tab and puts focus on the control; a person presses it. */
export interface AgencyAction {
  label: string
  needs?: readonly PermissionId[]
  /** CSS selector of the control. */
  focus: string
}

/** A tab of the agency screen; each room brings its own. */
export interface AgencyTab {
  /** Place in the documented order; History stands last. */
  index: number
  /** Deep-link name, lower case (B-10). */
  name: string
  label: string
  /** Carries the asterisk: not applicable to online agencies (B-11). */
  notForOnline: boolean
  /** Letter that opens it after `t`. */
  key?: string
  actions?: readonly AgencyAction[]
  page: () => Promise<{ Tab: ComponentType<AgencyTabProps> }>
}

/** The tabs of all rooms in order, given by the app. */
export const AgencyTabsContext = createContext<readonly AgencyTab[]>([])
