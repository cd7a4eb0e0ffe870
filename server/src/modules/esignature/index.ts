import type { esignature } from '@agency-support/contract/modules/esignature'
import type { Handlers } from '../../calls/context.ts'
import { cancel } from './cancel.ts'
import { cleanup } from './cleanup.ts'
import { deleteAccount } from './delete-account.ts'
import { details } from './details.ts'
import { group } from './group.ts'
import { report } from './report.ts'
import { setAccountId } from './set-account-id.ts'
import { setProcessed } from './set-processed.ts'
import { userLogs } from './user-logs.ts'

/** The e-signature module. */
export const esignatureHandlers: Handlers<typeof esignature> = {
  details,
  group,
  setAccountId,
  deleteAccount,
  cancel,
  cleanup,
  setProcessed,
  userLogs,
  report,
}
