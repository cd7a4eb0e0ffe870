import { z } from 'zod'
import { faultKinds, times } from '../faults.ts'

/** The endpoints of the back office. */
export const endpoints = ['billing', 'contacts', 'seats', 'license'] as const
export type Endpoint = (typeof endpoints)[number]

/** A fault: what goes wrong, at which endpoint, for whom and how often. */
export const Fault = z
  .object({
    endpoint: z.enum(endpoints),
    agencyId: z.int().optional().describe('All without it.'),
    times,
  })
  .and(z.discriminatedUnion('kind', faultKinds))
export type Fault = z.infer<typeof Fault>

/** Matches the faults of a request about an agency. */
export const meets =
  (endpoint: Endpoint, agencyId: number) =>
  (fault: Fault): boolean =>
    fault.endpoint === endpoint && (fault.agencyId === undefined || fault.agencyId === agencyId)
