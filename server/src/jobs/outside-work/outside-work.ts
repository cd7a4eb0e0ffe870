import { randomUUID } from 'node:crypto'
import { fromKysely, PgBoss } from 'pg-boss'
import { type Background, repeat, type Task } from '../../lib/background.ts'
import { type Clock, plusSeconds } from '../../lib/clock.ts'
import { isConnectionLost, isUnreachable } from '../../db/database-errors.ts'
import type { OpenDatabase, Tx } from '../../db/open.ts'
import type { JsonValue } from '../../db/types.ts'
import { errorFacts, type Log } from '../../lib/log.ts'
import type { KindOfWork, NewWork, OutsideWork } from '../../calls/context.ts'
import type { AnyWorkKind } from './kind.ts'
import { QueueDatabase } from './queue-database.ts'
import { insertWork, listLost, lockOpenWork, updateWork } from './store.ts'
import { carryOut, type Engine, type Job } from './carry-out.ts'

/** Database schema of the queue; migration 015 creates it. */
export const queueSchema = 'job'
const queue = 'outside-work'

/** A process without a heartbeat for this long counts as dead, and another one takes over its work. */
const silentSeconds = 10
const lookSeconds = 5
const resumeEveryMs = 10 * 60_000
/** Less than any work waits for its next step, and more than what makes an instant unique. */
const shortestWaitSeconds = 1

interface Parts {
  db: OpenDatabase
  clock: Clock
  log: Log
}

/**
 * Work at providers that takes more than one step. It is added in the transaction of the change that asks for it and
 * carried out by any free process, even if the one that began it dies. The row holds the state; the job in the queue
 * only wakes a process for it.
 */
export class OutsideWorkQueue implements OutsideWork, Background {
  readonly #parts: Parts
  readonly #database: QueueDatabase
  readonly #boss: PgBoss
  /** Work that this process cannot carry out at the moment; logged once, because it is tried every second. */
  readonly #broken = new Set<string>()
  #resuming: Background | undefined
  #isStopping = false

