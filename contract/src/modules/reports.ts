import { z } from 'zod'
import { many, raw, streamed } from '../answer.ts'
import { audited, moduleCalls, read } from '../call.ts'
import { Instant, isInOrder, notInOrder } from '../dates.ts'
import { event } from '../event.ts'
import { trimmedText, wholeNumber } from '../fields.ts'
import { AgencyId } from '../ids.ts'
import { fileReports, isTimeZone, maxReportRows } from '../rules/reports.ts'
import { command, get } from '../wire.ts'

/** A product for which there are reports (spec-002 §3). */
export const ReportProduct = z.object({
  productId: z.int().describe('Number of the product.'),
  name: z.string().describe('Its name; with ‘ (deleted)’ behind it where it is gone and events are left.'),
  keyId: z.int().describe('3 e-signature, 5 texting, else 0.'),
})
export type ReportProduct = z.infer<typeof ReportProduct>

/** An agency that is or was subscribed to a product (spec-002 §3). */
export const BillingRow = z.object({
  agencyId: AgencyId,
  name: z.string().describe('Name of the agency now; empty when missing.'),
  subscribed: z.boolean().describe('A purchase that was not cancelled, or a trial that has not ended.'),
  status: z.int().describe('0 active, otherwise pending.'),
  subscriptionStarted: Instant.describe('The last start.'),
  subscriptionStopped: Instant.nullable().describe('The stop after that start; null while there is none.'),
})
export type BillingRow = z.infer<typeof BillingRow>

/** The state of an agency for a product (spec-002 §3). */
export const ActivationRow = z.object({
  agencyId: AgencyId,
  visible: z.boolean().describe('The agency sees the product.'),
  subscribed: z.boolean().describe('A purchase that was not cancelled, or a trial that has not ended.'),
  enabled: z.boolean().describe('The status of the product at the agency is 0.'),
  optedIn: z.boolean().describe('Its data are shared with the vendor.'),
  optInDate: Instant.nullable().describe('The last opt-in; null when there was none.'),
  name: z.string().describe('Who decided it at the agency; empty when there was none.'),
  initials: z.string().describe('Initials of that person; empty when there was none.'),
})
export type ActivationRow = z.infer<typeof ActivationRow>

/** An event of a subscription (spec-002 §3). */
export const SubscriptionEvent = z.object({
  id: z.int().describe('Number of the event; the recordId of SetESignatureBillingRecordProcessed.'),
  agencyId: AgencyId,
  agencyName: z.string().describe('Name of the agency now; empty when missing.'),
  eventDate: Instant,
  subscriptionStatus: z
    .int()
    .describe(
      '0 purchase, 1 cancellation, 2 trial start, 3 trial end; at e-signature 1 subscribed, -1 unsubscribed.',
    ),
  emailAddress: z.string().describe('Who did it, where that is known by an address; else empty.'),
  isProcessed: z.boolean().describe('Billing has dealt with it; set at e-signature only.'),
  version: z.int().describe('Counts the changes of that mark; 0 while it was never set.'),
})
export type SubscriptionEvent = z.infer<typeof SubscriptionEvent>

const path = '/api/request'
const noProduct = { noProduct: [2, 'Product not found'] as const }
const ProductId = wholeNumber('productId', 1, 2_147_483_647).describe('Number of the product.')
const Most = wholeNumber('most', 1, maxReportRows + 1)
  .optional()
  .describe('At most so many rows, the first ones in the order of the report; without it all.')
const text = trimmedText('text', 200)
  .optional()
  .describe('Somewhere in the padded agency id or the name; case does not matter.')
const flag = (name: string) => wholeNumber(name, 0, 2).optional().describe('0 any, 1 yes, 2 no.')

/** Numbers in a URL arrive as text. */
const typed = <N extends z.ZodType<unknown, number>>(name: string, number: N) =>
  z
    .string()
    .regex(/^-?[0-9]{1,10}$/, `${name} must be a whole number.`)
    .transform(Number)
    .pipe(number)
const typedFlag = (name: string) =>
  typed(name, wholeNumber(name, 0, 2))
    .optional()
    .describe('Activation: 0 any, 1 yes, 2 no.')

