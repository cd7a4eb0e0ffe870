import { type agencies, storageSentences } from '@agency-support/contract/modules/agencies'
import type { Handler } from '../../calls/context.ts'
import { StoreError } from '../../providers/object-store.ts'
import { storesFor } from './to-storage.ts'
import { findAgency } from './store.ts'

/** Creates the missing stores of an agency. */
export const retryStorageSetup: Handler<typeof agencies.retryStorageSetup> = async ({ agencyId }, ctx) => {
  const row = await findAgency(ctx.db, agencyId)
  if (row === undefined) throw ctx.refuse('notFound')
  try {
    for (const store of storesFor(ctx.services, row)) await ctx.services.stores.setUp(store)
  } catch (error) {
    throw error instanceof StoreError ? ctx.refuse(error.problem) : error
  }
  await ctx.transaction(({ append }) => append({ event: 'agencies.storageSetupRetried', agencyId }))
  ctx.say(storageSentences.restarted)
  return null
}
