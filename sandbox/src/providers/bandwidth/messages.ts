import { z } from 'zod'

const messageStatuses = [
  'RECEIVED',
  'QUEUED',
  'SENDING',
  'SENT',
  'FAILED',
  'DELIVERED',
  'ACCEPTED',
  'UNDELIVERED',
] as const

/** A message as Bandwidth lists it: never with its text. */
export const Message = z.object({
  messageId: z.string().min(1),
  sourceTn: z.string(),
  destinationTn: z.string(),
  messageStatus: z.enum(messageStatuses),
  messageDirection: z.enum(['INBOUND', 'OUTBOUND']),
  messageType: z.enum(['sms', 'mms']),
  segmentCount: z.int().min(1),
  /** 0 without an error. */
  errorCode: z.int().min(0),
  receiveTime: z.iso.datetime(),
  attachmentCount: z.int().min(0),
  campaignId: z.string().nullable(),
})
export type Message = z.infer<typeof Message>

/** Body of POST for a message. */
export const NewMessage = z.object({
  applicationId: z.string().min(1),
  to: z.array(z.string().regex(/^\+[1-9]\d{6,14}$/)).min(1),
  from: z.string().regex(/^\+1\d{10}$/),
  text: z.string().max(2048).optional(),
  media: z.array(z.string()).optional(),
  tag: z.string().max(1024).optional(),
})

const exactFilters = [
  'messageId',
  'sourceTn',
  'destinationTn',
  'messageStatus',
  'messageDirection',
  'messageType',
] as const satisfies readonly (keyof Message)[]

/** The supported filters; a query without any is refused. */
export const messageFilters: ReadonlySet<string> = new Set([
  ...exactFilters,
  'errorCode',
  'campaignId',
  'fromDateTime',
  'toDateTime',
])

/** The messages of the last fourteen days, newest first. */
export class Messages {
  #kept: Message[] = []

  put(message: Message): void {
    this.#kept = [message, ...this.#kept.filter(({ messageId }) => messageId !== message.messageId)]
  }

  find(messageId: string): Message | undefined {
    return this.#kept.find((message) => message.messageId === messageId)
  }

  reset(): void {
    this.#kept = []
  }

  /** Messages that match all filters. */
  list(query: Readonly<Record<string, string>>): Message[] {
    const isFit = (message: Message): boolean =>
      exactFilters.every((name) => query[name] === undefined || message[name] === query[name]) &&
      (query['errorCode'] === undefined || message.errorCode === Number(query['errorCode'])) &&
      (query['campaignId'] === undefined || message.campaignId === query['campaignId']) &&
      (query['fromDateTime'] === undefined || message.receiveTime >= query['fromDateTime']) &&
      (query['toDateTime'] === undefined || message.receiveTime <= query['toDateTime'])
    return this.#kept.filter(isFit)
  }
}
