import type { ServerConfig } from '../../config.ts'
import type { Tx } from '../../db/open.ts'
import { tooMany } from '../../calls/throttle.ts'
import { addToQuota, drainQuota } from './quota-store.ts'

const daySeconds = 24 * 60 * 60
/** The setting may be raised meanwhile. */
const maxWaitSeconds = 60 * 60
/** What a file counts at least: a row, a line of the history and an entry of a folder are kept beside it. */
export const leastCounted = 64 * 1024

/** Takes hold of an agency's quota. The function it resolves with counts bytes, or throws 429 with Retry-After. */
export async function holdQuota(
  tx: Tx,
  agencyId: number,
  { config, now }: { config: Pick<ServerConfig, 'agentUploadBytes'>; now: Date },
): Promise<(bytes: number) => Promise<void>> {
  const most = config.agentUploadBytes
  const bytesPerSecond = most / daySeconds
  const counted = await drainQuota(tx, agencyId, { now, bytesPerSecond })
  return async (bytes) => {
    if (bytes === 0) return
    const over = counted + bytes - most
    if (over > 0)
      throw tooMany(
        'This agency has sent too many bytes of files today.',
        Math.min(maxWaitSeconds, Math.max(1, Math.ceil(over / bytesPerSecond))),
      )
    await addToQuota(tx, agencyId, bytes)
  }
}
