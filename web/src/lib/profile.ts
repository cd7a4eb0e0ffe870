import type { Claims } from '@agency-support/contract/modules/session'
import { P } from '@agency-support/contract/permissions'
import { create } from 'zustand'

/** Who is signed in: name, end of the session, permission numbers, and whether only the password may be changed. */
export type Profile = Claims

/** True for somebody who may use the console: signed in with CanAccess, and not only to change the password. */
export function isAtWork(profile: Profile | null): boolean {
  return profile !== null && !profile.passwordChangeRequired && profile.permissions.includes(P.CanAccess)
}

/** The signed-in person, or null; renders again when that changes. */
export const useProfile = create<Profile | null>()(() => null)

/** The one place that knows who is signed in. */
export const profileStore = {
  get: useProfile.getState,
  set: (profile: Profile | null): void => useProfile.setState(profile, true),
  subscribe: useProfile.subscribe,
}

/** The permissions held now; none when nobody is signed in. */
export function usePermissions(): readonly number[] {
  return useProfile()?.permissions ?? []
}
