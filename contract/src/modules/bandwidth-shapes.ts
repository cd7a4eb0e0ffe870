import { z } from 'zod'
import { exactText } from '../fields.ts'

const PhoneNumber = exactText('A phone number', 40)

/** Bandwidth's event of a text message; other fields are ignored. */
export const BandwidthMessageEvent = z.object({
  type: exactText('type', 100).describe('What happened: message-received, message-delivered and so on.'),
  time: z.iso.datetime({ offset: true, error: 'time must be an instant.' }).describe('When it happened.'),
  errorCode: z.coerce
    .number('errorCode must be a number.')
    .pipe(z.int().min(0).max(99_999))
    .optional()
    .describe('Number of the failure, where there is one.'),
  message: z.object({
    id: exactText('message.id', 100).min(1, 'message.id is missing.').describe("Bandwidth's id of it."),
    owner: PhoneNumber.describe('Our number.'),
    direction: z.enum(['in', 'out'], 'message.direction must be in or out.').describe('Which way it went.'),
    from: PhoneNumber.describe('Who wrote it.'),
    to: z.array(PhoneNumber, 'message.to must be a list.').max(50).describe('Who it is for.'),
    text: exactText('message.text', 8_192).default('').describe('What was written; empty on a status.'),
  }),
})
export type BandwidthMessageEvent = z.infer<typeof BandwidthMessageEvent>

const notification = /^\uFEFF?\s*(?:<\?xml[^>]*\?>)?\s*<Notification[\s>][^]*<\/Notification>\s*$/
const orderId = /<OrderId>\s*([A-Za-z0-9-]{1,64})\s*<\/OrderId>/

/** The order id in Bandwidth's notification (XML). */
export const OrderNotification = z
  .string('The body must be a notification.')
  .refine(
    (text) => notification.test(text) && orderId.test(text),
    'The body must be a notification of an order.',
  )
  .describe("Bandwidth's notification as XML; only its OrderId is looked at, the rest is asked for.")
  .transform((text) => orderId.exec(text)?.[1] ?? '')
