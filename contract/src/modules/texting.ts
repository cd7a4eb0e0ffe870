import { z } from 'zod'
import { one } from '../answer.ts'
import { moduleCalls, read } from '../call.ts'
import { AgencyId } from '../ids.ts'
import { command } from '../wire.ts'

/** What an agency texts with (spec-001 §3). */
export const AgencyTexting = z.object({
  phones: z
    .array(z.object({ phone: z.string().describe('10 digits, or 11 beginning with 1, as it was given.') }))
    .describe('Its numbers; the first one is the agency phone. Empty without one.'),
  tcrNumber: z.string().describe('Number of the registered campaign; empty without one.'),
  version: z.int().describe('Counts the changes; a write sends back the one it read.'),
})
export type AgencyTexting = z.infer<typeof AgencyTexting>

/** Said wherever an agency has no texting record. */
const noTexting = [
  2,
  'Agency not found. Please make sure they have gone through the Texting Setup process.',
] as const

const requests = '/api/texting/request'

export const texting = moduleCalls('texting', {
  agency: read({
    about: 'The numbers that an agency texts with.',
    at: command(requests, 'GetAgency'),
    access: 'staff',
    input: z.object({ agencyId: AgencyId }),
    answer: one(AgencyTexting),
    refusals: { noTexting },
  }),
})
