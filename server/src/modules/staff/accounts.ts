import type { staff } from '@agency-support/contract/modules/staff'
import type { Handler } from '../../calls/context.ts'
import { accountViews } from './account-views.ts'
import { listStaff } from './store.ts'

/** Staff accounts by name. */
export const accounts: Handler<typeof staff.accounts> = async (_input, { db, now }) =>
  accountViews(db, await listStaff(db), now)
