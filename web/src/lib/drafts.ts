import { useEffect, useState } from 'react'

const placeKey = 'agency-support:place'
const draftsKey = 'agency-support:drafts'

/** An address that the person can be offered to return to. */
export interface Place {
  href: string
  title: string
  /** Why the person left it: the session ended, nobody was signed in, or an action was refused. */
  why: 'ended' | 'notSignedIn' | 'refused'
}

/** Texts of forms by the form's id. */
export type Drafts = Readonly<Record<string, string>>
/** Stored with its owner, because the next person to sign in here may be another one. Null: not known yet. */
type Kept<What> = { person: string | null; what: What }
const typed = new Map<string, string>()
/** Ids of drafts whose save has no answer, or none yet. */
const unanswered = new Set<string>()

function read<What>(key: string): Kept<What> | null {
  const text = sessionStorage.getItem(key)
  return text === null ? null : (JSON.parse(text) as Kept<What>)
}

function write<What>(key: string, kept: Kept<What>): void {
  sessionStorage.setItem(key, JSON.stringify(kept))
}

/** Adds drafts to those that the same person can be offered. */
function keep(person: string | null, drafts: Drafts): void {
  if (Object.keys(drafts).length === 0) return
  const kept = read<Drafts>(draftsKey)
  const before = kept?.person === person ? kept.what : {}
  write<Drafts>(draftsKey, { person, what: { ...before, ...drafts } })
}

/** Keeps the address and the drafts typed on it, to be offered once; passwords are never drafts. */
export function rememberPlace(person: string | null, what: Place): void {
  // The list needs no way back: everybody starts there.
  if (what.href !== '/') write<Place>(placeKey, { person, what })
  keep(person, presentDrafts())
}

/** Marks drafts as being saved; returns what to call with the answer, without which they may be saved or not. */
export function beginSave(drafts: Drafts): (isAnswered: boolean) => void {
  for (const id of Object.keys(drafts)) unanswered.add(id)
  return (isAnswered) => {
    if (isAnswered) for (const id of Object.keys(drafts)) unanswered.delete(id)
  }
}

/** Keeps the drafts whose save has no answer when the page goes away; others the person has let go. */
export function keepUnanswered(person: string | null): void {
  keep(person, Object.fromEntries([...typed].filter(([id]) => unanswered.has(id))))
}

/** The drafts on the screen now. */
export function presentDrafts(): Drafts {
  return Object.fromEntries(typed)
}

/** Offers drafts in their forms again, whose save failed after they had left the screen. */
export function offerDrafts(person: string | null, drafts: Drafts): void {
  keep(person, Object.fromEntries(Object.entries(drafts).filter(([id]) => !typed.has(id))))
}

/** Deletes what another person left behind. */
export function keepPlaceFor(person: string): void {
  for (const key of [placeKey, draftsKey]) {
    const kept = read(key)
    if (kept === null) continue
    if (kept.person === null) write(key, { ...kept, person })
    else if (kept.person !== person) sessionStorage.removeItem(key)
  }
}

/** The place to offer a way back to; returned only once. */
export function takePlace(): Place | null {
  const kept = read<Place>(placeKey)
  sessionStorage.removeItem(placeKey)
  return kept?.what ?? null
}

/** Keeps a text, as a field would, while `work` is under way: for what is gone from the screen before its act is answered. */
export async function keepWhile<Result>(
  id: string,
  text: string,
  work: () => Promise<Result>,
): Promise<Result> {
  typed.set(id, text)
  try {
    return await work()
  } finally {
    typed.delete(id)
  }
}

function drop(id: string): void {
  const kept = read<Drafts>(draftsKey)
  if (kept === null) return
  const { [id]: _gone, ...rest } = kept.what
  write<Drafts>(draftsKey, { ...kept, what: rest })
}

/** What was typed in a field and is not saved; a save without an answer may have succeeded all the same. */
function findLost(id: string, saved: string): string | null {
  const lost = read<Drafts>(draftsKey)?.what[id] ?? null
  if (lost === saved) drop(id)
  return lost === saved ? null : lost
}

/**
 * Keeps a field's text as a draft while it differs from the saved value. `lost` is what was typed there when the
 * session ended, its save got no answer before the page was reloaded, or it was left during a save that failed, until it
 * is restored or discarded.
 */
export function useDraft(
  id: string,
  text: string,
  dirty: boolean,
): { lost: string | null; forget: () => void } {
  const [lost, setLost] = useState(() => findLost(id, text))
  useEffect(() => {
    if (!dirty) return
    typed.set(id, text)
    return () => void typed.delete(id)
  }, [id, text, dirty])
  const forget = (): void => {
    drop(id)
    setLost(null)
  }
  return { lost, forget }
}
