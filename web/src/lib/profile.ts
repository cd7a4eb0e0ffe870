import type { Claims } from '@agency-support/contract/modules/session'
import { P } from '@agency-support/contract/permissions'
import { create } from 'zustand'

/**
 * The signed-in person: name, end of the session, permission numbers, and whether they may only change their
 * password.
 */
export type Profile = Claims

/** True for a person who may use the console: signed in with CanAccess, and not restricted to changing the password. */
export function mayUseConsole(profile: Profile | null): boolean {
  return profile !== null && !profile.passwordChangeRequired && profile.permissions.includes(P.CanAccess)
}

/** The signed-in person, or null; re-renders on change. */
export const useProfile = create<Profile | null>()(() => null)

/** The one place that knows who is signed in. */
export const profileStore = {
  get: useProfile.getState,
  set: (profile: Profile | null): void => useProfile.setState(profile, true),
  subscribe: useProfile.subscribe,
}

/** The current permissions; empty when nobody is signed in. */
export function usePermissions(): readonly number[] {
  return useProfile()?.permissions ?? []
}
