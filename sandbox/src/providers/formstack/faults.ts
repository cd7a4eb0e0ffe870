import { z } from 'zod'
import { faultKinds, times } from '../faults.ts'

/** The endpoints of Formstack. */
export const endpoints = ['token', 'group', 'user', 'users', 'patch', 'delete'] as const
export type Endpoint = (typeof endpoints)[number]

/** A fault: what goes wrong, at which endpoint, for which resource and how often. */
export const Fault = z
  .object({
    endpoint: z.enum(endpoints).optional().describe('All without it.'),
    id: z.string().optional().describe('One group or user only; all without it.'),
    times,
  })
  .and(z.discriminatedUnion('kind', faultKinds))
export type Fault = z.infer<typeof Fault>

/** Matches the faults of a request about a group or user. */
export const meets =
  (endpoint: Endpoint, id: string) =>
  (fault: Fault): boolean =>
    (fault.endpoint === undefined || fault.endpoint === endpoint) &&
    (fault.id === undefined || fault.id === id)
