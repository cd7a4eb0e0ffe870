import { z } from 'zod'

/** The codes of an envelope that are shared by several calls (D-01). */
export const Code = {
  ok: 0,
  /** No data: not found, or already done. Not an error. */
  none: 2,
  notModified: 304,
  badInput: 400,
  unauthenticated: 401,
  forbidden: 403,
  conflict: 409,
  unprocessable: 422,
  stepUp: 428,
} as const

/** Header on every answer while the database accepts no changes; its value is 1. */
export const readOnlyHeader = 'x-read-only'

/** The form of most answers; a single item is data[0], no item is []. */
export interface Envelope<T = unknown> {
  code: number
  message: string
  data: T[]
}

/** The envelope's shape, for answers whose items are checked elsewhere. */
export const EnvelopeShape = z.object({
  code: z.int(),
  message: z.string(),
  data: z.array(z.unknown()),
})

/** An envelope without data: a refusal, or a write that returns nothing. */
export function emptyEnvelope(code: number, message: string): Envelope<never> {
  return { code, message, data: [] }
}
