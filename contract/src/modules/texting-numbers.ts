import { z } from 'zod'
import { nothing, one } from '../answer.ts'
import { read, write } from '../call.ts'
import { Instant } from '../dates.ts'
import { event } from '../event.ts'
import { lastChange, ReadVersion, refusedBy, trimmedText, trueOrFalse, wholeNumber } from '../fields.ts'
import { AgencyId } from '../ids.ts'
import { OutsideWork, underWayRefusal } from '../outside-work.ts'
import { P } from '../permissions.ts'
import { providerRefusals } from '../provider-refusals.ts'
import { incompleteSentence, isTcrNumber, textingKey, whyNotOrderId, whyNotPhone } from '../rules/texting.ts'
import { command } from '../wire.ts'

/** The order that brought an agency its number, with its current state at Bandwidth (spec-001 §3). */
const NumberOrder = z.object({
  orderId: z.string().describe('Its id at Bandwidth.'),
  status: z.int().describe('0 pending, 1 completed, -1 failed.'),
  error: z.string().describe('What Bandwidth could not do; empty while all is well.'),
  ts: Instant.nullable().describe('When it changed last; null for an order that Bandwidth does not know.'),
})

/** Our record of an agency next to Bandwidth's. */
const TextingComparison = z.object({
  phone: z.string().describe('Our number of the agency, 10 or 11 digits; empty without one.'),
  inService: z.boolean().describe('True when the number is in service in our account at Bandwidth.'),
  tcrNumber: z.string().describe('Our campaign of the agency; empty without one.'),
  bandwidthTcrNumber: z.string().describe('The campaign that Bandwidth has the number in; empty for none.'),
  campaignStatus: z
    .string()
    .describe("Bandwidth's own word for the state of our campaign, such as ACTIVE; empty where unknown."),
})

/** An agency's work in progress at Bandwidth. */
const TextingWork = z.object({
  newPhone: z.string().describe('The number that an order still has to bring; empty without one.'),
  number: OutsideWork.nullable().describe(
    'The change of number; null where there was none, or where it ended and the number was changed since.',
  ),
  campaign: OutsideWork.nullable().describe(
    'What brings the campaign along; null where there was none, or where it ended and the TCR number was changed since.',
  ),
})

const NewPhone = trimmedText('phoneNumber', 20)
  .superRefine(refusedBy(whyNotPhone))
  .describe('10 digits, or 11 beginning with 1; kept as it is given.')

const tcrSentence = 'number must be 1 to 20 letters or digits.'
const TcrNumber = trimmedText('number', 20)
  .refine(isTcrNumber, tcrSentence)
  .describe('Number of the campaign.')

/** Who changed a value meanwhile, and both values. */
const Stale = z.object({
  ...lastChange,
  current: z.string().describe('The value as it is now; empty for none.'),
  yours: z.string().describe('The value that was sent.'),
  version: z.int().describe('Send this one to overwrite knowingly.'),
})

const requests = '/api/texting/request'
const admin = '/api/texting/admin'

const bandwidthRefusals = providerRefusals('Bandwidth')

/** The refusal for an agency without a texting record. */
export const noTexting = [
  2,
  'Agency not found. Please make sure they have gone through the Texting Setup process.',
] as const

const phoneEvents = [
  event('texting.phoneChanged', 'Phone number changed'),
  event('texting.phoneAsked', 'Phone number asked for'),
  event('texting.phoneRefused', 'New phone number not given'),
]
const campaignEvents = [
  event('texting.campaignSet', 'Campaign set at Bandwidth'),
  event('texting.campaignRefused', 'Campaign refused'),
]
const tcrChanged = event('texting.tcrChanged', 'TCR number changed')
const tcrCompared = event('texting.tcrCompared', 'TCR number compared')
const tcrRemoved = event('texting.tcrRemoved', 'TCR number removed')

const phoneRefusals = {
  noTexting,
  notInService: [422, 'This number is not in service at Bandwidth.'],
  taken: [
    409,
    'This number belongs to agency {id8}.',
    z.object({ id8: z.string().describe('Who has the number, 8 digits.') }),
  ],
  underWay: underWayRefusal,
  stale: [
    409,
    '{changedBy} changed the phone number to {current} at {changedAt}. Your number was not saved.',
    Stale,
  ],
  ...bandwidthRefusals,
} as const

