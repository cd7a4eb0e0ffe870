import type { AgencyConfig } from '@agency-support/contract/modules/agencies'
import { useEffect } from 'react'
import { isBackOffice } from '../lib/deep-link.ts'
import { createPersonalStore } from '../lib/personal-store.ts'

/** An agency opened in this browser; nothing else is stored about it (D-16). */
export interface RecentAgency {
  agencyId: number
  name: string
  isCloud: boolean
  /** When it was opened, epoch milliseconds; the latest is first. */
  at: number
  pinned: boolean
}
export type Visited = Pick<RecentAgency, 'agencyId' | 'name' | 'isCloud'>

export const maxRecents = 10
export const maxPinned = 5

type Recents = readonly RecentAgency[]

/** Pinned ones first, then the latest, up to the limit. */
function ordered(list: Recents): Recents {
  return list.toSorted((a, b) => Number(b.pinned) - Number(a.pinned) || b.at - a.at).slice(0, maxRecents)
}

/** Parses the stored list, without invalid entries. */
export function parseRecents(text: string | null): Recents {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(list) ? ordered(list.filter(isRecent)) : []
  } catch {
    return []
  }
}

function isRecent(value: unknown): value is RecentAgency {
  if (typeof value !== 'object' || value === null) return false
  const { agencyId, name, isCloud, at, pinned } = value as Record<string, unknown>
  return (
    Number.isInteger(agencyId) &&
    typeof name === 'string' &&
    typeof isCloud === 'boolean' &&
    typeof at === 'number' &&
    typeof pinned === 'boolean'
  )
}

/** Recent agencies, stored in the browser per person. */
export function createRecents(box: () => Storage | undefined, now: () => number = Date.now) {
  const list = createPersonalStore('recents', box, parseRecents)
  const keep = (next: Recents): void => list.set(ordered(next))
  function change(agencyId: number, part: Partial<RecentAgency>): void {
    keep(list.get().map((one) => (one.agencyId === agencyId ? { ...one, ...part } : one)))
  }

  return {
    ...list,
    /** Puts an opened agency first, with its current name. */
    visit(agency: Visited): void {
      const known = list.get().find(({ agencyId }) => agencyId === agency.agencyId)
      const others = list.get().filter((one) => one !== known)
      keep([{ ...agency, at: now(), pinned: known?.pinned ?? false }, ...others])
    },
    /** Updates a changed name, without moving the agency up. */
    refresh({ agencyId, ...facts }: Visited): void {
      const known = list.get().find((one) => one.agencyId === agencyId)
      if (known !== undefined && (known.name !== facts.name || known.isCloud !== facts.isCloud))
        change(agencyId, facts)
    },
    /** Pins an agency; false if the maximum is already pinned. */
    pin(agency: Visited): boolean {
      if (list.get().filter(({ pinned }) => pinned).length >= maxPinned) return false
      const others = list.get().filter(({ agencyId }) => agencyId !== agency.agencyId)
      keep([{ ...agency, at: now(), pinned: true }, ...others])
      return true
    },
    unpin: (agencyId: number): void => change(agencyId, { pinned: false }),
    /** Removes an agency that the server no longer knows. */
    drop(agencyId: number): void {
      if (list.get().some((one) => one.agencyId === agencyId))
        keep(list.get().filter((one) => one.agencyId !== agencyId))
    },
  }
}

/** This browser's recent agencies. */
export const recents = createRecents(() => globalThis.localStorage)

/** The current recent agencies; re-renders on change. */
export const useRecents = (): Recents => recents.useValue()

/** Adds an opened agency to the recent ones, and removes one that does not exist (null). */
export function useRecentVisit(agencyId: number, agency: AgencyConfig | null | undefined): void {
  const name = agency?.name
  const isCloud = agency?.isOnline
  const isGone = agency === null
  useEffect(() => {
    if (isGone) recents.drop(agencyId)
    if (name !== undefined && isCloud !== undefined && !isBackOffice())
      recents.visit({ agencyId, name, isCloud })
  }, [agencyId, name, isCloud, isGone])
}
