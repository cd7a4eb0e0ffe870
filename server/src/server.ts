import type { AddressInfo } from 'node:net'
import { type Clock, systemClock } from './clock.ts'
import type { ServerConfig } from './config.ts'
import { openDatabase } from './db/open.ts'
import { handlers } from './handlers.ts'
import { buildApp } from './http/app.ts'
import { sessionCookie } from './http/session-cookie.ts'
import { readSessionAccess } from './http/session-access.ts'
import { startSweeping } from './http/sweep-old.ts'
import { Throttle } from './http/throttle.ts'
import { LiveHub } from './journal/live-hub.ts'
import { startSealing } from './journal/seal.ts'
import { errorFacts, openLog } from './log.ts'
import { startSweepingFiles } from './modules/agency-files/public.ts'
import { startCommandTime, startForgettingCommands } from './modules/agency-commands/public.ts'
import { startForgettingPasswords } from './modules/agency-users/public.ts'
import { openBackOffice } from './providers/backoffice.ts'
import { storesOf } from './providers/stores.ts'

/** A server that answers. */
export interface RunningServer {
  /** What people open; requests must come from it. */
  origin: string
  port: number
  /** Answers what is under way, then ends everything the server opened. */
  close(): Promise<void>
}

export interface StartOptions {
  clock?: Clock
  /** How often live streams are kept alive; 20 seconds unless given. */
  heartbeatMs?: number
}

/** Starts a server on a migrated database; rejects with nothing left open. */
export async function startServer(given: ServerConfig, options: StartOptions = {}): Promise<RunningServer> {
  const clock = options.clock ?? systemClock
  const log = openLog(given.logLevel)
  await using ends = new AsyncDisposableStack()
  const db = openDatabase({
    url: given.databaseUrl,
    poolSize: given.poolSize,
    onError: (error) => log.warn('database.connection', errorFacts(error)),
    log,
  })
  ends.defer(() => db.close())
  const live = new LiveHub({
    db,
    clock,
    log,
    readSessionAccess: (ids, now) => readSessionAccess(db, ids, now),
    ...(options.heartbeatMs === undefined ? {} : { heartbeatMs: options.heartbeatMs }),
  })
  const config = { ...given }
  const stores = storesOf(config.files)
  const backOffice = openBackOffice(config.backOffice, { clock, log })
  const app = await buildApp(
    {
      services: { config, clock, live, log, stores, backOffice },
      db,
      cookie: sessionCookie(config),
      throttle: new Throttle(db, { session: config.sessionRate, agent: config.agentRate }),
      committed: () => live.committed(),
    },
    handlers,
  )
  const background = [
    startSealing(db, config.sealKey, clock, log),
    startSweeping(db, clock, log),
    startSweepingFiles({ db, stores, config, clock, log }),
    startCommandTime({ db, clock, log, committed: () => live.committed() }),
    startForgettingCommands(db, clock, log),
    startForgettingPasswords(db, clock, log),
  ]
  for (const one of background) ends.defer(() => one.stop())
  ends.defer(() => app.close())
  // Ended first: an open stream would keep the application from closing.
  ends.defer(() => live.stop())
  await live.start()
  await app.listen({ host: config.host, port: config.port })
  const { port } = app.server.address() as AddressInfo
  // A free port is known only once it is taken; the origin that people open follows it.
  if (given.port === 0) config.publicOrigin = config.publicOrigin.replace(/:0$/, `:${port}`)
  const held = ends.move()
  return { port, origin: config.publicOrigin, close: () => held.disposeAsync() }
}