  constructor(parts: Parts) {
    this.#parts = parts
    const onError = (error: Error): unknown => this.#warn('outsideWork.queue', error)
    this.#database = new QueueDatabase({ ...parts, onError })
    this.#boss = new PgBoss({
      db: this.#database,
      schema: queueSchema,
      migrate: false,
      createSchema: false,
      schedule: false,
      superviseIntervalSeconds: lookSeconds,
      monitorIntervalSeconds: lookSeconds,
      useListenNotify: true,
    })
    this.#boss.on('error', onError)
  }

  /** The search for work without a job; undefined before the start. */
  get task(): Readonly<Task> | undefined {
    return this.#resuming?.task
  }

  async add<I extends JsonValue, P extends JsonValue>(
    tx: Tx,
    kind: KindOfWork<I, P>,
    { agencyId, input, by, progress }: NewWork<I, P>,
  ): Promise<boolean> {
    const now = this.#parts.clock.now()
    const workId = randomUUID()
    const added = await insertWork(tx, {
      work_id: workId,
      kind: kind.name,
      agency_id: agencyId,
      input: JSON.stringify(input),
      progress: JSON.stringify(progress),
      requested_at: now,
      requested_by: by,
      next_attempt_at: now,
    })
    if (!added) return false
    await this.#send(tx, { workId, due: now.toISOString() })
    return true
  }

  async replace<I extends JsonValue, P extends JsonValue>(
    tx: Tx,
    kind: KindOfWork<I, P>,
    { agencyId, input, by, progress }: NewWork<I, P>,
  ): Promise<boolean> {
    const open = await lockOpenWork(tx, agencyId, kind.name)
    if (open === undefined) return false
    const now = this.#parts.clock.now()
    const due = this.#after(open.next_attempt_at, now)
    await updateWork(tx, open, {
      input: JSON.stringify(input),
      progress: JSON.stringify(progress),
      requested_at: now,
      requested_by: by,
      failures: 0,
      last_failure: null,
      last_failed_at: null,
      next_attempt_at: due,
    })
    await this.#send(tx, { workId: open.work_id, due: due.toISOString() })
    return true
  }

  async wake(tx: Tx, kind: { name: string }, agencyId: number): Promise<void> {
    const open = await lockOpenWork(tx, agencyId, kind.name)
    const now = this.#parts.clock.now()
    const waitsUntil = open?.next_attempt_at ?? null
    if (open === undefined || waitsUntil === null) return
    // A step that is due may be under way and have asked too early: its result is dropped, and it is done again. An
    // instant just ahead is that of an earlier wake or replacement: `now` may be the instant of the step under way.
    const waits = waitsUntil > plusSeconds(now, shortestWaitSeconds)
    const due = waits ? now : this.#after(waitsUntil, now)
    await updateWork(tx, open, { next_attempt_at: due })
    await this.#send(tx, { workId: open.work_id, due: due.toISOString() })
  }

  /** Connects to the queue; nothing can be added before. */
  async open(): Promise<void> {
    await this.#boss.start()
    await this.#boss.createQueue(queue, {
      // One job per work at a time; another one waits for its end.
      policy: 'singleton',
      notify: true,
      heartbeatSeconds: silentSeconds,
      retryLimit: 100_000,
      retryDelay: 1,
    })
  }

  /** Starts carrying out work. */
  start<Needs>(
    kinds: readonly AnyWorkKind<Needs>[],
    needs: Needs,
    callbacks: Pick<Engine<Needs>, 'hint' | 'committed'>,
  ): void {
    const { log } = this.#parts
    const resume = (): Promise<void> => this.#resume()
    this.#resuming = repeat('outsideWork.resume', { everyMs: resumeEveryMs, log, work: resume })
    resume().catch((error: unknown) => this.#warn('outsideWork.resume', error))
    const engine: Engine<Needs> = {
      ...this.#parts,
      ...callbacks,
      kinds: new Map(kinds.map((kind) => [kind.name, kind])),
      needs,
      send: (tx, job, seconds) => this.#send(tx, job, seconds),
    }
    // A busy worker misses notifications, so it also polls every second.
    const options = { localConcurrency: 4, pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 1 }
    this.#boss
      .work<Job>(queue, options, async ([job]) => {
        if (job !== undefined) await this.#carryOut(engine, job)
      })
      .catch((error: unknown) => log.warn('outsideWork.start', errorFacts(error)))
  }

  /** Waits up to five seconds for steps in progress; another process repeats what is cut off. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#resuming?.stop()
    await this.#boss.stop({ graceful: true, timeout: 5_000 })
    await this.#database.end()
  }

  async #carryOut<Needs>(
    engine: Engine<Needs>,
    { data, signal }: { data: Job; signal: AbortSignal },
  ): Promise<void> {
    try {
      await carryOut(engine, data, signal)
      this.#broken.delete(data.workId)
    } catch (error) {
      if (!this.#broken.has(data.workId) && this.#warn('outsideWork.broken', error))
        this.#broken.add(data.workId)
      throw error
    }
  }

  /** Queues work again whose job is gone: the queue gives up jobs that fail for a day or wait for two weeks. */
  async #resume(): Promise<void> {
    const { db, clock } = this.#parts
    for (const { work_id: workId, next_attempt_at: due } of await listLost(db.read, queue)) {
      if (due === null) continue
      const seconds = Math.max(0, Math.ceil((due.getTime() - clock.now().getTime()) / 1_000))
      const job = { workId, due: due.toISOString() }
      await db.write.transaction().execute((tx) => this.#send(tx, job, seconds))
    }
  }

  /** False without logging: the watchdog reports an unreachable database, and stopping interrupts pending queries. */
  #warn(event: string, error: unknown): boolean {
    if (this.#isStopping || isConnectionLost(error) || isUnreachable(error)) return false
    this.#parts.log.warn(event, errorFacts(error))
    return true
  }

  /** A unique instant, later than the earlier one, so that an old job is not mistaken for the new one. */
  #after(earlier: Date | null, now: Date): Date {
    return earlier !== null && earlier >= now ? plusSeconds(earlier, 0.001) : now
  }

  async #send(tx: Tx, job: Job, seconds = 0): Promise<void> {
    await this.#boss.send(queue, job, { db: fromKysely(tx), startAfter: seconds, singletonKey: job.workId })
  }
}
