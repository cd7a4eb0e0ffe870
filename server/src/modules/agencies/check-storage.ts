import { type agencies, storageSentences } from '@agency-support/contract/modules/agencies'
import type { Handler } from '../../calls/context.ts'
import { storesFor } from './to-storage.ts'
import { findAgency } from './store.ts'

/** Tries every store that files of an agency may go to, and tells the first thing that is wrong. */
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
