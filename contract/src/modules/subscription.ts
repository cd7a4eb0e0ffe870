import { z } from 'zod'
import { many, one, text } from '../answer.ts'
import { read, moduleCalls } from '../call.ts'
import { AgencyIdText } from '../ids.ts'
import { providerRefusals } from '../provider-refusals.ts'
import { get } from '../wire.ts'

const word = (about: string) => z.string().nullable().describe(about)

/** A contact of an agency at the back office. */
export const Contact = z.object({
  PersonId: z.int().nullable().describe('Number of the person at the back office.'),
  Name: word('Full name; null when missing.'),
  Initials: word('Initials the agency knows the person by; null when missing.'),
  Email: word('Address; null when missing.'),
})
export type Contact = z.infer<typeof Contact>

/** The licensed seats of an agency. */
export const LicensedSeats = z.object({
  Total: z.int().nullable().describe('How many seats are licensed.'),
  IsLocal: z.boolean().nullable().describe('True where the software runs at the agency.'),
  HostingType: word('Where it is hosted, for example Cloud; null when missing.'),
  Users: z
    .array(
      z.object({
        Username: word('Name the user signs in with.'),
        FirstName: word('First name.'),
        LastName: word('Last name.'),
        Email: word('Address.'),
      }),
    )
    .describe('Who holds a license.'),
})
export type LicensedSeats = z.infer<typeof LicensedSeats>

const refusals = {
  notFound: [2, 'The back office does not know this agency.'],
  ...providerRefusals('The back office'),
} as const

const input = z.object({ agencyId: AgencyIdText })

export const subscription = moduleCalls('subscription', {
  billing: read({
    about: "An agency's billing cycle, as JSON text for the client to parse.",
    at: get('/api/subscription/billing/{agencyId}/billingcycle'),
    access: 'staff',
    input,
    answer: one(z.string().describe('JSON text as the back office wrote it; may be malformed.')),
    refusals,
  }),
  contacts: read({
    about: "An agency's contacts, the main one first.",
    at: get('/api/subscription/contact/{agencyId}/main'),
    access: 'staff',
    input,
    answer: many(Contact),
    refusals,
  }),
  licensedSeats: read({
    about: 'The seats an agency has licensed, and for whom.',
    at: get('/api/subscription/datecode/client/seats/{agencyId}'),
    access: 'staff',
    input,
    answer: one(LicensedSeats),
    refusals,
  }),
  dateCode: read({
    about: "An agency's raw license (XML) as plain text; refusals come as an envelope.",
    at: get('/api/subscription/datecode/client/{agencyId}'),
    access: 'staff',
    input,
    answer: text(),
    refusals,
  }),
})
