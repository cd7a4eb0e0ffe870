import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import type { Background } from '../../lib/background.ts'
import type { Clock } from '../../lib/clock.ts'
import { withConnection } from '../../db/connection.ts'
import { errorFacts, type Log } from '../../lib/log.ts'
import { directUrl } from '../../settings/database.ts'
import type { JobParts } from '../job-parts.ts'
import { findOpenImport, takeImportLock } from './imports.ts'
import { endImport, mergeStaged } from './merge.ts'

const lookAgainMs = 5_000

/** Finishes an import that an ended process left open, when a server starts; then does nothing more. */
export function startFinishingImport({ config, clock, log }: JobParts): Background {
  const ending = new AbortController()
  const { signal } = ending
  const finishing = (async () => {
    while (!signal.aborted) {
      try {
        if (await withConnection(directUrl(config), (client) => finishImport(client, { clock, log, signal })))
          return
      } catch (error) {
        log.warn('agencies.import', errorFacts(error))
      }
      await pause(lookAgainMs, undefined, { signal }).catch(() => undefined)
    }
  })()
  return {
    stop: () => {
      ending.abort()
      return finishing
    },
  }
}

/** True if nothing is left to finish; false while another process is working on it. */
async function finishImport(
  client: Client,
  { clock, log, signal }: { clock: Clock; log: Log; signal: AbortSignal },
): Promise<boolean> {
  if ((await findOpenImport(client))?.state !== 'merging') return true
  if (!(await takeImportLock(client))) return false
  const open = await findOpenImport(client)
  if (open?.state !== 'merging') return true
  const merged = await mergeStaged(client, open, { clock, signal })
  if (signal.aborted) return true
  await endImport(client, merged, clock.now())
  const { file, inserted, updated, unchanged } = merged
  log.info('agencies.importFinished', { file, inserted, updated, unchanged })
  return true
}
