import type { staff } from '@agency-support/contract/modules/staff'
import type { Handlers } from '../../calls/context.ts'
import { accounts } from './accounts.ts'
import { availablePermissions } from './available-permissions.ts'
import { createAccount } from './create-account.ts'
import { disableAccount } from './disable-account.ts'
import { enableAccount } from './enable-account.ts'
import { dismissNotices, ownNotices } from './notices.ts'
import { removeSecondFactor } from './remove-second-factor.ts'
import { resetPassword } from './reset-password.ts'
import { savePermissions } from './save-permissions.ts'
import { unlockAccount } from './unlock-account.ts'
import { userPermissionList } from './user-permission-list.ts'

/** The staff module. */
export const staffHandlers: Handlers<typeof staff> = {
  accounts,
  availablePermissions,
  createAccount,
  disableAccount,
  dismissNotices,
  enableAccount,
  ownNotices,
  removeSecondFactor,
  resetPassword,
  savePermissions,
  unlockAccount,
  userPermissionList,
}
