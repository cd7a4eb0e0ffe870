import type { agencies } from '@agency-support/contract/modules/agencies'
import type { Handler } from '../../http/context.ts'
import { staleBy } from './stale.ts'
import { lockAgency, setStorageMode } from './store.ts'
import { configView } from './view.ts'

/** Sets where new files of an agency go; the same mode changes nothing. */
export const updateStorageMode: Handler<typeof agencies.updateStorageMode> = async (input, ctx) => {
  const { agencyId, mode } = input
  const changed = await setStorageMode(ctx.tx, { agencyId, mode, version: input.version })
  if (changed !== undefined) {
    await ctx.append({
      event: 'agencies.storageModeChanged',
      agencyId,
      before: { storageMode: changed.before },
      after: { storageMode: changed.storage_mode },
    })
    return configView(changed)
  }
  const current = await lockAgency(ctx.tx, agencyId)
  if (current === undefined) throw ctx.refuse('notFound')
  if (current.storage_mode === mode) return configView(current)
  // It had this value for a moment; now that the row is locked, the last change wins.
  if (input.version === undefined) return updateStorageMode(input, ctx)
  const by = await staleBy(ctx.tx, current, 'storageMode')
  throw ctx.refuse('stale', { ...by, current: current.storage_mode, yours: mode })
}
