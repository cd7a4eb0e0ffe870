import { type agencies, storageSentences } from '@agency-support/contract/modules/agencies'
import type { Handler } from '../../calls/context.ts'
import { StoreError } from '../../providers/object-store.ts'
import { storesFor } from './to-storage.ts'
import { findAgency } from './store.ts'

/** Creates the missing stores of an agency. */
export const retryStorageSetup: Handler<typeof agencies.retryStorageSetup> = async ({ agencyId }, ctx) => {
  const row = await findAgency(ctx.db, agencyId)
  if (row === undefined) throw ctx.refuse('notFound')
  const append = () => ctx.transaction((tx) => tx.append({ event: 'agencies.storageSetupRetried', agencyId }))
  let done = 0
  try {
    for (const store of storesFor(ctx.services, row)) {
      await ctx.services.stores.setUp(store)
      done += 1
    }
  } catch (error) {
    if (done > 0) await append()
    throw error instanceof StoreError ? ctx.refuse(error.problem) : error
  }
  await append()
  ctx.say(storageSentences.restarted)
  return null
}
