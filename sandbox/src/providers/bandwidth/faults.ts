import { z } from 'zod'
import { faultKinds, times } from '../faults.ts'

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

/** A fault: what goes wrong, at which endpoint and how often. */
export const Fault = z
  .object({ endpoint: z.enum(endpoints).optional().describe('All but the token without it.'), times })
  .and(z.discriminatedUnion('kind', faultKinds))
export type Fault = z.infer<typeof Fault>

/** Matches the faults of a request; a token request only those set for it. */
export const meets =
  (endpoint: Endpoint) =>
  (fault: Fault): boolean =>
    fault.endpoint === undefined ? endpoint !== 'token' : fault.endpoint === endpoint
