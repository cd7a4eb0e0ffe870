import { z } from 'zod'
import { many, nothing, one } from '../answer.ts'
import { moduleCalls, read, reportBody, write } from '../call.ts'
import { AgentInstant, Instant } from '../dates.ts'
import { LeftOutEntry } from '../entries.ts'
import { event } from '../event.ts'
import { lineText, requiredLine, trueOrFalse, wholeNumber } from '../fields.ts'
import { AgencyId } from '../ids.ts'
import { OutsideWork, underWayRefusal } from '../outside-work.ts'
import { P } from '../permissions.ts'
import { isTestAgency, marketplaceTexts } from '../rules/marketplace.ts'
import { command, post } from '../wire.ts'
import { reportEvents } from './agency-reports.ts'

/** A person at an agency who asked to be registered for the marketplace (spec-001 §3). */
export const Registration = z.object({
  initials: z.string().describe('Initials at the agency; they name the registration.'),
  email: z.string().describe('Address the code was sent to.'),
  confirmed: z.boolean().describe('True once the code was given back.'),
  confirmationCode: z.string().describe('The code; empty once confirmed.'),
  codeExpiration: Instant.describe('When the code expires; ten minutes later the registration is Expired.'),
})
export type Registration = z.infer<typeof Registration>

const OptInUser = z.object({
  initials: z.string().describe('Initials at the agency.'),
  name: z.string().describe('Name; empty when unknown.'),
})

/** A product of the marketplace with its state at one agency (spec-001 §3). */
export const AgencyMarketplaceProduct = z.object({
  id: z.int().describe('Product id.'),
  name: z.string().describe('Name of the product.'),
  providerName: z.string().describe('Name of who provides it.'),
  enabled: z.boolean().describe('True when this agency sees it.'),
  optedIn: z.boolean().describe('True while the agency shares data with it.'),
  optInUser: OptInUser.nullable().describe('Who opted in; null while nobody has.'),
  optInTimeStamp: Instant.nullable().describe('When; null while nobody has.'),
  subscribed: z.boolean().describe('True while a purchase is not cancelled or a trial has not ended.'),
  subscriptionTimestamp: Instant.nullable().describe('When it began; null while there is none.'),
})
export type AgencyMarketplaceProduct = z.infer<typeof AgencyMarketplaceProduct>

/** What a reset of cloud data would remove, and the progress of the current one. */
export const CloudData = z.object({
  clientFiles: z.int().min(0).describe('Client files in the agency storage (location 0).'),
  domainFiles: z.int().min(0).describe('Client files of the domains (locations 4, 5 and 6).'),
  reset: z
    .object({
      allServices: z.boolean().describe('True when the domains are cleared too.'),
      total: z.int().min(0).describe('Files to remove.'),
      removed: z.int().min(0).describe('Files removed so far.'),
      state: OutsideWork,
    })
    .nullable()
    .describe('The reset under way, or the one that ended last; null when there was none.'),
})
export type CloudData = z.infer<typeof CloudData>

const Initials = requiredLine('initials', 10).describe('Initials at the agency.')
const Email = requiredLine('email', 254).describe('Address.')

const common = {
  id: requiredLine('id', 100).describe(
    'Number of the event, given by the software; sent again it changes nothing.',
  ),
  at: AgentInstant.describe('When it happened, by the clock of the agency.'),
}
const registering = { ...common, initials: Initials, email: Email }
const subscribing = {
  ...common,
  productId: wholeNumber('productId', 1, 2_147_483_647).describe('The product.'),
  initials: lineText('initials', 10).default('').describe('Who did it; empty when unknown.'),
}
const opting = {
  ...subscribing,
  initials: Initials,
  name: lineText('name', 100).default('').describe('Name of who did it; empty when unknown.'),
}

/** A marketplace event reported by an agency's software. */
const MarketplaceEvent = z.discriminatedUnion(
  'kind',
  [
    z.object({
      ...registering,
      kind: z.literal('registered').describe('A person asked to be registered.'),
      confirmationCode: requiredLine('confirmationCode', 20).describe(
        'The code that was sent to the address.',
      ),
      codeExpiration: AgentInstant.describe('When the code expires, by the clock of the agency.'),
    }),
    z.object({ ...registering, kind: z.literal('confirmed').describe('The person gave the code back.') }),
    z.object({ ...subscribing, kind: z.literal('purchase').describe('The agency bought the product.') }),
    z.object({ ...subscribing, kind: z.literal('cancellation').describe('It cancelled the product.') }),
    z.object({ ...subscribing, kind: z.literal('trialStart').describe('It began a trial.') }),
    z.object({ ...subscribing, kind: z.literal('trialEnd').describe('A trial ended.') }),
    z.object({ ...opting, kind: z.literal('optedIn').describe('It allowed the product to see its data.') }),
    z.object({ ...opting, kind: z.literal('optedOut').describe('It no longer allows that.') }),
  ],
  'kind must be registered, confirmed, purchase, cancellation, trialStart, trialEnd, optedIn or optedOut.',
)
export type MarketplaceEvent = z.infer<typeof MarketplaceEvent>

