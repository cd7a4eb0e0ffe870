import type { AgencyConfig } from '@agency-support/contract/modules/agencies'
import type { PermissionId } from '@agency-support/contract/permissions'
import { createContext } from 'react'
import type { LazyComponent } from '../lib/lazy.tsx'

/** Props of every tab of the agency screen. */
export interface AgencyTabProps {
  agency: AgencyConfig
}

/** An action on a tab. The palette opens the tab and focuses the control; the person presses it. */
export interface AgencyAction {
  label: string
  /** Synonyms for the palette, in lower case. */
  also?: string
  needs?: readonly PermissionId[]
  /** Query parameters for the tab, for example to open a dialog. */
  query?: Readonly<Record<string, string>>
  /** CSS selector of the control. */
  focus: string
}

/** An action requested by a word and an argument, as in ‘c 12345678’. The palette only leads to it. */
export interface TypedAction {
  word: string
  /** Parses the argument; null if it is not valid yet. */
  read: (rest: string) => ReadAction | null
}

/** Where a typed action leads with its argument. */
interface ReadAction {
  label: string
  query: Record<string, string>
  /** CSS selector of the control that gets focus. */
  focus: string
}

/** A tab of the agency screen, contributed by a module. */
export interface AgencyTab {
  /** Position in the documented order; History is last. */
  index: number
  /** Deep-link name, lower case (B-10). */
  name: string
  label: string
  /** Marked with an asterisk: not applicable to online agencies (B-11). */
  notForOnline: boolean
  /** Why this agency's screen does not show it to a person with these permissions; always shown if omitted. */
  whyHidden?: (agency: AgencyConfig, permissions: readonly number[]) => string | undefined
  /** Synonyms for the palette, in lower case. */
  also?: string
  /** Letter that opens it after `t`. */
  key?: string
  actions?: readonly AgencyAction[]
  typed?: readonly TypedAction[]
  page: LazyComponent<AgencyTabProps>
  /**
   * Starts the reads that the tab shows first, in parallel with the agency's own read and the tab's code. Only reads
   * that need nothing beyond CanAccess, because nobody has asked for them yet. Resolves once they have begun.
   */
  load?: (agencyId: number) => Promise<void>
  /** Shown to an online agency below the notice that the tab does not apply. */
  onlinePart?: LazyComponent<AgencyTabProps>
}

/**
 * A part of the agency screen that another module contributes: below the Config tab's details, in the header, or its
 * menu of actions.
 */
export interface AgencyPart {
  place: 'config' | 'header' | 'actions'
  page: LazyComponent<AgencyTabProps>
}

/** The parts of all modules in order, set by the app. */
export const AgencyPartsContext = createContext<readonly AgencyPart[]>([])

/** The tabs of all modules in order, set by the app. */
export const AgencyTabsContext = createContext<readonly AgencyTab[]>([])
