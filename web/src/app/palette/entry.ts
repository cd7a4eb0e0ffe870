/** What choosing an entry does: it opens something, and never changes data. */
export type Go =
  | { to: 'address'; href: string; external?: boolean }
  /** Asks the server where the agency opens (D15), reusing the palette's search for the same text. */
  | { to: 'agency'; agencyId: number; searchText: string }
  /** Opens an address, or stays, and focuses a control there. */
  | { to: 'control'; href?: string; focus: string }
  | { to: 'rest' }

/** A row of the palette. */
export interface Entry {
  id: string
  label: string
  /** Synonyms in lower case: ‘sign out’ is also found by ‘logout’. */
  also?: string
  /** Its kind, shown at the right: ‘Screen’. */
  kind: string
  /** The heading that it stands under, where its kind does not tell. */
  group?: string
  /** The equivalent shortcut: ‘g s’. */
  keys?: string
  /** Digits shown before an agency's name. */
  agencyId?: number
  pinned?: boolean
  /** Why it is locked for this person, or null. */
  locked: string | null
  go: Go
}
