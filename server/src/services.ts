import type { Clock } from './lib/clock.ts'
import type { ServerConfig } from './settings/config.ts'
import type { OpenDatabase } from './db/open.ts'
import type { OutsideWork, Services } from './calls/context.ts'
import { ServiceHosts } from './calls/service-hosts.ts'
import { OwnProcess } from './calls/own-process.ts'
import { readSessionAccess } from './auth/find-session.ts'
import { KeyGuesses } from './auth/key-guesses.ts'
import { KeyUses } from './auth/key-uses.ts'
import { UnsavedSessions } from './auth/unsaved-sessions.ts'
import { LiveHub } from './journal/live-hub.ts'
import type { Log } from './lib/log.ts'
import { PresenceBook } from './modules/agency-commands/public.ts'
import type { Breaker } from './providers/breaker.ts'
import { openProviders } from './providers/providers.ts'
import { createStores } from './providers/stores.ts'

/** Creates the objects that live as long as the server, without starting them. */
export function openServices(parts: {
  config: ServerConfig
  db: OpenDatabase
  clock: Clock
  log: Log
  outsideWork: OutsideWork
  /** Interval of the live streams' heartbeat; the hub's default if undefined. */
  heartbeatMs?: number | undefined
}): Services {
  const { config, db, clock, log, outsideWork, heartbeatMs } = parts
  const unsaved = new UnsavedSessions()
  const breakers = new Map<string, Breaker>()
  const live = new LiveHub({
    db,
    clock,
    log,
    readSessionAccess: (ids, now) => readSessionAccess(db, unsaved, ids, now),
    ...(heartbeatMs === undefined ? {} : { heartbeatMs }),
  })
  return {
    config,
    clock,
    live,
    log,
    unsaved,
    presence: new PresenceBook(),
    keyUses: new KeyUses(),
    keyGuesses: new KeyGuesses(),
    outsideWork,
    stores: createStores(config.files, clock),
    breakers,
    own: new OwnProcess({ build: config.build, startedAt: clock.now() }),
    serviceHosts: new ServiceHosts(config, { clock, log, breakers }),
    ...openProviders(config, { clock, log, breakers }),
  }
}
