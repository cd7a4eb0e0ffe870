import type { z } from 'zod'
import type { ReadDb, Tx } from '../../db/open.ts'
import type { JsonValue } from '../../db/types.ts'
import type { KindOfWork } from '../../calls/context.ts'
import type { NewEntry } from '../../journal/append.ts'

/** A work as its steps see it. */
export interface Work<Input, Progress> {
  /** Sent to the provider as our idempotency key, so that a repeated step can find what was already done. */
  workId: string
  agencyId: number
  input: Input
  progress: Progress
  now: Date
  /** Our database, read-only; changes go into the result. */
  db: ReadDb
}

/** Result of a step. Its change of our data is written in one transaction with the progress. */
export type StepResult<Progress> =
  | {
      is: 'on'
      progress: Progress
      /** The provider needs time: the next step is due after this many seconds instead of at once. */
      waitSeconds?: number
      change?: (tx: Tx) => Promise<void>
    }
  | {
      /** The work is done, or the provider refused it for good; `why` is the reason shown to people. */
      is: 'done' | 'refused'
      why?: string
      progress?: Progress
      /** The journal row that every end appends. */
      entry: Omit<NewEntry, 'agencyId' | 'actor'>
      change?: (tx: Tx) => Promise<void>
    }

const longestPollSeconds = 600

/** Seconds until a provider is polled again: `first` for some times, then doubling up to ten minutes. */
export function getPollSeconds(polls: number, { first, times }: { first: number; times: number }): number {
  return Math.min(first * 2 ** Math.max(0, polls - times), longestPollSeconds)
}

/** A sequence of steps at a provider, started by one request of a person. */
export interface WorkKind<Input extends JsonValue, Progress extends JsonValue, Needs>
  extends KindOfWork<Input, Progress> {
  /** The module whose screens show the work; they receive its hints. */
  module: string
  /**
   * Does one thing at the provider. It is called again with the same progress if the process died or the result could
   * not be saved, so it must be idempotent or first ask whether it was done. A failure is retried later.
   */
  step(work: Work<Input, Progress>, needs: Needs): Promise<StepResult<Progress>>
}

/** A kind whose types the compiler no longer knows; the queue parses values with its schemas. */
export interface AnyWorkKind<Needs> extends Pick<WorkKind<JsonValue, JsonValue, Needs>, 'name' | 'module'> {
  input: z.ZodType
  progress: z.ZodType
  step(work: Work<never, never>, needs: Needs): Promise<StepResult<unknown>>
}
