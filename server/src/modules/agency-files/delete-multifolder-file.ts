import type { agencyFiles } from '@agency-support/contract/modules/agency-files'
import type { Handler } from '../../calls/context.ts'
import { errorFacts } from '../../lib/log.ts'
import { deleteToken } from './facts-store.ts'
import { forgetLeftover, unlistFile } from './store.ts'
import { removeObject } from './stored-file.ts'

const tokenFile = { kind: 'agencyMultifolder', location: 0, fileKey: '' } as const

/** Deletes the token file and its facts; the agency's software writes a new one at its next run. */
export const deleteMultifolderFile: Handler<typeof agencyFiles.deleteMultifolderFile> = async (
  { agencyId },
  ctx,
) => {
  const object = await ctx.transaction(async ({ tx, append }) => {
    const object = await unlistFile(tx, { agencyId, ...tokenFile }, ctx.now)
    const hadToken = await deleteToken(tx, agencyId)
    if (!hadToken && object === undefined) throw ctx.refuse('none')
    await append({ event: 'agencyFiles.tokenDeleted', agencyId })
    return object
  })
  if (object === undefined) return null
  try {
    await removeObject(ctx.services.stores, object)
    await ctx.bookkeeping((tx) => forgetLeftover(tx, object))
  } catch (error) {
    // The object is already a leftover, so retention retries.
    ctx.services.log.warn('files.remove', errorFacts(error))
  }
  return null
}
