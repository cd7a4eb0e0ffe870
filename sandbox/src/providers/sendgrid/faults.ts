import { z } from 'zod'
import { listNames, type Mode, modes } from './suppressions.ts'

/** The endpoints of SendGrid: a suppression list, global unsubscribes, sending. */
export const endpoints = [...listNames, 'global', 'send'] as const
export type Endpoint = (typeof endpoints)[number]

/** A fault: what goes wrong, at which endpoint, in which account and how often; set by `POST /fault`. */
export const Fault = z
  .object({
    endpoint: z.enum(endpoints).optional().describe('All without it.'),
    method: z.enum(['GET', 'POST', 'DELETE']).optional().describe('All without it.'),
    mode: z.enum(modes).optional().describe('Both without it.'),
    times: z
      .int()
      .min(1)
      .optional()
      .describe('Gone after so many answers; without it, when all are cleared.'),
  })
  .and(
    z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('status'),
        status: z.int().min(300).max(599),
        headers: z.record(z.string(), z.string()).optional(),
        body: z.string().optional(),
      }),
      z.object({ kind: z.literal('slow'), ms: z.int().min(0).max(120_000) }),
      z.object({ kind: z.literal('hang') }).describe('Never answers, until the caller hangs up.'),
      z.object({ kind: z.literal('malformed') }).describe('Half of the answer, as if that were all.'),
      z.object({ kind: z.literal('body'), body: z.string() }).describe('Another body.'),
      z.object({ kind: z.literal('long'), bytes: z.int().min(1) }).describe('A body of this length.'),
      z
        .object({ kind: z.literal('partial'), count: z.int().min(0) })
        .describe('Deletes only the first so many and hangs up without an answer.'),
    ]),
  )
export type Fault = z.infer<typeof Fault>

/** Matches the faults of a request to an account. */
export const meets =
  (asked: { endpoint: Endpoint; method: string; mode: Mode }) =>
  ({ endpoint, method, mode }: Fault): boolean =>
    [undefined, asked.endpoint].includes(endpoint) &&
    (method === undefined || method === asked.method) &&
    [undefined, asked.mode].includes(mode)
