import type { RegisteredUser } from '@agency-support/contract/modules/esignature'
import { createContext, use } from 'react'

/** What can be done with a registered user, given by the tab to the tables in it. */
export interface UserActions {
  /** Opens the edit dialog, with an id filled in where one is proposed. */
  editId: (user: RegisteredUser, proposed?: string) => void
  remove: (user: RegisteredUser) => void
  /** Why they cannot be done; null where they can. */
  whyNotEdit: string | null
  whyNotDelete: string | null
  /** The address that is being deleted. */
  deleting: string | null
}

export const UserActionsContext = createContext<UserActions | null>(null)

/** The actions of the tab around it. */
export function useUserActions(): UserActions {
  const actions = use(UserActionsContext)
  if (actions === null) throw new Error('there is no E-SIG tab around this')
  return actions
}
