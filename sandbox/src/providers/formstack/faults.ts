import { z } from 'zod'

/** The endpoints of Formstack. */
export const endpoints = ['token', 'group', 'user', 'users', 'patch', 'delete'] as const
export type Endpoint = (typeof endpoints)[number]

/** A fault: what goes wrong, at which endpoint, for which resource and how often; set by `POST /fault`. */
export const Fault = z
  .object({
    endpoint: z.enum(endpoints).optional().describe('All without it.'),
    id: z.string().optional().describe('One group or user only; all without it.'),
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
      z.object({ kind: z.literal('malformed') }).describe('Half of the answer, as if that were all.'),
      z.object({ kind: z.literal('body'), body: z.string() }).describe('Another body.'),
      z.object({ kind: z.literal('long'), bytes: z.int().min(1) }).describe('A body of this length.'),
      z.object({ kind: z.literal('drop') }).describe('Hangs up before anything is done.'),
      z
        .object({ kind: z.literal('lost') })
        .describe('Does what it was asked, then hangs up without an answer.'),
    ]),
  )
export type Fault = z.infer<typeof Fault>

/** Matches the faults of a request about a group or user. */
export const meets =
  (endpoint: Endpoint, id: string) =>
  (fault: Fault): boolean =>
    (fault.endpoint === undefined || fault.endpoint === endpoint) &&
    (fault.id === undefined || fault.id === id)
