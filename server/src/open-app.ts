import { textingHub } from '@agency-support/contract/modules/texting-presence'
import { maxAtOnce, maxWaiting } from './auth/passwords/hash.ts'
import { openCookies } from './auth/browser-cookie.ts'
import type { Services } from './calls/context.ts'
import { HeavyTurns } from './calls/heavy.ts'
import type { ProcessSources } from './calls/own-process.ts'
import { Throttle } from './calls/throttle.ts'
import type { OpenDatabase } from './db/open.ts'
import { handlers } from './handlers.ts'
import { AnswerRecorder } from './http/answer-recorder.ts'
import { buildApp } from './http/app.ts'
import { networkReader } from './http/client-address.ts'
import { endWithAnswer } from './http/client-errors.ts'
import { constantHeaders, noStore } from './http/headers.ts'
import type { InFlight } from './http/in-flight.ts'
import { LoadShedder } from './http/load-shedder.ts'
import { Metrics, type MetricSources } from './http/metrics.ts'
import { AnswerCounts } from './http/recent-answers.ts'
import { readSealLag } from './journal/seal.ts'
import { readQueueFigures } from './modules/operations/public.ts'
import { TextingHub } from './modules/texting-presence/public.ts'

/** Opens what answers requests: the calls, the texting hub, and the metrics if configured. */
export async function openApp(services: Services, db: OpenDatabase, inFlight: InFlight) {
  const { config, live } = services
  const throttle = new Throttle(db, { session: config.sessionRate, agent: config.agentRate })
  const hub = openTextingHub(services, db, throttle)
  const load = new LoadShedder(services.log, { maxSignIns: maxAtOnce + maxWaiting })
  const counts = new AnswerCounts(services.clock)
  const sources = createSources(services, db, { hub, load, counts })
  const metrics = config.metrics && createMetrics(services, db, sources)
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
    return { app, hub, metrics, sources }
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
