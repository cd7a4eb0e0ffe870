import { z } from 'zod'

/** The endpoints of the back office. */
export const endpoints = ['billing', 'contacts', 'seats', 'license'] as const
export type Endpoint = (typeof endpoints)[number]

/** A fault: what goes wrong, at which endpoint, for whom and how often; set by `POST /_emu/fault`. */
export const Fault = z
  .object({
    endpoint: z.enum(endpoints),
    /** Only this agency; all if omitted. */
    agencyId: z.int().optional(),
    /** Removed after this many answers; if omitted, when all are cleared. */
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
      /** Delays the answer. */
      z.object({ kind: z.literal('delay'), ms: z.int().min(0).max(120_000) }),
      /** Sends half of the text, as if it were all. */
      z.object({ kind: z.literal('malformed') }),
      /** Closes the connection in the middle of the answer. */
      z.object({ kind: z.literal('drop') }),
      /** Sends another text. */
      z.object({ kind: z.literal('body'), body: z.string() }),
      /** Sends a text of this length. */
      z.object({ kind: z.literal('long'), bytes: z.int().min(1) }),
    ]),
  )
export type Fault = z.infer<typeof Fault>

/** Matches the faults of a request about an agency. */
export const meets =
  (endpoint: Endpoint, agencyId: number) =>
  (fault: Fault): boolean =>
    fault.endpoint === endpoint && (fault.agencyId === undefined || fault.agencyId === agencyId)
