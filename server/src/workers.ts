import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from 'prom-client'
import { ConfigProblem } from './settings/config.ts'
import type { Log } from './lib/log.ts'
import { within } from './lib/within.ts'

type Figures = MetricObjectWithValues<MetricValue<string>>[]

/** Messages from a worker to the supervising process. */
export type WorkerMessage =
  | { is: 'serving'; sentence: string }
  | { is: 'problem'; sentences: readonly string[] }
  | { is: 'figures'; question: number; figures: Figures }

/** A request to a worker. */
export interface FiguresRequest {
  is: 'figures'
  question: number
}

/** A worker stops within ten seconds; after this time it is killed. */
const endMs = 11_000
const figuresMs = 2_000
const firstPauseMs = 100
const longestPauseMs = 10_000
/** A worker that served for this long is restarted without backoff. */
const steadyMs = 60_000
/** Failed starts of a worker in a row, while no other one serves, after which the server gives up. */
const maxFailedStarts = 3

interface Slot {
  /** Counts from 1; a replacement keeps the number. */
  readonly number: number
  worker: Worker | undefined
  servingSince: number | undefined
  /** Consecutive ends without a steady time in between. */
  ends: number
  failedStarts: number
}

/** The serving processes, each forked from this program; one that dies is replaced. */
export class Workers {
  readonly #log: Log
  readonly #slots: readonly Slot[]
  readonly #givenUp = Promise.withResolvers<never>()
  readonly #waiting = new Map<number, (figures: Figures) => void>()
  #lastQuestion = 0
  #isEnding = false
  #problem: readonly string[] = []

  constructor(count: number, log: Log) {
    // Workers accept connections themselves: one handed over would be lost if its worker dies first.
    cluster.schedulingPolicy = cluster.SCHED_NONE
    this.#log = log
    this.#slots = Array.from({ length: count }, (_, at) => ({
      number: at + 1,
      worker: undefined,
      servingSince: undefined,
      ends: 0,
      failedStarts: 0,
    }))
    this.#givenUp.promise.catch(() => undefined)
  }

  /**
   * Starts all workers; returns what the first one says. Rejects with ConfigProblem, none left, if one cannot start.
   */
  async start(): Promise<string> {
    try {
      const [sentence = ''] = await Promise.all(this.#slots.map((slot) => this.#fork(slot)))
      for (const slot of this.#slots) this.#keep(slot)
      return sentence
    } catch (error) {
      await this.end('SIGKILL')
      throw error
    }
  }

  /** Rejects with ConfigProblem once no worker serves and none can be started. */
  get givenUp(): Promise<never> {
    return this.#givenUp.promise
  }

  /** Stops all workers; resolves when they have ended, within eleven seconds. */
  async end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    this.#isEnding = true
    const workers = this.#slots.flatMap(({ worker }) => worker ?? []).filter((worker) => !worker.isDead())
    const ended = Promise.all(workers.map((worker) => once(worker, 'exit')))
    for (const worker of workers) worker.process.kill(signal)
    if (await within(endMs, ended)) return
    for (const worker of workers) if (!worker.isDead()) worker.process.kill('SIGKILL')
    await ended
  }

  /** Metrics of all workers that answer, each labelled with its worker's number, in the Prometheus text format. */
  async read(): Promise<{ type: string; text: string }> {
    const serving = this.#slots.filter(({ servingSince }) => servingSince !== undefined)
    const all = await Promise.all(serving.map((slot) => this.#ask(slot)))
    const registry = AggregatorRegistry.aggregate([...all, [toCount(serving.length)]])
    return { type: registry.contentType, text: await registry.metrics() }
  }

  /** Resolves with what the worker says when it serves; rejects if it ends before. */
  async #fork(slot: Slot): Promise<string> {
    const worker = cluster.fork()
    slot.worker = worker
    const serving = Promise.withResolvers<string>()
    worker.on('message', (message: WorkerMessage) => {
      if (message.is === 'figures') this.#waiting.get(message.question)?.(message.figures)
      else if (message.is === 'problem') serving.reject(new ConfigProblem(message.sentences))
      else {
        slot.servingSince = performance.now()
        serving.resolve(message.sentence)
      }
    })
    // A process that cannot be made at all never exits; and without a listener the error would end all of them.
    worker.on('error', ({ message }) =>
      serving.reject(new ConfigProblem([`A worker cannot be started: ${message}.`])),
    )
    worker.once('exit', (code, signal) =>
      serving.reject(new ConfigProblem([`A worker ended with ${signal ?? code} before it served.`])),
    )
    return serving.promise
  }

  #keep(slot: Slot): void {
    const worker = slot.worker as Worker
    const ended = (code: number | null, signal: string | null): void => {
      const { servingSince } = slot
      slot.servingSince = undefined
      if (this.#isEnding) return
      const wasSteady = servingSince !== undefined && performance.now() - servingSince > steadyMs
      slot.ends = wasSteady ? 1 : slot.ends + 1
      this.#log.warn('worker.ended', { worker: slot.number, workerPid: worker.process.pid, code, signal })
      this.#replaceLater(slot)
    }
    if (worker.isDead()) ended(worker.process.exitCode, worker.process.signalCode)
    else worker.once('exit', ended)
  }

  #replaceLater(slot: Slot): void {
    const pauseMs = Math.min(firstPauseMs * 2 ** (slot.ends - 1), longestPauseMs)
    setTimeout(() => void this.#replace(slot), pauseMs)
  }

  async #replace(slot: Slot): Promise<void> {
    if (this.#isEnding) return
    try {
      await this.#fork(slot)
      slot.failedStarts = 0
      this.#log.info('worker.replaced', { worker: slot.number, workerPid: slot.worker?.process.pid })
      this.#keep(slot)
    } catch (error) {
      if (this.#isEnding) return
      this.#problem = error instanceof ConfigProblem ? error.sentences : [String(error)]
      slot.ends += 1
      slot.failedStarts += 1
      this.#log.warn('worker.notStarted', { worker: slot.number, why: this.#problem.join(' ') })
      const isAlone = this.#slots.every(({ servingSince }) => servingSince === undefined)
      if (isAlone && slot.failedStarts >= maxFailedStarts)
        this.#givenUp.reject(new ConfigProblem(this.#problem))
      else this.#replaceLater(slot)
    }
  }

  /** Empty if the worker does not answer in time, so that the others are still reported. */
  async #ask({ worker, number }: Slot): Promise<Figures> {
    this.#lastQuestion += 1
    const question = this.#lastQuestion
    const answered = new Promise<Figures>((resolve) => this.#waiting.set(question, resolve))
    let figures: Figures = []
    const taken = answered.then((given) => {
      figures = given
    })
    const request: FiguresRequest = { is: 'figures', question }
    worker?.send(request, () => undefined)
    await within(figuresMs, taken)
    this.#waiting.delete(question)
    return figures.map((one) => withWorker(one, number))
  }
}

/** Labels the values with their worker, so that the aggregation adds none of them up. */
function withWorker(metric: Figures[number], worker: number): Figures[number] {
  const values = metric.values.map((value) => ({ ...value, labels: { ...value.labels, worker } }))
  return { ...metric, aggregator: 'sum', values }
}

function toCount(value: number): Figures[number] {
  return {
    name: 'agency_support_workers',
    help: 'Worker processes that serve.',
    type: 'gauge',
    aggregator: 'sum',
    values: [{ value, labels: {} }],
  } as unknown as Figures[number]
}
