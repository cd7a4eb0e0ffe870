import type { z } from 'zod'
import type { ReadDb, Tx } from '../../db/open.ts'
import type { JsonValue } from '../../db/types.ts'
import type { KindOfWork } from '../../calls/context.ts'
import type { NewEntry } from '../../journal/append.ts'

/** A work as a step of it sees it. */
export interface Work<Input, Progress> {
  /** Given to the provider as our key, so that what was done already can be found there. */
  workId: string
  agencyId: number
  input: Input
  progress: Progress
  now: Date
  /** What is ours, to read; changes go into the result. */
  db: ReadDb
}

/** What a step came to. What it changes of ours is written in one transaction with how far the work is. */
export type StepResult<Progress> =
  | {
      is: 'on'
      progress: Progress
      /** The provider needs time: the next step is due in so many seconds instead of at once. */
      waitSeconds?: number
      change?: (tx: Tx) => Promise<void>
    }
  | {
      /** It came to its goal, or the provider refused it for good, which `why` tells people. */
      is: 'done' | 'refused'
      why?: string
      progress?: Progress
      /** The row of the journal that every end has. */
      entry: Omit<NewEntry, 'agencyId' | 'actor'>
      change?: (tx: Tx) => Promise<void>
    }

/** Steps at a provider that one request of a person sets going. */
export interface WorkKind<Input extends JsonValue, Progress extends JsonValue, Needs>
  extends KindOfWork<Input, Progress> {
  /** The module whose screens show it: hints go there. */
  module: string
  /**
   * Does one thing at the provider. It is asked again with the same progress when it was killed or its end could not
   * be written, so it is idempotent or asks first whether it was done. A ProviderError is tried again later.
   */
  step(work: Work<Input, Progress>, needs: Needs): Promise<StepResult<Progress>>
}

/** A kind whose shapes are no longer known to the compiler; the queue parses them by its schemas. */
export interface AnyWorkKind<Needs> extends Pick<WorkKind<JsonValue, JsonValue, Needs>, 'name' | 'module'> {
  input: z.ZodType
  progress: z.ZodType
  step(work: Work<never, never>, needs: Needs): Promise<StepResult<unknown>>
}
