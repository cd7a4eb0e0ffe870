import type { AgencyConfig } from '@agency-support/contract/modules/agencies'
import type { PermissionId } from '@agency-support/contract/permissions'
import { createContext } from 'react'
import type { LateComponent } from '../lib/late.tsx'

/** Messages of the agency area stand this long (spec-001 §9). */
export const agencyNoticeMs = 5000

/** What every tab of the agency screen is given. */
export interface AgencyTabProps {
  agency: AgencyConfig
}

/** Something to be done on a tab. The palette opens the tab and puts focus on the control; a person presses it. */
export interface AgencyAction {
  label: string
  /** Other words that the palette finds it by, in lower case. */
  also?: string
  needs?: readonly PermissionId[]
  /** What the tab reads from the address, as where a dialog is to be open. */
  query?: Readonly<Record<string, string>>
  /** CSS selector of the control. */
  focus: string
}

/** Something asked for by a word and what follows it, as in ‘c 12345678’. The palette only leads to it. */
export interface TypedAction {
  word: string
  /** What the rest of the text leads to, or null where it makes no sense yet. */
  read: (rest: string) => { label: string; query: Record<string, string> } | null
  /** CSS selector of the control that gets the focus. */
  focus: string
}

/** A tab of the agency screen; each module brings its own. */
export interface AgencyTab {
  /** Place in the documented order; History stands last. */
  index: number
  /** Deep-link name, lower case (B-10). */
  name: string
  label: string
  /** Carries the asterisk: not applicable to online agencies (B-11). */
  notForOnline: boolean
  /** Whether it is shown for this agency to somebody with these permissions; always when left out. */
  isShown?: (agency: AgencyConfig, permissions: readonly number[]) => boolean
  /** Other words that the palette finds it by, in lower case. */
  also?: string
  /** Letter that opens it after `t`. */
  key?: string
  actions?: readonly AgencyAction[]
  typed?: readonly TypedAction[]
  page: LateComponent<AgencyTabProps>
  /** What an online agency has on a tab that does not apply to it, below the notice that says so. */
  onlinePart?: LateComponent<AgencyTabProps>
}

/** A piece of the agency screen that another module brings: under the Config tab's details, or in the header. */
export interface AgencyPart {
  place: 'config' | 'header'
  page: LateComponent<AgencyTabProps>
}

/** The pieces of all modules in order, given by the app. */
export const AgencyPartsContext = createContext<readonly AgencyPart[]>([])

/** The tabs of all modules in order, given by the app. */
export const AgencyTabsContext = createContext<readonly AgencyTab[]>([])
