import type { FastifyInstance } from 'fastify'
import { setTimeout as pause } from 'node:timers/promises'
import type { Background } from './lib/background.ts'
import type { OpenDatabase } from './db/open.ts'
import type { InFlight } from './http/in-flight.ts'
import type { Log } from './lib/log.ts'
import { within } from './lib/within.ts'

/** Supervisors kill after ten seconds at the earliest; the last part is for closing the database. */
const stopMs = 9_000
const databaseMs = 2_000

/** Everything that a server opened. */
export interface Opened {
  app: FastifyInstance
  /** Connections that stay open until they are stopped. */
  streams: { stop(): Promise<void> }[]
  background: readonly Background[]
  inFlight: InFlight
  db: OpenDatabase
  log: Log
}

/**
 * Stops a server within ten seconds. For `drainMs` it keeps answering, but reports itself as not ready and closes each
 * connection after its answer. Then it accepts nothing more, and requests in flight get the rest of the time.
 */
export async function stopServer(opened: Opened, drainMs: number): Promise<void> {
  const began = performance.now()
  opened.inFlight.isStopping = true
  opened.log.info('stopping')
  const background = stopAll(opened.background)
  if (drainMs > 0) await pause(drainMs)
  const cut = await endServer(opened, stopMs - databaseMs - drainMs, background)
  const seconds = Math.round((performance.now() - began) / 100) / 10
  opened.log.info('stopped', { seconds, cut })
}

/** Stops each; resolves when all have ended, whether or not one fails. */
function stopAll(all: readonly { stop(): Promise<void> }[]): Promise<unknown> {
  return Promise.allSettled(all.map((one) => one.stop()))
}

/**
 * Closes what a server opened; true if something was cut off because it took longer than `timeoutMs`. `background`
 * resolves when its background work has ended.
 */
export async function endServer(
  { app, streams, inFlight, db, background: all }: Opened,
  timeoutMs = stopMs,
  background = stopAll(all),
): Promise<boolean> {
  // Streams end first: an open one would keep Fastify from closing.
  const ended = Promise.allSettled([stopAll(streams), app.close(), inFlight.ended(), background])
  const inTime = await within(timeoutMs, ended)
  if (!inTime) app.server.closeAllConnections()
  await db.close()
  return !inTime
}
