import { z } from 'zod'
import { faultKinds, times } from '../faults.ts'
import { listNames, type Mode, modes } from './suppressions.ts'

/** The endpoints of SendGrid: a suppression list, global unsubscribes, sending. */
export const endpoints = [...listNames, 'global', 'send'] as const
export type Endpoint = (typeof endpoints)[number]

/** A fault: what goes wrong, at which endpoint, in which account and how often. */
export const Fault = z
  .object({
    endpoint: z.enum(endpoints).optional().describe('All without it.'),
    method: z.enum(['GET', 'POST', 'DELETE']).optional().describe('All without it.'),
    mode: z.enum(modes).optional().describe('Both without it.'),
    times,
  })
  .and(
    z.discriminatedUnion('kind', [
      ...faultKinds,
      z
        .object({ kind: z.literal('partial'), count: z.int().min(0) })
        .describe('Deletes only the first so many, and the connection is closed without an answer.'),
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
