import { z } from 'zod'

/** What can be asked of Bandwidth. */
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

/** What goes wrong, where and how often; `POST /_emu/fault` takes one. */
export const Fault = z
  .object({
    /** One kind of question only; all but the token's without it. */
    endpoint: z.enum(endpoints).optional(),
    /** Gone after so many answers; without it, until all are cleared. */
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
      /** Answers late. */
      z.object({ kind: z.literal('delay'), ms: z.int().min(0).max(120_000) }),
      /** Answers with half of its text, as if that were all. */
      z.object({ kind: z.literal('malformed') }),
      /** Hangs up without doing anything. */
      z.object({ kind: z.literal('drop') }),
      /** Does what it was asked and hangs up before it has answered. */
      z.object({ kind: z.literal('lost') }),
      /** Answers with a text of this length. */
      z.object({ kind: z.literal('long'), bytes: z.int().min(1) }),
    ]),
  )
export type Fault = z.infer<typeof Fault>

/** What a question meets; that for a token only what is set for it. */
export const meets =
  (endpoint: Endpoint) =>
  (fault: Fault): boolean =>
    fault.endpoint === undefined ? endpoint !== 'token' : fault.endpoint === endpoint
