import { useEffect, useState } from 'react'

const placeKey = 'agency-support:place'
const draftsKey = 'agency-support:drafts'

/** An address to offer a way back to. */
export interface Place {
  href: string
  title: string
  /** Why nobody is there now: the session ended, nobody was signed in, or an act was refused. */
  why: 'ended' | 'notSignedIn' | 'refused'
}

type Drafts = Record<string, string>
/** Whose it is goes with what is kept: the next to sign in here may be somebody else. Null is whoever that is. */
type Kept<What> = { person: string | null; what: What }
const typed = new Map<string, string>()

function read<What>(key: string): Kept<What> | null {
  const text = sessionStorage.getItem(key)
  return text === null ? null : (JSON.parse(text) as Kept<What>)
}

function write<What>(key: string, kept: Kept<What>): void {
  sessionStorage.setItem(key, JSON.stringify(kept))
}

/** Keeps the address and what is typed on it, to be offered back once; never passwords, they are not drafts. */
export function rememberPlace(person: string | null, what: Place): void {
  // The list is where everybody arrives.
  if (what.href !== '/') write<Place>(placeKey, { person, what })
  if (typed.size > 0) write<Drafts>(draftsKey, { person, what: Object.fromEntries(typed) })
}

/** Lets go of what another person left behind. */
export function keepPlaceFor(person: string): void {
  for (const key of [placeKey, draftsKey]) {
    const kept = read(key)
    if (kept === null) continue
    if (kept.person === null) write(key, { ...kept, person })
    else if (kept.person !== person) sessionStorage.removeItem(key)
  }
}

/** The place to offer a way back to, once. */
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

/**
 * Registers a field's text as worth keeping while it differs from what is saved. Gives what was typed
 * there when the session ended, until it is taken back or let go.
 */
export function useDraft(
  id: string,
  text: string,
  dirty: boolean,
): { lost: string | null; forget: () => void } {
  const [lost, setLost] = useState(() => read<Drafts>(draftsKey)?.what[id] ?? null)
  useEffect(() => {
    if (!dirty) return
    typed.set(id, text)
    return () => void typed.delete(id)
  }, [id, text, dirty])
  const forget = (): void => {
    const kept = read<Drafts>(draftsKey)
    if (kept !== null) {
      const { [id]: _gone, ...rest } = kept.what
      write<Drafts>(draftsKey, { ...kept, what: rest })
    }
    setLost(null)
  }
  return { lost, forget }
}
