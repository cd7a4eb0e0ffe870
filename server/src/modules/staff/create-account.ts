import type { staff } from '@agency-support/contract/modules/staff'
import { P } from '@agency-support/contract/permissions'
import type { Handler } from '../../calls/context.ts'
import { readAccount } from './account-views.ts'
import { oneTimePassword } from './one-time-password.ts'
import { addMember } from './service.ts'
import { findMember } from './store.ts'

/** Creates an account that can only read, with a password that must be changed first. */
export const createAccount: Handler<typeof staff.createAccount> = async (input, ctx) => {
  const { username, firstName, lastName, reason } = input
  if ((await findMember(ctx.db, username)) !== undefined) throw ctx.refuse('exists')
  const { password, passwordHash } = await oneTimePassword()
  return ctx.transaction(async ({ tx, append }) => {
    const change = { tx, append, now: ctx.now, by: ctx.session.username, reason }
    const permissions = [P.CanAccess]
    const member = { username, firstName, lastName, passwordHash, mustChangePassword: true, permissions }
    const added = await addMember(change, member)
    if (added === undefined) throw ctx.refuse('exists')
    return { account: await readAccount(tx, added, ctx.now), password }
  })
}
