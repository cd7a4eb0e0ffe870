import type { staff } from '@agency-support/contract/modules/staff'
import type { Handler } from '../../calls/context.ts'
import { readAccount } from './account-views.ts'
import { whyNotActOn } from './why-not-act-on.ts'
import { enableMember } from './service.ts'
import { lockMember } from './store.ts'

/** Enables a disabled account. */
export const enableAccount: Handler<typeof staff.enableAccount> = async ({ username, reason }, ctx) => {
  const { tx, now, append, session } = ctx
  const member = await lockMember(tx, username)
  if (member === undefined) throw ctx.refuse('gone')
  const problem = await whyNotActOn(tx, session, member)
  if (problem !== undefined) throw ctx.refuse(problem)
  const enabled = await enableMember({ tx, now, append, by: session.username, reason }, member)
  return readAccount(tx, enabled ?? member, now)
}
