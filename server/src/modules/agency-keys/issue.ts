import type { agencyKeys } from '@agency-support/contract/modules/agency-keys'
import type { Handler } from '../../calls/context.ts'
import { getKeySubject, makeFirstKey } from './service.ts'
import { findKey } from './store.ts'

/** Issues the first key of an agency's software. */
export const issue: Handler<typeof agencyKeys.issue> = async ({ agencyId }, ctx) => {
  const key = await makeFirstKey(ctx.tx, agencyId, ctx.now)
  if (key === undefined)
    throw ctx.refuse((await findKey(ctx.tx, agencyId)) === undefined ? 'noAgency' : 'exists')
  await ctx.append({ event: 'agencyKeys.issued', agencyId, subject: getKeySubject(agencyId) })
  return { key }
}
