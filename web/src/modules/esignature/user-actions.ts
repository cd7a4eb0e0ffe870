import type { RegisteredUser } from '@agency-support/contract/modules/esignature'
import { createContext, use } from 'react'

/** Actions on a registered user, supplied by the tab to its tables. */
export interface UserActions {
  /** Opens the edit dialog, filled with the proposed id if any. */
  editId: (user: RegisteredUser, proposed?: string) => void
  remove: (user: RegisteredUser) => void
  /** Why they are disabled, or undefined. */
  whyNotEdit: string | undefined
  whyNotDelete: string | undefined
  /** The addresses being deleted. */
  deleting: readonly string[]
}

export const UserActionsContext = createContext<UserActions | null>(null)

/** The actions of the surrounding tab. */
export function useUserActions(): UserActions {
  const actions = use(UserActionsContext)
  if (actions === null) throw new Error('useUserActions is used outside of the E-SIG tab')
  return actions
}
