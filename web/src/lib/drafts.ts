import { useEffect, useState } from 'react'

const placeKey = 'agency-support:place'
const draftsKey = 'agency-support:drafts'

/** Where a person was when the session ended. */
export interface Place {
  href: string
  title: string
}

type Drafts = Record<string, string>
const typed = new Map<string, string>()

/** Keeps the address and what is typed on it, for after the next sign-in; never passwords, they are not drafts. */
export function rememberPlace(href: string, title: string): void {
  sessionStorage.setItem(placeKey, JSON.stringify({ href, title } satisfies Place))
  if (typed.size > 0) sessionStorage.setItem(draftsKey, JSON.stringify(Object.fromEntries(typed)))
}

/** The place to offer a way back to, once. */
export function takePlace(): Place | null {
  const text = sessionStorage.getItem(placeKey)
  sessionStorage.removeItem(placeKey)
  return text === null ? null : (JSON.parse(text) as Place)
}

function storedDrafts(): Drafts {
  return JSON.parse(sessionStorage.getItem(draftsKey) ?? '{}') as Drafts
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
  const [lost, setLost] = useState(() => storedDrafts()[id] ?? null)
  useEffect(() => {
    if (!dirty) return
    typed.set(id, text)
    return () => void typed.delete(id)
  }, [id, text, dirty])
  const forget = (): void => {
    const { [id]: _gone, ...rest } = storedDrafts()
    sessionStorage.setItem(draftsKey, JSON.stringify(rest))
    setLost(null)
  }
  return { lost, forget }
}
