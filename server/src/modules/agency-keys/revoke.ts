import type { agencyKeys } from '@agency-support/contract/modules/agency-keys'
import type { Handler } from '../../calls/context.ts'
import { getKeySubject } from './service.ts'
import { deleteKey } from './store.ts'

/** Revokes an agency's key immediately. */
export const revoke: Handler<typeof agencyKeys.revoke> = async ({ agencyId }, ctx) => {
  if (!(await deleteKey(ctx.tx, agencyId))) throw ctx.refuse('noKey')
  await ctx.append({ event: 'agencyKeys.revoked', agencyId, subject: getKeySubject(agencyId) })
  return null
}
