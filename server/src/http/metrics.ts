import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { PoolUse } from '../db/open.ts'
import type { ReplicaUse } from '../db/replica.ts'
import { type Log, logWarning } from '../lib/log.ts'
import type { Breaker, BreakerState } from '../providers/breaker.ts'
import { within } from '../lib/within.ts'

/** How a request ended: done, refused by the call's own rules, rejected by the pipeline (4xx), or failed (5xx). */
export type Outcome = 'ok' | 'refused' | 'denied' | 'failed'

/** The outcome for an HTTP status. */
export function toOutcome(status: number): Outcome {
  if (status >= 500) return 'failed'
  return status >= 400 ? 'denied' : 'ok'
}

/** Sources of the figures that are read only on a scrape. */
export interface MetricSources {
  log: Log
  breakers: ReadonlyMap<string, Pick<Breaker, 'state'>>
  readPools(): readonly PoolUse[]
  /** Use of the replica, by what used it; undefined without a replica. */
  readReplicaUse(): Readonly<ReplicaUse> | undefined
  countLiveStreams(): number
  countTextingConnections(): number
  /** Calls in flight that the load limit counts. */
  countCalls(): number
  /** The current load limit. */
  readCallLimit(): number
  /** Seconds since the oldest journal row without a seal was written; 0 if all are sealed. */
  readSealLag(): Promise<number>
  readQueues(): Promise<readonly QueueFigures[]>
}

/** The length and age of a queue in the database. */
export interface QueueFigures {
  /** `commands` for agencies' software, `reachableCommands` for those it could fetch now, `work` for providers. */
  queue: 'commands' | 'reachableCommands' | 'work'
  waiting: number
  /** Age of the oldest waiting item in seconds; 0 if none waits. */
  oldestSeconds: number
}

/** Label for requests outside the contract: files of the console, health, unknown paths. */
const noCall = 'other'
/** Milliseconds for a query of a scrape; after that the other figures are sent without it. */
const timeoutMs = 1_000
const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const breakerStates: readonly BreakerState[] = ['closed', 'halfOpen', 'open']

/** An answer that has been sent. */
interface Counted {
  /** Undefined for files of the console, health and unknown addresses. */
  call: string | undefined
  outcome: Outcome
  elapsedMs?: number
}

/** The Prometheus metrics of this process. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #requests: Counter<'call' | 'outcome'>
  readonly #durations: Histogram<'call'>

  constructor(sources: MetricSources) {
    const registers = [this.#registry]
    collectDefaultMetrics({ register: this.#registry })
    this.#requests = new Counter({
      name: 'agency_support_requests_total',
      help: 'Requests answered, by call and outcome: ok, refused, denied (4xx) or failed (5xx).',
      labelNames: ['call', 'outcome'],
      registers,
    })
    this.#durations = new Histogram({
      name: 'agency_support_request_duration_seconds',
      help: 'Time from a request to the end of its answer, by call; live streams are not counted.',
      labelNames: ['call'],
      buckets: seconds,
      registers,
    })
    addGauges(registers, sources)
  }

  /** Counts an answer, and its duration unless it stays open. */
  count({ call = noCall, outcome, elapsedMs }: Counted): void {
    this.#requests.inc({ call, outcome })
    if (elapsedMs !== undefined) this.#durations.observe({ call }, elapsedMs / 1_000)
  }

  /** All metrics, to be merged with those of other processes. */
  readFigures(): ReturnType<Registry['getMetricsAsJSON']> {
    return this.#registry.getMetricsAsJSON()
  }

  /** All metrics, in the Prometheus text format. */
  async read(): Promise<{ type: string; text: string }> {
    return { type: this.#registry.contentType, text: await this.#registry.metrics() }
  }
}

/** Adds a gauge that is read on each scrape. */
type AddGauge = <Label extends string>(
  name: string,
  help: string,
  labelNames: readonly Label[],
  collect: (this: Gauge<Label>) => void | Promise<void>,
) => void

function addGauges(registers: Registry[], sources: MetricSources): void {
  const gauge: AddGauge = (name, help, labelNames, collect) =>
    void new Gauge({ name: `agency_support_${name}`, help, labelNames, registers, collect })
  addDatabaseGauges(gauge, sources)
  addQueueGauges(gauge, sources)
  addLoadGauges(gauge, sources)
}

function addDatabaseGauges(gauge: AddGauge, sources: MetricSources): void {
  gauge(
    'database_connections',
    'Connections of a pool, by pool (read, write) and state (busy, idle).',
    ['pool', 'state'],
    function () {
      for (const { pool, total, idle } of sources.readPools()) {
        this.set({ pool, state: 'busy' }, total - idle)
        this.set({ pool, state: 'idle' }, idle)
      }
    },
  )
  gauge('database_waiting', 'Requests that wait for a connection of a pool.', ['pool'], function () {
    for (const { pool, waiting } of sources.readPools()) this.set({ pool }, waiting)
  })
  gauge(
    'replica_reads',
    'Reads for the replica since the start, by who took them (replica, primary); missing without a replica.',
    ['by'],
    function () {
      for (const [by, reads] of Object.entries(sources.readReplicaUse() ?? {})) this.set({ by }, reads)
    },
  )
  gauge(
    'journal_seal_lag_seconds',
    'Age of the oldest row of the journal that is not sealed yet, 0 when all are; missing while the database is away.',
    [],
    async function () {
      this.remove()
      await inTime(sources.log, 'metrics.sealLag', async () => this.set(await sources.readSealLag()))
    },
  )
}

function addQueueGauges(gauge: AddGauge, { log, readQueues }: MetricSources): void {
  const addOne = (name: string, help: string, figure: 'waiting' | 'oldestSeconds'): void =>
    gauge(name, help, ['queue'], async function () {
      this.reset()
      await inTime(log, 'metrics.queues', async () => {
        for (const figures of await readQueues()) this.set({ queue: figures.queue }, figures[figure])
      })
    })
  addOne(
    'queue_waiting',
    'What waits in a queue of the database: commands, reachableCommands (of connected software with nothing else to do), work (at providers); missing while the database is away.',
    'waiting',
  )
  addOne(
    'queue_oldest_seconds',
    'Age of what has waited longest in a queue, 0 when nothing waits; missing while the database is away.',
    'oldestSeconds',
  )
}

/** Reads a figure from the database; if that fails or times out, the figure is missing and a warning is logged. */
async function inTime(log: Log, event: string, read: () => Promise<void>): Promise<void> {
  try {
    if (!(await within(timeoutMs, read()))) throw new Error('no answer in time')
  } catch (error) {
    logWarning(log, event, error)
  }
}

function addLoadGauges(gauge: AddGauge, sources: MetricSources): void {
  gauge(
    'provider_breaker',
    'State of the breaker of a provider: 1 for the one it is in, closed, halfOpen or open.',
    ['provider', 'state'],
    function () {
      for (const [provider, breaker] of sources.breakers)
        for (const state of breakerStates) this.set({ provider, state }, breaker.state === state ? 1 : 0)
    },
  )
  gauge(
    'calls_under_way',
    'Calls under way; from calls_limit on more of them are refused with 503.',
    [],
    function () {
      this.set(sources.countCalls())
    },
  )
  gauge('calls_limit', 'How many may be under way; fewer while most of them take long.', [], function () {
    this.set(sources.readCallLimit())
  })
  gauge('live_streams', 'Screens that listen for live updates.', [], function () {
    this.set(sources.countLiveStreams())
  })
  gauge('texting_connections', 'Clients that are connected to the texting hub.', [], function () {
    this.set(sources.countTextingConnections())
  })
}