/** Limit of one report. */
const maxEvents = 500

/** Events for the end of removing cloud data. */
export const marketplaceEvents = [event('marketplace.cloudDataRemoved', 'Cloud data removed')] as const

const path = '/api/request'
const OfAgency = z.object({ agencyId: AgencyId })
const TestAgency = z.object({ agencyId: AgencyId.refine(isTestAgency, marketplaceTexts.notTest) })
const nothingToReset = [2, marketplaceTexts.nothingToReset] as const

export const marketplace = moduleCalls('marketplace', {
  registrations: read({
    about: 'Everybody of an agency who asked to be registered for the marketplace.',
    at: command(path, 'GetPendingMarketplaceRegistrations'),
    access: 'staff',
    input: OfAgency,
    answer: many(Registration),
  }),
  extend: write({
    about: 'Let the code of an expired registration be valid for ten minutes more.',
    at: command(path, 'ExtendPendingRegistration'),
    access: 'staff',
    event: event('marketplace.registrationExtended', 'Registration reactivated'),
    input: OfAgency.extend({ initials: Initials }),
    answer: one(Registration),
    refusals: {
      none: [2, 'Registration not found'],
      confirmed: [409, marketplaceTexts.confirmed],
      notExpired: [304, marketplaceTexts.notExpired],
    },
  }),
  products: read({
    about: 'Every product of the marketplace as it stands at an agency, hidden ones too, by name.',
    at: command(path, 'GetAgencyMarketplaceProducts'),
    access: 'staff',
    input: OfAgency,
    answer: many(AgencyMarketplaceProduct),
  }),
  cloudData: read({
    about: 'How many client files of an agency a reset would remove, and how far one under way is.',
    at: command(path, 'GetAgencyCloudData'),
    access: 'staff',
    input: OfAgency,
    answer: one(CloudData),
  }),
  reset: write({
    about: 'Remove registrations of a test agency and end its subscriptions and opt-ins; history stays.',
    at: command(path, 'AgencyMarketplaceReset'),
    access: 'staff',
    needs: [P.EditAgencyStatus],
    event: event('marketplace.reset', 'Marketplace reset'),
    input: TestAgency.extend({
      registration: trueOrFalse('registration').describe('True to remove registrations.'),
      initials: lineText('initials', 10).default('').describe('Whose; empty for all.'),
      subscriptions: trueOrFalse('subscriptions').describe('True to end subscriptions and opt-ins.'),
      productId: wholeNumber('productId', 0, 2_147_483_647).default(0).describe('Of which; 0 for all.'),
    }),
    answer: nothing(),
    refusals: { nothingToReset },
  }),
  cloudReset: write({
    about: 'Remove the client files of a test agency from their stores; it goes on after the answer.',
    at: command(path, 'AgencyCloudReset'),
    access: 'staff',
    needs: [P.EditAgencyStatus],
    recent: true,
    event: event('marketplace.cloudReset', 'Cloud reset requested'),
    input: TestAgency.extend({
      allServices: trueOrFalse('allServices').describe(
        'True to clear the domains (locations 4, 5 and 6) too.',
      ),
    }),
    answer: nothing(),
    refusals: { nothingToReset, underWay: underWayRefusal },
  }),
  report: write({
    about: 'An agency’s software reports who registered, subscribed and opted in on the marketplace.',
    at: post('/agent/v1/marketplace'),
    access: 'agent',
    maxBody: reportBody,
    event: [event('marketplace.reported', 'Marketplace reported'), ...reportEvents],
    judged: { list: 'events', noun: 'events' },
    input: z.object({
      events: z
        .array(MarketplaceEvent)
        .max(maxEvents, `A report holds at most ${maxEvents} events.`)
        .describe('In any order; what is older undoes nothing that is newer.'),
    }),
    answer: many(LeftOutEntry),
  }),
})
