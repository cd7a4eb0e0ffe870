import type { AddressInfo } from 'node:net'
import { backgroundJobs } from './background-jobs.ts'
import { openDatabase } from './db/open.ts'
import { InFlight } from './http/in-flight.ts'
import { listen } from './http/listen.ts'
import type { Metrics } from './http/metrics.ts'
import { startMetricsServer } from './http/metrics-server.ts'
import { OutsideWorkQueue } from './jobs/outside-work/outside-work.ts'
import { requireSealKey } from './journal/seal-key.ts'
import { type Clock, systemClock } from './lib/clock.ts'
import { errorFacts, openLog, type Log } from './lib/log.ts'
import { openTracing } from './lib/tracing.ts'
import { requireSecretKeys } from './modules/second-factor/public.ts'
import { openApp } from './open-app.ts'
import { openServices } from './services.ts'
import type { ServerConfig } from './settings/config.ts'
import { prepareFolders } from './settings/file-folders.ts'
import { endServer, type Opened, stopServer } from './stop.ts'
import { workKinds } from './work-kinds.ts'

/** A running server. */
export interface RunningServer {
  /** The console's origin; requests must come from it. */
  origin: string
  port: number
  /** Port of `/metrics`; undefined if disabled. */
  metricsPort: number | undefined
  /** The Prometheus metrics of this process; empty if disabled. */
  readFigures(): ReturnType<Metrics['readFigures']>
  /** Answers requests in flight, then closes everything that the server opened. */
  close(): Promise<void>
}

export interface StartOptions {
  clock?: Clock
  /** Interval of the live streams' heartbeat; 20 seconds by default. */
  heartbeatMs?: number
  /** True in a worker: the supervising process serves `/metrics` for all workers. */
  isWorker?: boolean
  /** Receives events; by default a log on standard output. */
  log?: Log
}

/** Starts a server on a migrated database; on failure it rejects and leaves nothing open. */
export async function startServer(given: ServerConfig, options: StartOptions = {}): Promise<RunningServer> {
  const config = { ...given }
  await prepareFolders(config.files)
  const endTracing = await startTracing(config)
  await using onFailure = new AsyncDisposableStack()
  onFailure.defer(endTracing)
  const { opened, live, metrics } = await openServer(config, options)
  onFailure.defer(async () => void (await endServer(opened)))
  await live.start()
  await listen(opened.app, config)
  let metricsPort: number | undefined
  if (options.isWorker !== true && metrics !== undefined && config.metrics !== undefined) {
    const listening = await startMetricsServer(metrics, config.metrics)
    opened.streams.push(listening)
    metricsPort = listening.port
  }
  onFailure.move()
  const { port } = opened.app.server.address() as AddressInfo
  // With port 0 the actual port is known only now; the public origin must contain it.
  if (given.port === 0) config.publicOrigin = config.publicOrigin.replace(/:0$/, `:${port}`)
  const drainMs = config.drainSeconds * 1_000
  let stopped: Promise<void> | undefined
  return {
    port,
    metricsPort,
    origin: config.publicOrigin,
    readFigures: async () => (await metrics?.readFigures()) ?? [],
    close: () => (stopped ??= stopServer(opened, drainMs).then(endTracing)),
  }
}

/** Starts sending traces if configured; returns how to stop. */
async function startTracing({ tracesEndpoint, build }: ServerConfig): Promise<() => Promise<void>> {
  return tracesEndpoint === undefined ? () => Promise.resolve() : openTracing(tracesEndpoint, build)
}

/** Opens the database and all that works on it, background work included; nothing can be asked of it yet. */
async function openServer(config: ServerConfig, options: StartOptions) {
  const { clock = systemClock, log = openLog(config.logLevel), heartbeatMs } = options
  const db = openDatabase({
    url: config.databaseUrl,
    pooler: config.databasePooler,
    replica: config.databaseReplica,
    poolSize: config.poolSize,
    onError: (error) => log.warn('database.connection', errorFacts(error)),
    log,
  })
  await using onFailure = new AsyncDisposableStack()
  onFailure.defer(() => db.close())
  await requireSealKey(db.read, config.sealKeys)
  await requireSecretKeys(db, config.secretKeys)
  const queue = new OutsideWorkQueue({ db, clock, log })
  onFailure.defer(() => queue.stop())
  const services = openServices({ config, db, clock, log, outsideWork: queue, heartbeatMs })
  const { live } = services
  const inFlight = new InFlight()
  const { app, hub, metrics, sources } = await openApp(services, db, inFlight)
  onFailure.defer(() => hub.stop())
  await queue.open()
  const committed = (): void => live.committed()
  queue.start(workKinds, services, { hint: (module, agencyId) => live.hint(module, agencyId), committed })
  const background = [queue, ...backgroundJobs.map((start) => start({ ...services, db, committed }))]
  services.own.attach({ ...sources, tasks: background.flatMap(({ task }) => task ?? []) })
  onFailure.move()
  const opened: Opened = { app, streams: [live, hub], background, inFlight, db, log }
  return { opened, live, metrics }
}
