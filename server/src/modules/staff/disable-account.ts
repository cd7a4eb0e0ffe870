import { type staff, StaffStatus } from '@agency-support/contract/modules/staff'
import type { Handler } from '../../calls/context.ts'
import { readAccount } from './account-views.ts'
import { whyNotActOn } from './why-not-act-on.ts'
import { disableMember } from './service.ts'
import { hasOtherAdministrator, lockAdministrators, lockMember, mayUpdatePermissions } from './store.ts'

/** Disables an account and ends the person's sessions. */
export const disableAccount: Handler<typeof staff.disableAccount> = async ({ username, reason }, ctx) => {
  const { tx, now, append, session } = ctx
  await lockAdministrators(tx)
  const member = await lockMember(tx, username)
  if (member === undefined) throw ctx.refuse('gone')
  const problem = await whyNotActOn(tx, session, member)
  if (problem !== undefined) throw ctx.refuse(problem)
  const isLast =
    mayUpdatePermissions(member.permissions) && !(await hasOtherAdministrator(tx, member.staff_id))
  if (isLast && member.status !== StaffStatus.disabled) throw ctx.refuse('lastAdministrator')
  const disabled = await disableMember({ tx, now, append, by: session.username, reason }, member)
  return readAccount(tx, disabled?.member ?? member, now)
}
