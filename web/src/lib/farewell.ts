import { useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'

const key = 'agency-support:farewell'
const { subscribe, tell } = createListeners()

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
