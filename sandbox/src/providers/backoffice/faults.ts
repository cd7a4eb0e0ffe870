import { z } from 'zod'

/** What can be asked of the back office. */
export const endpoints = ['billing', 'contacts', 'seats', 'license'] as const
export type Endpoint = (typeof endpoints)[number]

/** What goes wrong, where, for whom and how often; `POST /_emu/fault` takes one. */
export const Fault = z
  .object({
    endpoint: z.enum(endpoints),
    /** One agency only; all without it. */
    agencyId: z.int().optional(),
    /** Gone after so many answers; without it, until all are cleared. */
    times: z.int().min(1).optional(),
  })
  .and(
    z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('status'),
        status: z.int().min(300).max(599),
        /** Header Retry-After, in seconds or as a date. */
        retryAfter: z.string().optional(),
        /** Header Location. */
        location: z.string().optional(),
        body: z.string().optional(),
      }),
      /** Answers late. */
      z.object({ kind: z.literal('delay'), ms: z.int().min(0).max(120_000) }),
      /** Answers with half of its text, as if that were all. */
      z.object({ kind: z.literal('malformed') }),
      /** Hangs up in the middle of the answer. */
      z.object({ kind: z.literal('drop') }),
      /** Answers with another text. */
      z.object({ kind: z.literal('body'), body: z.string() }),
      /** Answers with a text of this length. */
      z.object({ kind: z.literal('long'), bytes: z.int().min(1) }),
    ]),
  )
export type Fault = z.infer<typeof Fault>

/** What a question about an agency meets. */
export const meets =
  (endpoint: Endpoint, agencyId: number) =>
  (fault: Fault): boolean =>
    fault.endpoint === endpoint && (fault.agencyId === undefined || fault.agencyId === agencyId)
