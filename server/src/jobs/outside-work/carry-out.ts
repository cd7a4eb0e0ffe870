import { type Clock, plusSeconds } from '../../lib/clock.ts'
import {
  isAnswerTimeout,
  isConflict,
  isDatabaseUnavailable,
  isReadOnlyError,
  queryCancelledCode,
} from '../../db/database-errors.ts'
import type { OpenDatabase, Tx } from '../../db/open.ts'
import { appendEntry } from '../../journal/append.ts'
import { getErrorCode } from '../../lib/error-code.ts'
import { errorFacts, type Log } from '../../lib/log.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import type { AnyWorkKind, StepResult } from './kind.ts'
import { findDue, updateWork, type WorkRow } from './store.ts'

/** A job of the queue: the step of a work that is due at an instant. */
export interface Job {
  workId: string
  due: string
}

/** What carrying out work needs. */
export interface Engine<Needs> {
  db: OpenDatabase
  clock: Clock
  log: Log
  kinds: ReadonlyMap<string, AnyWorkKind<Needs>>
  needs: Needs
  send(tx: Tx, job: Job, seconds: number): Promise<void>
  /** Notifies screens that a work of a module has changed. */
  hint(module: string, agencyId: number): void
  /** Announces a new journal row. */
  committed(): void
}

/** Delays before retries after failures; the last one repeats. */
const retrySeconds = [5, 30, 120, 600, 3_600]

/** What people see of a step that failed by a fault of ours. */
const faultSentence = 'An error occurred on the server, whose log has the reason'

const actor = { kind: 'system', name: 'system', sessionId: null } as const

/**
 * Runs steps of a work until it ends, has to wait or fails, or the queue gives the job to somebody else, which `signal`
 * tells. Does nothing if the job's step was already done.
 */
export async function carryOut<Needs>(
  engine: Engine<Needs>,
  { workId, due }: Job,
  signal?: AbortSignal,
): Promise<void> {
  while (signal?.aborted !== true) {
    const row = await findDue(engine.db.read, workId, new Date(due))
    if (row === undefined) return
    const kind = engine.kinds.get(row.kind)
    // A newer release knows it, or an older one did.
    if (kind === undefined) throw new Error(`no handler is registered for work of the kind ${row.kind}`)
    const goesOn = await doStep(engine, kind, row)
    engine.hint(kind.module, row.agency_id)
    if (!goesOn) return
  }
}

/** Runs one step; true if the next one is due at once. */
async function doStep<Needs>(
  engine: Engine<Needs>,
  kind: AnyWorkKind<Needs>,
  row: WorkRow,
): Promise<boolean> {
  try {
    const result = await kind.step(
      {
        workId: row.work_id,
        agencyId: row.agency_id,
        input: kind.input.parse(row.input) as never,
        progress: kind.progress.parse(row.progress) as never,
        now: engine.clock.now(),
        db: engine.db.read,
      },
      engine.needs,
    )
    if (result.is === 'on') return await writeProgress(engine, row, result)
    await writeEnd(engine, row, result)
  } catch (error) {
    // The step is no failure; its job goes on as soon as the database works.
    if (isOfDatabase(error)) throw error
    await writeFailure(engine, row, error)
  }
  return false
}

/** True for a trouble of the database that passes: it is away, too slow or takes no changes, or others were faster. */
function isOfDatabase(error: unknown): boolean {
  const isSlow = isAnswerTimeout(error) || getErrorCode(error) === queryCancelledCode
  return isSlow || isDatabaseUnavailable(error) || isConflict(error) || isReadOnlyError(error)
}

/** Why a step failed, for people, and how long its provider wants to be left alone. */
function toFailure(error: unknown): { sentence: string; retryAfterMs: number; facts: object } {
  if (!(error instanceof ProviderError))
    return { sentence: faultSentence, retryAfterMs: 0, facts: errorFacts(error) }
  const { provider, kind, status, message, retryAfterMs = 0 } = error
  return { sentence: message, retryAfterMs, facts: { provider, kind, status, error: message } }
}

async function writeFailure<Needs>(engine: Engine<Needs>, row: WorkRow, error: unknown): Promise<void> {
  const { sentence, retryAfterMs, facts } = toFailure(error)
  engine.log.warn('outsideWork.failed', { work: row.work_id, ...facts })
  const now = engine.clock.now()
  const usual = retrySeconds[Math.min(row.failures, retrySeconds.length - 1)] ?? 3_600
  const seconds = Math.max(usual, Math.ceil(retryAfterMs / 1000))
  await engine.db.write.transaction().execute(async (tx) => {
    const next = plusSeconds(now, seconds)
    const isOurs = await updateWork(tx, row, {
      failures: row.failures + 1,
      last_failure: sentence,
      last_failed_at: now,
      next_attempt_at: next,
    })
    if (isOurs) await engine.send(tx, { workId: row.work_id, due: next.toISOString() }, seconds)
  })
}

/** True if the next step is due at once. */
async function writeProgress<Needs>(
  engine: Engine<Needs>,
  row: WorkRow,
  { progress, waitSeconds, change }: Extract<StepResult<unknown>, { is: 'on' }>,
): Promise<boolean> {
  const next = plusSeconds(engine.clock.now(), waitSeconds ?? 0)
  return engine.db.write.transaction().execute(async (tx) => {
    const isOurs = await updateWork(tx, row, {
      progress: JSON.stringify(progress),
      failures: 0,
      last_failure: null,
      ...(waitSeconds === undefined ? {} : { next_attempt_at: next }),
    })
    if (!isOurs) return false
    await change?.(tx)
    if (waitSeconds === undefined) return true
    await engine.send(tx, { workId: row.work_id, due: next.toISOString() }, waitSeconds)
    return false
  })
}

async function writeEnd<Needs>(
  engine: Engine<Needs>,
  row: WorkRow,
  { is, why, progress, entry, change }: Exclude<StepResult<unknown>, { is: 'on' }>,
): Promise<void> {
  const now = engine.clock.now()
  await engine.db.write.transaction().execute(async (tx) => {
    const isOurs = await updateWork(tx, row, {
      ...(progress === undefined ? {} : { progress: JSON.stringify(progress) }),
      failures: 0,
      last_failure: is === 'refused' ? (why ?? null) : null,
      next_attempt_at: null,
      ended_at: now,
      succeeded: is === 'done',
    })
    if (!isOurs) return
    await change?.(tx)
    const reason = why === undefined ? {} : { reason: why }
    await appendEntry(
      tx,
      { at: now, actor, requestId: null },
      { ...entry, agencyId: row.agency_id, ...reason },
    )
  })
  engine.committed()
}
