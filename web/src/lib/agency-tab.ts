import type { AgencyConfig } from '@agency-support/contract/modules/agencies'
import { type ComponentType, createContext } from 'react'

/** What every tab of the agency screen is given. */
export interface AgencyTabProps {
  agency: AgencyConfig
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
  page: () => Promise<{ Tab: ComponentType<AgencyTabProps> }>
}

/** The tabs of all rooms in order, given by the app. */
export const AgencyTabsContext = createContext<readonly AgencyTab[]>([])
