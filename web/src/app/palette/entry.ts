/** What choosing an entry does: it opens something, and never changes anything. */
export type Go =
  | { to: 'address'; href: string; external?: boolean }
  /** Asks the server where the agency is to be opened (D15), by the search that the palette makes for the same text. */
  | { to: 'agency'; agencyId: number; searchText: string }
  /** Opens an address, or stays where one is, and puts focus on a control there. */
  | { to: 'control'; href?: string; focus: string }
  | { to: 'rest' }

/** A row of the palette. */
export interface Entry {
  id: string
  label: string
  /** Other words for it, in lower case: ‘logout’ is found by ‘sign out’ too. */
  also?: string
  /** What it is, at the right end: ‘Screen’. */
  kind: string
  /** The shortcut that does the same: ‘g s’. */
  keys?: string
  /** Digits in front of an agency's name. */
  agencyId?: number
  pinned?: boolean
  /** Why the person may not; null where they may. */
  locked: string | null
  go: Go
}
