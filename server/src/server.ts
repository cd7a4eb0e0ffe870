import { textingHub } from '@agency-support/contract/modules/texting-presence'
import type { AddressInfo } from 'node:net'
import { backgroundJobs } from './background-jobs.ts'
import { type Clock, systemClock } from './lib/clock.ts'
import type { ServerConfig } from './settings/config.ts'
import { type OpenDatabase, openDatabase } from './db/open.ts'
import { prepareFolders } from './settings/file-folders.ts'
import { handlers } from './handlers.ts'
import { buildApp } from './http/app.ts'
import { endWithAnswer } from './http/client-errors.ts'
import { networkReader } from './http/client-address.ts'
import { constantHeaders, noStore } from './http/headers.ts'
import type { Services } from './calls/context.ts'
import { openCookies } from './auth/browser-cookie.ts'
import type { ProcessSources } from './calls/own-process.ts'
import { HeavyTurns } from './calls/heavy.ts'
import { Throttle } from './calls/throttle.ts'
import { OutsideWorkQueue } from './jobs/outside-work/outside-work.ts'
import { AnswerRecorder } from './http/answer-recorder.ts'
import { LoadShedder } from './http/load-shedder.ts'
import { maxAtOnce, maxWaiting } from './auth/passwords/hash.ts'
import { Metrics, type MetricSources } from './http/metrics.ts'
import { startMetricsServer } from './http/metrics-server.ts'
import { AnswerCounts } from './http/recent-answers.ts'
import { InFlight } from './http/in-flight.ts'
import { listen } from './http/listen.ts'
import { requireSealKey } from './journal/seal-key.ts'
import { readSealLag } from './journal/seal.ts'
import { errorFacts, openLog, type Log } from './lib/log.ts'
import { readQueueFigures } from './modules/operations/public.ts'
import { requireSecretKeys } from './modules/second-factor/public.ts'
import { TextingHub } from './modules/texting-presence/public.ts'
import { openServices } from './services.ts'
import { endServer, type Opened, stopServer } from './stop.ts'
import { openTracing } from './lib/tracing.ts'
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
  const clock = options.clock ?? systemClock
  const log = options.log ?? openLog(given.logLevel)
  await prepareFolders(given.files)
  const endTracing = await startTracing(given)
  const db = openDatabase({
    url: given.databaseUrl,
    pooler: given.databasePooler,
    replica: given.databaseReplica,
    poolSize: given.poolSize,
    onError: (error) => log.warn('database.connection', errorFacts(error)),
    log,
  })
  await using ends = new AsyncDisposableStack()
  ends.defer(endTracing)
  ends.defer(() => db.close())
  await requireSealKey(db.read, given.sealKeys)
  await requireSecretKeys(db, given.secretKeys)
  const config = { ...given }
  const queue = new OutsideWorkQueue({ db, clock, log })
  ends.defer(() => queue.stop())
  const { heartbeatMs } = options
  const services = openServices({ config, db, clock, log, outsideWork: queue, heartbeatMs })
  const { live } = services
  const inFlight = new InFlight()
  const { app, hub, metrics, readFigures } = await openApp(services, db, inFlight)
  ends.defer(() => hub.stop())
  await queue.open()
  const committed = (): void => live.committed()
  queue.start(workKinds, services, { hint: (module, agencyId) => live.hint(module, agencyId), committed })
  const background = [queue, ...backgroundJobs.map((start) => start({ ...services, db, committed }))]
  services.own.attach({ ...readFigures, tasks: background.flatMap(({ task }) => task ?? []) })
  const streams: Opened['streams'][number][] = [live, hub]
  const opened: Opened = { app, streams, background, inFlight, db, log }
  ends.move()
  let metricsPort: number | undefined
  try {
    await live.start()
    await listen(app, config)
    if (options.isWorker !== true) metricsPort = await answerMetrics(metrics, config, streams)
  } catch (error) {
    await endServer(opened)
    await endTracing()
    throw error
  }
  const { port } = app.server.address() as AddressInfo
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

/** Serves `/metrics` if configured; returns its port. */
async function answerMetrics(
  metrics: Metrics | undefined,
  config: ServerConfig,
  streams: Opened['streams'][number][],
): Promise<number | undefined> {
  if (metrics === undefined || config.metrics === undefined) return undefined
  const listening = await startMetricsServer(metrics, config.metrics)
  streams.push(listening)
  return listening.port
}

/** Starts sending traces if configured; returns how to stop. */
async function startTracing({ tracesEndpoint, build }: ServerConfig): Promise<() => Promise<void>> {
  return tracesEndpoint === undefined ? () => Promise.resolve() : openTracing(tracesEndpoint, build)
}

/** Opens what answers requests: the calls, the texting hub, and the metrics if configured. */
async function openApp(services: Services, db: OpenDatabase, inFlight: InFlight) {
  const { config, live } = services
  const throttle = new Throttle(db, { session: config.sessionRate, agent: config.agentRate })
  const hub = openTextingHub(services, db, throttle)
  const load = new LoadShedder(services.log, { maxSignIns: maxAtOnce + maxWaiting })
  const counts = new AnswerCounts(services.clock)
  const readFigures = createSources(services, db, { hub, load, counts })
  const metrics = config.metrics && createMetrics(services, db, readFigures)
  const isLogged = config.accessLog && config.logLevel === 'info'
  const recorder = new AnswerRecorder({ metrics, counts, log: isLogged ? services.log : undefined })
  const heavy = new HeavyTurns()
  const committed = (): void => live.committed()
  try {
    const app = await buildApp(
      { services, db, ...openCookies(config), throttle, inFlight, heavy, load, recorder, committed },
      handlers,
      { [textingHub]: (request, socket, head) => hub.upgrade(request, socket, head) },
    )
    return { app, hub, metrics, readFigures }
  } catch (error) {
    await hub.stop()
    throw error
  }
}

type Sources = Omit<ProcessSources, 'tasks'> & Omit<MetricSources, 'log' | 'readQueues' | 'readSealLag'>

/** The sources for metrics and for the operations page. */
function createSources(
  { breakers, config, live, unsaved }: Services,
  db: OpenDatabase,
  { hub, load, counts }: { hub: TextingHub; load: LoadShedder; counts: AnswerCounts },
): Sources {
  return {
    files: config.files,
    breakers,
    isReadOnly: () => unsaved.readOnly,
    readPools: () => db.readPools(),
    readAnswers: () => counts.read(),
    readReplicaUse: () => db.readReplicaUse(),
    countLiveStreams: () => live.size,
    countTextingConnections: () => hub.size,
    countCalls: () => load.inFlight,
    readCallLimit: () => load.limit,
  }
}

function createMetrics(services: Services, db: OpenDatabase, sources: Sources): Metrics {
  const { clock, log } = services
  return new Metrics({
    ...sources,
    log,
    readSealLag: () => readSealLag(db.read, clock.now()),
    readQueues: () => readQueueFigures(services, db.read, clock.now()),
  })
}

/** The WebSocket hub for agencies' texting clients; refuses connections in the usual form. */
function openTextingHub(
  { config, clock, log, keyUses, keyGuesses }: Services,
  db: OpenDatabase,
  throttle: Throttle,
): TextingHub {
  const headers = { ...constantHeaders(config), 'cache-control': noStore }
  return new TextingHub({
    db,
    clock,
    log,
    throttle,
    keyUses,
    keyGuesses,
    getNetwork: networkReader(config.trustedProxies),
    secretKeys: config.secretKeys,
    refuse: (socket, { status, message, headers: own }) =>
      endWithAnswer(socket, [status, message], { ...headers, ...own }),
  })
}
