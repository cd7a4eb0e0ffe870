import { z } from 'zod'
import { many, nothing, one, streamed } from '../answer.ts'
import { audited, moduleCalls, read, reportBody, signal, signalWithEvents, write } from '../call.ts'
import { Instant } from '../dates.ts'
import { LeftOutEntry } from '../entries.ts'
import { event } from '../event.ts'
import { trimmedText, wholeNumber } from '../fields.ts'
import { AgencyId } from '../ids.ts'
import { command, hook, post } from '../wire.ts'
import { reportEvents } from './agency-reports.ts'
import { BandwidthMessageEvent, OrderNotification } from './bandwidth-shapes.ts'
import { noTexting, numberCalls } from './texting-numbers.ts'
import { messagesBody, ReportedMessage, reportShape, TextingEvent } from './texting-shapes.ts'

/** The texting record of an agency (spec-001 §3). */
export const AgencyTexting = z.object({
  phones: z
    .array(z.object({ phone: z.string().describe('10 digits, or 11 beginning with 1, as it was given.') }))
    .describe('Its numbers; the first one is the agency phone. Empty without one.'),
  tcrNumber: z.string().describe('Number of the registered campaign; empty without one.'),
  version: z.int().describe('Counts the changes; a write sends back the one it read.'),
})
export type AgencyTexting = z.infer<typeof AgencyTexting>

/** A text message with its delivery state (spec-001 §3). */
export const TextMessage = z.object({
  id: z.string().describe('The agency’s own id of it.'),
  bandwidthMessageId: z.string().describe('The provider’s id of it; empty while it has none.'),
  source: z.int().describe('0 sent by the agency, 1 received.'),
  intPhone: z.string().describe('The agency’s number.'),
  extPhone: z.string().describe('The outside number.'),
  type: z.int().describe('0 Text, 1 OptInRequest, 2 OptInResponse, 3 Farewell.'),
  status: z.int().describe('0 Sending, 1 Sent, 2 Delivered, 3 Error, 4 Warning.'),
  statusTS: Instant.describe('Since when it has this status.'),
  errorCode: z.int().describe('The provider’s error code; 0 for none.'),
  errLong: z.string().describe('What the code means; empty without one.'),
  attachments: z.array(z.string()).describe('Names of the files sent with it.'),
  text: z.string().describe('What was written.'),
})
export type TextMessage = z.infer<typeof TextMessage>

const fromFirst = 'From the first number after none.'
const tcrFields = {
  agencyId: AgencyId,
  tcrNumber: z.string().describe('Number of the registered campaign.'),
  createdBy: z.string().describe(`Who set it: a person’s name, or agency. ${fromFirst}`),
  createdOn: Instant.describe(fromFirst),
  updatedBy: z.string().describe('Who changed it last: a person’s name, or agency.'),
  updatedOn: Instant.describe('When that was.'),
}

/** An orphaned campaign (spec-002 §3). */
export const TcrOrphan = z.object(tcrFields)
export type TcrOrphan = z.infer<typeof TcrOrphan>

/** A line of the TCR report (spec-002 §3). */
export const TcrRecord = z.object({
  ...tcrFields,
  phoneNumber: z.string().describe('The agency’s number as it was given; empty without one.'),
})
export type TcrRecord = z.infer<typeof TcrRecord>

/** An agency with texting, in the list of all (AdminGetAgencyInformation). */
export const TextingAgency = z.object({
  agencyId: AgencyId,
  phones: z
    .array(z.object({ phone: z.string().describe('As it was given.') }))
    .describe('Its numbers; empty without one.'),
  tcrNumber: z.string().describe('Number of the registered campaign; empty without one.'),
  status: z.int().describe('Status of the product texting: 0 enabled, 1 pending or disabled.'),
})
export type TextingAgency = z.infer<typeof TextingAgency>

/** Spans by which messages are counted. */
export const metricsIntervals = ['hour', 'day', 'week', 'month'] as const
export type MetricsInterval = (typeof metricsIntervals)[number]
/** Number of spans in an answer. */
const metricsQuantity = 5

/** The number of messages or conversations in a span. */
export const MetricsCount = z.object({
  period: Instant.describe('The first instant of the span, aligned to UTC.'),
  count: z.int().describe('How many there were in it; so far, in the last one.'),
})
export type MetricsCount = z.infer<typeof MetricsCount>

const Metrics = z.object({
  agencyId: AgencyId.optional().describe('Only this agency; absent for all.'),
  interval: z
    .enum(metricsIntervals, 'interval must be hour, day, week or month.')
    .describe('What a span is counted in.'),
  intervalPeriod: wholeNumber('intervalPeriod', 1, 24).describe('How many of these make one span.'),
  quantity: z
    .literal(metricsQuantity, `quantity must be ${metricsQuantity}.`)
    .describe('How many spans; the last one is running.'),
})

