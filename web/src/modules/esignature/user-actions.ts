import type { RegisteredUser } from '@agency-support/contract/modules/esignature'
import { rowActions } from '../../components/data-table/row-actions.ts'

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

export const [UserActionsContext, useUserActions] = rowActions<UserActions>('users with e-signature')
