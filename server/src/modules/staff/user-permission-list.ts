import { type staff, staffAgencyId } from '@agency-support/contract/modules/staff'
import type { Handler } from '../../calls/context.ts'
import { userViews } from './account-views.ts'
import { listStaff } from './store.ts'

/** Staff by name; users of agencies are not stored here. */
export const userPermissionList: Handler<typeof staff.userPermissionList> = async ({ agencyId }, ctx) => {
  if (agencyId !== staffAgencyId) throw ctx.refuse('none')
  return userViews(ctx.db, await listStaff(ctx.db), ctx.now)
}
