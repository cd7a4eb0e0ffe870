import { create } from 'zustand'

const key = 'agency-support:sign-out-reason'

/** Why the person was signed out or cannot enter, as a sentence for the sign-in screen, or null. */
export const useSignOutReason = create<string | null>()(() => globalThis.sessionStorage?.getItem(key) ?? null)

/** Stores the sentence for the sign-in screen. */
export function setSignOutReason(text: string): void {
  sessionStorage.setItem(key, text)
  useSignOutReason.setState(text)
}

/** Clears it at the next sign-in attempt, or once another tab has signed in. */
export function clearSignOutReason(): void {
  sessionStorage.removeItem(key)
  useSignOutReason.setState(null)
}
