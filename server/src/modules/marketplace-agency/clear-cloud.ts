import { StorageLocation } from '@agency-support/contract/rules/agency-files'
import { z } from 'zod'
import type { Services } from '../../calls/context.ts'
import type { WorkKind } from '../../jobs/outside-work/kind.ts'
import { StoreError } from '../../providers/object-store.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import { clearTotals, listClientFiles, removeFromStores, unlistClientFiles } from '../agency-files/public.ts'

const Input = z.object({
  allServices: z.boolean(),
  /** Later files stay. */
  before: z.iso.datetime(),
})
const Progress = z.object({ total: z.int(), removed: z.int() })
type Progress = z.infer<typeof Progress>

/** Client files removed per step. */
const filesAtOnce = 500

/** The locations of client files that a reset clears. */
export function toLocations({ allServices }: { allServices: boolean }): number[] {
  const { clientFile, search, texting, vendor } = StorageLocation
  return allServices ? [clientFile, search, texting, vendor] : [clientFile]
}

/** Deletes the client files of an agency from their stores and the list, and sets the counts to 0. */
export const clearCloud: WorkKind<z.infer<typeof Input>, Progress, Services> = {
  name: 'reset.cloud',
  module: 'marketplace',
  input: Input,
  progress: Progress,
  step: async ({ agencyId, input: { allServices, before }, progress, now, db }, { stores }) => {
    const locations = toLocations({ allServices })
    const files = await listClientFiles(db, {
      agencyId,
      locations,
      before: new Date(before),
      limit: filesAtOnce,
    })
    if (files.length === 0)
      return {
        is: 'done',
        entry: {
          event: 'marketplace.cloudDataRemoved',
          after: { files: progress.removed, allServices },
        },
        change: (tx) => clearTotals(tx, agencyId, locations, now),
      }
    // Files are unlisted together with the progress: a step repeated after a crash finds the same files without
    // objects.
    await orTryLater(removeFromStores(stores, files))
    return {
      is: 'on',
      progress: { ...progress, removed: progress.removed + files.length },
      change: (tx) => unlistClientFiles(tx, agencyId, files),
    }
  },
}

async function orTryLater(removing: Promise<void>): Promise<void> {
  try {
    await removing
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    throw new ProviderError('fileStore', 'unavailable', 'The file store cannot be reached', { cause: error })
  }
}
