import { daySeconds } from '../../lib/clock.ts'
import type { ServerConfig } from '../../settings/config.ts'
import type { Tx } from '../../db/open.ts'
import { tooMany } from '../../calls/throttle.ts'
import { addToQuota, drainQuota } from './quota-store.ts'

/** Limits Retry-After, because the setting may be raised meanwhile. */
const maxWaitSeconds = 60 * 60
/** The least that a file counts, because it also needs a row, a line of the history and a directory entry. */
export const minCountedBytes = 64 * 1024

/** Locks an agency's quota. The returned function counts bytes, or throws 429 with Retry-After. */
export async function lockQuota(
  tx: Tx,
  agencyId: number,
  { config, now }: { config: Pick<ServerConfig, 'agentUploadBytes'>; now: Date },
): Promise<(bytes: number) => Promise<void>> {
  const max = config.agentUploadBytes
  const bytesPerSecond = max / daySeconds
  const counted = await drainQuota(tx, agencyId, { now, bytesPerSecond })
  return async (bytes) => {
    if (bytes === 0) return
    const over = counted + bytes - max
    if (over > 0)
      throw tooMany(
        'This agency has sent too many bytes of files today.',
        Math.min(maxWaitSeconds, Math.max(1, Math.ceil(over / bytesPerSecond))),
      )
    await addToQuota(tx, agencyId, bytes)
  }
}
