import type { FastifyInstance } from 'fastify'
import { appliedMigrations, missingMigrations } from '../db/migrate.ts'
import type { OpenDatabase } from '../db/open.ts'
import { checkFolders } from '../settings/file-folders.ts'
import type { FileSettings } from '../settings/files.ts'
import { type Log, logWarning } from '../lib/log.ts'
import { singleFlight } from '../lib/single-flight.ts'
import { within } from '../lib/within.ts'
import { json, send } from '../calls/answer.ts'
import type { InFlight } from './in-flight.ts'

/** Milliseconds per check, so that the answer comes within two seconds even if something hangs. */
const timeoutMs = 1_750

export interface HealthParts {
  db: Pick<OpenDatabase, 'askEachWay'>
  files: FileSettings
  log: Log
  inFlight: InFlight
}

/** /health/live: the process answers. /health/ready: everything that requests need works. */
export function serveHealth(app: FastifyInstance, parts: HealthParts): void {
  const isReady = readiness(parts)
  const method = ['GET', 'HEAD']
  app.route({ method, url: '/health/live', handler: (_request, reply) => send(reply, json({ live: true })) })
  app.route({
    method,
    url: '/health/ready',
    handler: async (_request, reply) => {
      const ready = !parts.inFlight.isStopping && (await isReady())
      return send(reply, json({ ready }, ready ? 200 : 503))
    },
  })
}

/** Runs one check at a time, shared by concurrent requests; logs when readiness is lost. */
function readiness({ db, files, log }: HealthParts): () => Promise<boolean> {
  let wasReady = true
  const onceAtATime = [() => checkDatabase(db), () => checkFolders(files)].map(singleFlight)
  const check = async (): Promise<boolean> => {
    try {
      if (!(await within(timeoutMs, Promise.all(onceAtATime.map((run) => run())))))
        throw new Error('no answer in time')
      wasReady = true
    } catch (error) {
      if (wasReady) logWarning(log, 'health.not-ready', error)
      wasReady = false
    }
    return wasReady
  }
  return singleFlight(check)
}

/** Uses the same pooled connections as requests; extra migrations of a newer release are fine. */
async function checkDatabase(db: HealthParts['db']): Promise<void> {
  const [applied = []] = await db.askEachWay(appliedMigrations)
  const missing = await missingMigrations(applied)
  if (missing.length > 0) throw new Error(`the database lacks ${missing.join(', ')}`)
}
