import { type agencies, storageSentences } from '@agency-support/contract/modules/agencies'
import type { Handler } from '../../calls/context.ts'
import { storesFor } from './to-storage.ts'
import { findAgency } from './store.ts'

/** Checks every store that the agency's files may go to; returns the first problem. */
export const checkStorage: Handler<typeof agencies.checkStorage> = async ({ agencyId }, ctx) => {
  const row = await findAgency(ctx.db, agencyId)
  if (row === undefined) throw ctx.refuse('notFound')
  for (const store of storesFor(ctx.services, row)) {
    const problem = await ctx.services.stores.check(store)
    if (problem !== undefined) throw ctx.refuse(problem)
  }
  ctx.say(storageSentences.connected)
  return null
}