const fromTo = {
  from: Instant.optional().describe('Events of this instant or later.'),
  to: Instant.optional().describe('Events before this instant.'),
}
const eventFilter = wholeNumber('event', -1, 1)
const turnFilter = wholeNumber('sign', -1, 1)

export const reports = moduleCalls('reports', {
  products: read({
    about: 'The products that reports can be asked for, from A to Z.',
    at: command(path, 'ReportProductListing'),
    access: 'staff',
    input: z.object({}),
    answer: many(ReportProduct),
  }),
  subscriptionProducts: read({
    about: 'The same products, for the subscription event report.',
    at: command(path, 'SubscriptionReportProducts'),
    access: 'staff',
    input: z.object({}),
    answer: many(ReportProduct),
  }),
  billing: read({
    about: 'Every agency that was ever subscribed to a product, by agency id.',
    at: command(path, 'ReportProductBilling'),
    access: 'staff',
    heavy: true,
    replica: true,
    input: z.object({ productId: ProductId, most: Most, text }),
    answer: streamed(BillingRow),
    refusals: noProduct,
  }),
  activation: read({
    about: 'Every agency that has to do with a product, by agency id.',
    at: command(path, 'ReportProductActivation'),
    access: 'staff',
    heavy: true,
    replica: true,
    input: z.object({
      productId: ProductId,
      most: Most,
      visible: flag('visible'),
      enabled: flag('enabled'),
      subscribed: flag('subscribed'),
      optedIn: flag('optedIn'),
    }),
    answer: streamed(ActivationRow),
    refusals: noProduct,
  }),
  subscriptionEvents: read({
    about: 'What happened to the subscriptions of a product, newest first.',
    at: command(path, 'SubscriptionReportEvents'),
    access: 'staff',
    heavy: true,
    replica: true,
    input: z
      .object({
        productId: ProductId.optional(),
        keyId: wholeNumber('keyId', 0, 2_147_483_647)
          .optional()
          .describe('Its key, which goes before productId; 0 for none.'),
        most: Most,
        ...fromTo,
        event: eventFilter.optional().describe('-1 any, 0 purchases, 1 cancellations.'),
        sign: turnFilter.optional().describe('E-signature: 0 any, 1 subscribed, -1 unsubscribed.'),
        processed: wholeNumber('processed', 0, 2)
          .optional()
          .describe('E-signature: 0 any, 1 those billing has dealt with, 2 those it has not.'),
      })
      .refine(({ productId, keyId = 0 }) => productId !== undefined || keyId > 0, {
        error: 'Give productId or keyId.',
        path: ['productId'],
      })
      .refine(isInOrder, notInOrder),
    answer: streamed(SubscriptionEvent),
    refusals: noProduct,
  }),
  csv: audited({
    about: 'A report as CSV with all its rows, streamed; dates in the zone that is named.',
    at: get('/api/reports/{report}/csv'),
    access: 'staff',
    heavy: true,
    replica: true,
    event: event('reports.exported', 'Report exported'),
    input: z
      .object({
        report: z
          .enum(fileReports, `report must be one of ${fileReports.join(', ')}.`)
          .describe('Which report.'),
        productId: typed('productId', ProductId).describe('Number of the product.'),
        zone: z
          .string('zone must be a time zone such as America/Denver.')
          .max(64, 'zone must be a time zone such as America/Denver.')
          .refine(isTimeZone, 'zone must be a time zone such as America/Denver.')
          .describe('IANA time zone in which dates are written.'),
        text: text.describe('Billing: somewhere in the padded agency id or the name.'),
        visible: typedFlag('visible'),
        enabled: typedFlag('enabled'),
        subscribed: typedFlag('subscribed'),
        optedIn: typedFlag('optedIn'),
        ...fromTo,
        event: typed('event', eventFilter)
          .optional()
          .describe('Subscription events: -1 any, 0 purchases, 1 cancellations.'),
        sign: typed('sign', turnFilter)
          .optional()
          .describe('Events of e-signature: 0 any, 1 subscribed, -1 unsubscribed.'),
        processed: typed('processed', wholeNumber('processed', 0, 2))
          .optional()
          .describe('Events of e-signature: 0 any, 1 those billing has dealt with, 2 those it has not.'),
      })
      .refine(isInOrder, notInOrder),
    answer: raw('text/csv; charset=utf-8'),
  }),
})
