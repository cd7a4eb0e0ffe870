import { create } from 'zustand'

const key = 'agency-support:farewell'

/** Why the person was signed out or may not come in, in a sentence for the sign-in screen; null for none. */
export const useSignOutReason = create<string | null>()(() => globalThis.sessionStorage?.getItem(key) ?? null)

/** Keeps the sentence for the sign-in screen. */
export function setSignOutReason(text: string): void {
  sessionStorage.setItem(key, text)
  useSignOutReason.setState(text)
}

/** Forgets it, once somebody tries to sign in. */
export function clearSignOutReason(): void {
  sessionStorage.removeItem(key)
  useSignOutReason.setState(null)
}
