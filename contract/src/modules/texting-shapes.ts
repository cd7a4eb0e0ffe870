import { z } from 'zod'
import { listBody } from '../call.ts'
import { AgentInstant } from '../dates.ts'
import { exactText, refusedBy, trimmedText, trueOrFalse, wholeNumber } from '../fields.ts'
import { isTcrNumber, whyNotPhone } from '../rules/texting.ts'

/** The most events in one report. */
const maxReported = 500
/** Maximum body of a report of messages: everything within the limits fits. */
export const messagesBody = listBody(maxReported, 4_800)

const EventId = trimmedText('id', 100)
  .min(1, 'id must be 1 to 100 characters.')
  .describe('The software’s own id of it; sent again it changes nothing.')
const common = { id: EventId, at: AgentInstant.describe('When it happened, by the clock of the agency.') }

const kindSentence = 'kind must be setUp or campaign.'

/** An event of the texting set-up, reported by an agency's software. */
export const TextingEvent = z.discriminatedUnion(
  'kind',
  [
    z.object({
      ...common,
      kind: z.literal('setUp').describe('The agency has set texting up with this number.'),
      phone: trimmedText('phone', 20)
        .superRefine(refusedBy(whyNotPhone))
        .describe('10 digits, or 11 beginning with 1.'),
      orderId: trimmedText('orderId', 100)
        .min(1, 'orderId must be 1 to 100 characters.')
        .describe('The order at the provider that brought the number.'),
      isStandardOrder: trueOrFalse('isStandardOrder')
        .default(true)
        .describe('False for an order of hosted numbers.'),
    }),
    z.object({
      ...common,
      kind: z.literal('campaign').describe('The agency has registered a campaign.'),
      tcrNumber: trimmedText('tcrNumber', 20)
        .refine(isTcrNumber, 'tcrNumber must be 1 to 20 letters or digits.')
        .describe('Number of the campaign.'),
    }),
  ],
  kindSentence,
)
export type TextingEvent = z.infer<typeof TextingEvent>

const OutsidePhone = (what: string) =>
  trimmedText(what, 20).regex(/^\+?\d{3,15}$/, `${what} must be a phone number of 3 to 15 digits.`)

/** A text message as reported by an agency's software. */
export const ReportedMessage = z.object({
  ...common,
  bandwidthMessageId: trimmedText('bandwidthMessageId', 100)
    .default('')
    .describe('The provider’s id of it; empty while it has none.'),
  source: wholeNumber('source', 0, 1).describe('0 sent by the agency, 1 received.'),
  intPhone: OutsidePhone('intPhone').describe('The agency’s number.'),
  extPhone: OutsidePhone('extPhone').describe('The outside number.'),
  type: wholeNumber('type', 0, 3).describe('0 Text, 1 OptInRequest, 2 OptInResponse, 3 Farewell.'),
  status: wholeNumber('status', 0, 4).describe(
    '0 Sending, 1 Sent, 2 Delivered, 3 Error, 4 Warning. One that is further and was told by Bandwidth, before or after, counts instead.',
  ),
  errorCode: wholeNumber('errorCode', 0, 99_999)
    .default(0)
    .describe('The provider’s error code; 0 for none.'),
  text: exactText('text', 2_048).describe('What was written.'),
  attachments: z
    .array(exactText('A name of an attachment', 255))
    .max(10, 'A message has at most 10 attachments.')
    .default([])
    .describe('Names of the files sent with it.'),
})
export type ReportedMessage = z.infer<typeof ReportedMessage>

/** A list of events, up to the limit. */
export function reportShape<T extends z.ZodType>(item: T) {
  return z
    .array(item, 'events must be a list.')
    .max(maxReported, `A report holds at most ${maxReported} events.`)
}
