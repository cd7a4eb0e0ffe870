import type { FastifyInstance } from 'fastify'
import { setTimeout as pause } from 'node:timers/promises'
import type { Background } from './background.ts'
import type { OpenDatabase } from './db/open.ts'
import type { InFlight } from './http/in-flight.ts'
import type { Log } from './log.ts'
import { within } from './within.ts'

/** Supervisors kill after ten seconds at the earliest; the last of these the database may take. */
const stopMs = 9_000
const databaseMs = 2_000

/** Everything that a server has opened. */
export interface Opened {
  app: FastifyInstance
  /** What holds connections open for good. */
  streams: readonly { stop(): Promise<void> }[]
  background: readonly Background[]
  inFlight: InFlight
  db: OpenDatabase
  log: Log
}

/**
 * Ends a server within ten seconds. For `drainMs` it goes on answering, while it says that it is not ready and
 * lets no connection be used again; then it takes nothing more, and what is under way has the rest of the time.
 */
export async function stopServer(opened: Opened, drainMs: number): Promise<void> {
  const began = performance.now()
  opened.inFlight.isStopping = true
  opened.log.info('stopping')
  for (const one of opened.background) void one.stop()
  if (drainMs > 0) await pause(drainMs)
  const cut = await endServer(opened, stopMs - databaseMs - drainMs)
  const seconds = Math.round((performance.now() - began) / 100) / 10
  opened.log.info('stopped', { seconds, cut })
}

/** Ends what a server has opened; true when something was cut off because it took longer than `timeoutMs`. */
export async function endServer(
  { app, streams, inFlight, db, background }: Opened,
  timeoutMs = stopMs,
): Promise<boolean> {
  // Streams end first: an open one would keep the application from closing.
  const ends = [
    ...streams.map((one) => one.stop()),
    app.close(),
    inFlight.ended(),
    ...background.map((one) => one.stop()),
  ]
  const ended = Promise.allSettled(ends)
  const inTime = await within(timeoutMs, ended)
  if (!inTime) app.server.closeAllConnections()
  await db.close()
  return !inTime
}