const setTcrNumber = {
  access: 'staff',
  needs: [P.CanManageTexting],
  event: [tcrChanged, tcrCompared, ...campaignEvents],
  input: z.object({ agencyId: AgencyId, number: TcrNumber, version: ReadVersion }),
  answer: nothing(),
  refusals: {
    noTexting,
    stale: [
      409,
      '{changedBy} changed the TCR number to {current} at {changedAt}. Your number was not saved.',
      Stale,
    ],
  },
} as const

const statusChanged = event('texting.productStatusChanged', 'Product status changed')
const ProductKey = wholeNumber('productKey', 0, 2_147_483_647).describe('Key of the product; texting has 5.')
const ProductStatus = z
  .union([z.literal(0), z.literal(1)], 'Invalid status')
  .describe('0 enabled, 1 pending or disabled.')
const AgencyProductStatus = z.object({ productKey: ProductKey, status: ProductStatus })
const noProduct = [2, 'Product not found'] as const

/** The calls of the texting module that involve Bandwidth. */
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
    refusals: { noTexting, ...bandwidthRefusals },
  }),
  work: read({
    about: 'What goes on at Bandwidth for an agency, or what came of it last.',
    at: command(requests, 'GetTextingWork'),
    access: 'staff',
    input: z.object({ agencyId: AgencyId }),
    answer: one(TextingWork),
  }),
  setPhone: write({
    about: 'Give an agency the number of an order that stands at Bandwidth; a pending one brings it later.',
    at: command(admin, 'AdminSetAgencyPhoneNumber'),
    access: 'staff',
    needs: [P.CanManageTexting],
    recent: true,
    outside: true,
    event: phoneEvents,
    input: z.object({
      agencyId: AgencyId,
      phoneNumber: NewPhone,
      orderId: trimmedText('orderId', 64)
        .superRefine(refusedBy(whyNotOrderId))
        .describe('Id of the order at Bandwidth: 1 to 64 letters, digits or dashes.'),
      isStandardOrder: trueOrFalse('isStandardOrder').describe('False for an order of hosted numbers.'),
      version: ReadVersion,
    }),
    answer: one(z.object({ pending: z.boolean().describe('True when the order has yet to complete.') })),
    refusals: {
      ...phoneRefusals,
      orderUnknown: [422, 'Order not found at Bandwidth.'],
      orderFailed: [422, 'The order failed at Bandwidth.'],
      orderWithoutNumber: [422, 'The order does not hold this number.'],
    },
  }),
  setInServicePhone: write({
    about: 'Give an agency a number that is in service, without an order.',
    at: command(requests, 'SetAgencyPhoneToInServiceNumber'),
    access: 'staff',
    needs: [P.CanManageTexting],
    recent: true,
    outside: true,
    event: phoneEvents,
    input: z.object({ agencyId: AgencyId, phoneNumber: NewPhone, version: ReadVersion }),
    answer: nothing(),
    refusals: phoneRefusals,
  }),
  setTcrNumber: write({
    ...setTcrNumber,
    about: 'Give an agency another TCR number; the campaign follows at Bandwidth.',
    at: command(admin, 'SetTCRNumber'),
  }),
  setTcrNumberByRequest: write({
    ...setTcrNumber,
    about: 'The same as SetTCRNumber of /api/texting/admin.',
    at: command(requests, 'SetTCRNumber'),
  }),
  removeTcrNumber: write({
    about:
      'Take the TCR number from an agency; texting is pending again, and the campaign follows at Bandwidth.',
    at: command(admin, 'AdminDeleteTCRNumber'),
    access: 'staff',
    needs: [P.CanManageTexting],
    event: [tcrRemoved, ...campaignEvents],
    input: z.object({ agencyId: AgencyId }),
    answer: nothing(),
    refusals: { noTcrNumber: [2, 'The agency has no TCR number.'] },
  }),
  productStatus: read({
    about: 'Whether an agency has a product enabled; what nothing is stored of is pending.',
    at: command('/api/request', 'GetAgencyProductStatus'),
    access: 'staff',
    input: z.object({ agencyId: AgencyId, productKey: ProductKey }),
    answer: one(AgencyProductStatus),
    refusals: { noProduct },
  }),
  setProductStatus: write({
    about: 'Enable or disable a product of an agency; texting only with a phone and a TCR number.',
    at: command('/api/request', 'UpdateAgencyProductStatus'),
    access: 'staff',
    needs: ({ productKey }) => [productKey === textingKey ? P.CanManageTexting : P.ApplicationManagement],
    event: statusChanged,
    input: z.object({ agencyId: AgencyId, productKey: ProductKey, status: ProductStatus }),
    answer: one(AgencyProductStatus),
    refusals: { noProduct, incomplete: [422, incompleteSentence] },
  }),
}
