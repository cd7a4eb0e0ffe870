import { z } from 'zod'

/** The endpoints of Bandwidth. */
export const endpoints = [
  'token',
  'order',
  'orderHistory',
  'inService',
  'inServiceList',
  'number',
  'numberDetails',
  'campaign',
  'campaigns',
  'campaignNumbers',
  'placeOptions',
  'options',
  'listOptions',
  'messages',
  'sendMessage',
] as const
export type Endpoint = (typeof endpoints)[number]

/** A fault: what goes wrong, at which endpoint and how often; set by `POST /_emu/fault`. */
export const Fault = z
  .object({
    /** Only this endpoint; if omitted, all but the token's. */
    endpoint: z.enum(endpoints).optional(),
    /** Removed after this many answers; if omitted, when all are cleared. */
    times: z.int().min(1).optional(),
  })
  .and(
    z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('status'),
        status: z.int().min(200).max(599),
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
      /** Closes the connection without doing anything. */
      z.object({ kind: z.literal('drop') }),
      /** Does what was requested and closes the connection before answering. */
      z.object({ kind: z.literal('lost') }),
      /** Sends a text of this length. */
      z.object({ kind: z.literal('long'), bytes: z.int().min(1) }),
    ]),
  )
export type Fault = z.infer<typeof Fault>

/** Matches the faults of a request; a token request only those set for it. */
export const meets =
  (endpoint: Endpoint) =>
  (fault: Fault): boolean =>
    fault.endpoint === undefined ? endpoint !== 'token' : fault.endpoint === endpoint
