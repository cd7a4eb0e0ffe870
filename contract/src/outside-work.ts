import { z } from 'zod'
import { Instant } from './dates.ts'

/** Work at a provider that continues after the answer, as a screen shows it. */
export const OutsideWork = z.object({
  requestedAt: Instant.describe('When it was asked for.'),
  requestedBy: z.string().describe('Who asked for it.'),
  failures: z.int().min(0).describe('Tries that failed since the last step that went well.'),
  lastFailure: z
    .string()
    .nullable()
    .describe('Why the last try failed, or why the provider refused it; null while all is well.'),
  nextAttemptAt: Instant.nullable().describe('When it is tried next; null when it has ended.'),
  endedAt: Instant.nullable().describe('When it ended; null while it is under way.'),
  succeeded: z
    .boolean()
    .nullable()
    .describe('False when the provider refused it for good; null while it is under way.'),
})
export type OutsideWork = z.infer<typeof OutsideWork>

/** The refusal of a second work of one kind for one agency (D-34). */
export const underWayRefusal = [409, 'This is under way already.'] as const