const reported = event('texting.reported', 'Texting set-up reported')

const messageRead = event('texting.messageRead', 'Text message looked up')

const requests = '/api/texting/request'
const admin = '/api/texting/admin'
const all = '/api/texting/admin/all'

export const texting = moduleCalls('texting', {
  agency: read({
    about: 'The numbers that an agency texts with.',
    at: command(requests, 'GetAgency'),
    access: 'staff',
    input: z.object({ agencyId: AgencyId }),
    answer: one(AgencyTexting),
    refusals: { noTexting },
  }),
  message: audited({
    about: 'One text message by its id or the provider’s, with its current status at the provider.',
    at: command(admin, 'AdminGetMessageById'),
    access: 'staff',
    event: messageRead,
    input: z.object({
      agencyId: AgencyId,
      messageId: trimmedText('messageId', 100)
        .min(1, 'messageId must be 1 to 100 characters.')
        .describe('The agency’s own id of it, or the provider’s.'),
    }),
    answer: one(TextMessage),
    refusals: { notFound: [2, 'Message not found'] },
  }),
  sentMessages: read({
    about: 'How many messages were sent in each of the last spans of time, oldest first.',
    at: command(admin, 'MetricsGetSentMessages'),
    access: 'staff',
    input: Metrics,
    answer: many(MetricsCount),
  }),
  receivedMessages: read({
    about: 'How many messages were received in each of the last spans of time, oldest first.',
    at: command(admin, 'MetricsGetReceivedMessages'),
    access: 'staff',
    input: Metrics,
    answer: many(MetricsCount),
  }),
  conversations: read({
    about: 'With how many outside numbers messages were exchanged in each of the last spans of time.',
    at: command(admin, 'MetricsGetConversations'),
    access: 'staff',
    input: Metrics,
    answer: many(MetricsCount),
  }),
  tcrRecords: read({
    about: 'All agencies with a TCR number, by agency id.',
    at: command(admin, 'AdminGetTCRInformation'),
    access: 'staff',
    heavy: true,
    input: z.object({}),
    answer: streamed(TcrRecord),
  }),
  tcrOrphans: read({
    about: 'TCR numbers without a phone number, or of an agency that does not exist, by agency id.',
    at: command(admin, 'AdminGetTCROrphans'),
    access: 'staff',
    heavy: true,
    input: z.object({}),
    answer: streamed(TcrOrphan),
  }),
  ...numberCalls,
  agencies: read({
    about: 'All agencies with a texting record, by agency id.',
    at: command(all, 'AdminGetAgencyInformation'),
    access: 'staff',
    heavy: true,
    input: z.object({}),
    answer: streamed(TextingAgency),
  }),
  agencyCount: read({
    about: 'How many agencies have a texting record.',
    at: command(all, 'AdminGetAgencyCount'),
    access: 'staff',
    input: z.object({}),
    answer: one(z.object({ count: z.int().describe('How many there are.') })),
  }),
  reportSetUp: write({
    about: 'An agency’s software reports how texting was set up.',
    at: post('/agent/v1/texting'),
    access: 'agent',
    maxBody: reportBody,
    event: [reported, ...reportEvents],
    judged: { list: 'events', noun: 'events' },
    input: z.object({ events: reportShape(TextingEvent).describe('What happened, in any order.') }),
    answer: many(LeftOutEntry),
  }),
  reportMessages: signalWithEvents({
    about: 'An agency’s software reports text messages; those of the last 180 days are kept.',
    at: post('/agent/v1/messages'),
    access: 'agent',
    maxBody: messagesBody,
    event: reportEvents,
    judged: { list: 'events', noun: 'messages' },
    input: z.object({ events: reportShape(ReportedMessage).describe('The messages, in any order.') }),
    answer: many(LeftOutEntry),
  }),
  messageEvents: signal({
    about: 'Bandwidth reports what became of text messages; what was reported before changes nothing.',
    at: hook('/webhooks/bandwidth/messages', { proof: 'bandwidth', body: 'json' }),
    access: 'provider',
    input: z.array(BandwidthMessageEvent, 'The body must be a list of events.'),
    answer: nothing(),
  }),
  orderEvents: signal({
    about: 'Bandwidth reports that an order has ended; whoever waits for it asks at once.',
    at: hook('/webhooks/bandwidth/orders', { proof: 'bandwidth', body: 'text' }),
    access: 'provider',
    input: OrderNotification,
    answer: nothing(),
  }),
})
