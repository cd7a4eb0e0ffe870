import type { agencyKeys } from '@agency-support/contract/modules/agency-keys'
import type { Handler } from '../../calls/context.ts'
import { getKeySubject, makeNextKey } from './service.ts'

/** Issues a new key for an agency's software; the previous one stays valid for 15 minutes. */
export const rotate: Handler<typeof agencyKeys.rotate> = async ({ agencyId }, ctx) => {
  const key = await makeNextKey(ctx.tx, agencyId, ctx.now)
  if (key === undefined) throw ctx.refuse('noKey')
  await ctx.append({ event: 'agencyKeys.rotated', agencyId, subject: getKeySubject(agencyId) })
  return { key }
}
