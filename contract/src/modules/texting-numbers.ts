import { z } from 'zod'
import { one } from '../answer.ts'
import { read } from '../call.ts'
import { Instant } from '../dates.ts'
import { AgencyId } from '../ids.ts'
import { providerRefusals } from '../provider-refusals.ts'
import { command } from '../wire.ts'

/** The order by which an agency got its number, as Bandwidth tells it now (spec-001 §3). */
const NumberOrder = z.object({
  orderId: z.string().describe('Its id at Bandwidth.'),
  status: z.int().describe('0 pending, 1 completed, -1 failed.'),
  error: z.string().describe('What Bandwidth could not do; empty while all is well.'),
  ts: Instant.nullable().describe('When it changed last; null for an order that Bandwidth does not know.'),
})

/** Our record of an agency beside what Bandwidth holds. */
const TextingComparison = z.object({
  phone: z.string().describe('Our number of the agency, 10 or 11 digits; empty without one.'),
  inService: z.boolean().describe('True when the number is in service in our account at Bandwidth.'),
  tcrNumber: z.string().describe('Our campaign of the agency; empty without one.'),
  bandwidthTcrNumber: z.string().describe('The campaign that Bandwidth has the number in; empty for none.'),
  campaignStatus: z
    .string()
    .describe("Bandwidth's own word for the state of our campaign, such as ACTIVE; empty where unknown."),
})

const requests = '/api/texting/request'
const bandwidthRefusals = providerRefusals('Bandwidth')

/** The calls of the module texting that speak with Bandwidth. */
export const numberCalls = {
  orderInformation: read({
    about: 'The last order known of an agency, asked of Bandwidth at this moment.',
    at: command(requests, 'GetOrderInformation'),
    access: 'staff',
    input: z.object({ agencyId: AgencyId }),
    answer: one(NumberOrder),
    refusals: { noOrder: [2, 'No order information found'], ...bandwidthRefusals },
  }),
  comparison: read({
    about: 'Our number and campaign of an agency beside what Bandwidth holds, asked at this moment.',
    at: command(requests, 'CompareWithBandwidth'),
    access: 'staff',
    input: z.object({ agencyId: AgencyId }),
    answer: one(TextingComparison),
    refusals: {
      noTexting: [2, 'Agency not found. Please make sure they have gone through the Texting Setup process.'],
      ...bandwidthRefusals,
    },
  }),
}
