import { z } from 'zod'
import { nothing, one } from '../answer.ts'
import { moduleCalls, read, reportBody, signal, write } from '../call.ts'
import { event } from '../event.ts'
import { AgencyId } from '../ids.ts'
import { command, post } from '../wire.ts'
import { ReportedMessage, reportOf, TextingEvent } from './texting-reports.ts'

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

const reported = event('texting.reported', 'Texting set-up reported')

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
  reportSetUp: write({
    about: 'An agency’s software tells how texting was set up.',
    at: post('/agent/v1/texting'),
    access: 'agent',
    maxBody: reportBody,
    event: reported,
    input: z.object({ events: reportOf(TextingEvent).describe('What happened, in any order.') }),
    answer: nothing(),
    refusals: { taken: [409, 'This number belongs to another agency.'] },
  }),
  reportMessages: signal({
    about: 'An agency’s software tells of text messages; those of the last 180 days are kept.',
    at: post('/agent/v1/messages'),
    access: 'agent',
    maxBody: 4 * reportBody,
    input: z.object({ events: reportOf(ReportedMessage).describe('The messages, in any order.') }),
    answer: nothing(),
  }),
})
