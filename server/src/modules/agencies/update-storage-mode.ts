import type { agencies } from '@agency-support/contract/modules/agencies'
import type { Handler } from '../../calls/context.ts'
import { staleBy } from './stale.ts'
import { lockAgency, setStorageMode } from './store.ts'
import { configView } from './view.ts'

/** Sets where new files of an agency go; the same mode changes nothing. */
export const updateStorageMode: Handler<typeof agencies.updateStorageMode> = async (input, ctx) => {
  const { agencyId, mode, version } = input
  const by = { by: ctx.session.username, at: ctx.now }
  const changed = await setStorageMode(ctx.tx, { agencyId, mode, version, ...by })
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
  // The value equalled ours for a moment but changed before the lock; without a version the last change wins.
  if (version === undefined) return updateStorageMode(input, ctx)
  const last = await staleBy(ctx.tx, current, 'storage_mode')
  throw ctx.refuse('stale', { ...last, current: current.storage_mode, yours: mode })
}
