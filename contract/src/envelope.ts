import { z } from 'zod'

/** The codes of an envelope that mean something to more than one call (D-01). */
export const Code = {
  ok: 0,
  /** No data: not found, or already done. Not a failure. */
  none: 2,
  notModified: 304,
  badInput: 400,
  unauthenticated: 401,
  forbidden: 403,
  conflict: 409,
  unprocessable: 422,
  stepUp: 428,
} as const

/** Header that every answer carries while the database takes no changes; its value is 1. */
export const readOnlyHeader = 'x-read-only'

/** What most calls answer with; a single item is data[0], nothing is []. */
export interface Envelope<T = unknown> {
  code: number
  message: string
  data: T[]
}

/** The envelope's shape, for checking an answer whose items are checked elsewhere. */
export const EnvelopeShape = z.object({
  code: z.int(),
  message: z.string(),
  data: z.array(z.unknown()),
})

/** An envelope without data: a refusal, or a write that has nothing to tell. */
export function emptyEnvelope(code: number, message: string): Envelope<never> {
  return { code, message, data: [] }
}
