import { useSyncExternalStore } from 'react'

const key = 'agency-support:farewell'
const listeners = new Set<() => void>()

function tell(): void {
  for (const listener of listeners) listener()
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Keeps a sentence for the sign-in screen: why the person was signed out or may not come in. */
export function leaveFarewell(text: string): void {
  sessionStorage.setItem(key, text)
  tell()
}

/** Forgets it, once somebody tries to sign in. */
export function forgetFarewell(): void {
  sessionStorage.removeItem(key)
  tell()
}

/** The sentence left behind, or null. */
export function useFarewell(): string | null {
  return useSyncExternalStore(subscribe, () => sessionStorage.getItem(key))
}
