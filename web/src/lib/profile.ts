import type { Claims } from '@agency-support/contract/modules/session'
import { P } from '@agency-support/contract/permissions'
import { useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'

/** Who is signed in: name, end of the session, permission numbers, and whether only the password may be changed. */
export type Profile = Claims

/** True for somebody who may use the console: signed in with CanAccess, and not only to change the password. */
export function isAtWork(profile: Profile | null): boolean {
  return profile !== null && !profile.passwordChangeRequired && profile.permissions.includes(P.CanAccess)
}

let current: Profile | null = null
const { subscribe, tell } = createListeners()

/** The one place that knows who is signed in. */
export const profileStore = {
  get: (): Profile | null => current,
  set(profile: Profile | null): void {
    current = profile
    tell()
  },
  subscribe,
}

/** The signed-in person, or null; renders again when that changes. */
export function useProfile(): Profile | null {
  return useSyncExternalStore(profileStore.subscribe, profileStore.get)
}

/** The permissions held now; none when nobody is signed in. */
export function usePermissions(): readonly number[] {
  return useProfile()?.permissions ?? []
}
