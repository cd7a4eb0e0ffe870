import { z } from 'zod'
import { type Answer, provider } from './bandwidth-http.ts'
import { elementsAt, escapeXml, parseXml, textAt, textsAt, type XmlElement } from './bandwidth-xml.ts'
import { parseAnswer } from './parse-answer.ts'
import { ProviderError } from './provider-error.ts'
import type {
  CampaignOrder,
  MessageAtBandwidth,
  NumberOrder,
  OrderProblem,
  OrderState,
  PhoneAtBandwidth,
} from './telephony.ts'

const states: Readonly<Record<string, OrderState>> = {
  RECEIVED: 'pending',
  PROCESSING: 'pending',
  BACKORDERED: 'pending',
  COMPLETE: 'completed',
  PARTIAL: 'partial',
  FAILED: 'failed',
  EXCEPTION: 'failed',
}

/** Maximum characters kept of a text from Bandwidth. */
const maxDescription = 300

/** The failure for an answer of another shape. */
export function misshapen(what: string): ProviderError {
  return new ProviderError(provider, 'protocol', `${provider} gave an answer of another shape: ${what}`)
}

/** Parses a document; throws unless it has this root and contains no failure. */
function read(text: string, root: string): XmlElement {
  const document = parseXml(provider, text)
  const isFailure = elementsAt(document.element, 'ResponseStatus').length > 0
  if (document.root !== root || isFailure) throw misshapen('the document')
  return document.element
}

function toState(status: string | undefined): OrderState {
  const state = states[status ?? '']
  if (state === undefined) throw misshapen('the state of an order')
  return state
}

/** A number in any notation as ten digits. */
const toNumber = (text: string): string => text.replace(/^\+?1(?=\d{10}$)/, '')

const toNumbers = (texts: readonly string[]): string[] => texts.map(toNumber)

/** Text from Bandwidth for display: one line, limited in length, without half a character at its end. */
const toDescription = (text: string): string =>
  text
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, maxDescription)
    .replace(/\p{Cs}$/u, '')

/** The problems of an order; the list has two possible names. */
function readProblems(element: XmlElement): OrderProblem[] {
  return [...elementsAt(element, 'ErrorList', 'Error'), ...elementsAt(element, 'Errors', 'Error')].map(
    (one) => ({
      code: textAt(one, 'Code') ?? '',
      description: toDescription(textAt(one, 'Description') ?? ''),
      numbers: toNumbers([
        ...textsAt(one, 'TelephoneNumbers', 'TelephoneNumber'),
        ...textsAt(one, 'TelephoneNumber'),
      ]),
    }),
  )
}

function readInstant(element: XmlElement): Date {
  const text = textAt(element, 'LastModifiedDate') ?? textAt(element, 'OrderCreateDate') ?? ''
  const at = new Date(text)
  if (Number.isNaN(at.getTime())) throw misshapen('the date of an order')
  return at
}

/** The state of an order for numbers at Bandwidth; throws ProviderError for anything else. */
export function readStandardOrder(text: string, orderId: string): NumberOrder {
  const order = read(text, 'OrderResponse')
  const status = textAt(order, 'OrderStatus') ?? ''
  const list = ['Order', 'ExistingTelephoneNumberOrderType', 'TelephoneNumberList'] as const
  const asked = toNumbers(textsAt(order, ...list, 'TelephoneNumber'))
  return {
    orderId,
    status,
    state: toState(status),
    updatedAt: readInstant(order),
    completed: toNumbers(textsAt(order, 'CompletedNumbers', 'TelephoneNumber', 'FullNumber')),
    asked: asked.length === 0 ? null : asked,
    problems: readProblems(order),
  }
}

/** The state of an order for numbers hosted elsewhere; throws ProviderError for anything else. */
export function readHostedOrder(text: string, orderId: string): NumberOrder {
  const order = read(text, 'ImportTnOrder')
  const status = textAt(order, 'ProcessingStatus') ?? ''
  const state = toState(status)
  const asked = toNumbers(textsAt(order, 'TelephoneNumbers', 'TelephoneNumber'))
  const problems = readProblems(order)
  const failed = new Set(problems.flatMap(({ numbers }) => numbers))
  const isDone = state === 'completed' || state === 'partial'
  return {
    orderId,
    status,
    state,
    updatedAt: readInstant(order),
    // An import lists all requested numbers, and separately those that failed.
    completed: isDone ? asked.filter((number) => !failed.has(number)) : [],
    asked: asked.length === 0 ? null : asked,
    problems,
  }
}

/** The details of a number; throws ProviderError for anything else. */
export function readNumber(text: string): PhoneAtBandwidth {
  const element = read(text, 'TelephoneNumberResponse')
  const [details] = elementsAt(element, 'TelephoneNumberDetails')
  const number = details === undefined ? undefined : textAt(details, 'FullNumber')
  if (details === undefined || number === undefined) throw misshapen('a number')
  const hosted = elementsAt(details, 'HostedTelephoneNumberDetails', 'HostedTelephoneNumberDetail')
  return {
    number: toNumber(number),
    status: textAt(details, 'Status') ?? '',
    isHosted: hosted.length > 0 || textsAt(details, 'TnAttributes', 'TnAttribute').includes('Hosted'),
    campaignId: [details, ...hosted]
      .map((one) => textAt(one, 'MessagingSettings', 'CampaignId'))
      .find(Boolean),
  }
}

/** The id and status of a campaign; throws ProviderError for anything else. */
export function readCampaign(text: string): { id: string; status: string } {
  const element = read(text, 'LongCodeImportCampaignResponse')
  const id = textAt(element, 'ImportedCampaign', 'CampaignId')
  const status = textAt(element, 'ImportedCampaign', 'Status')
  if (id === undefined || status === undefined) throw misshapen('a campaign')
  return { id, status }
}

/** Statuses of an answer that refuses an order for good; the same order would be refused again. */
export const refusedStatuses = [400, 404, 409, 422]

/** The accepted order, or why it was refused; an answer of any status may contain a failure. */
export function readPlacedOrder({ status, text }: Answer): { orderId: string } | { refused: string } {
  const isRefused = refusedStatuses.includes(status)
  const element = isRefused ? parseRefusal(text) : parseXml(provider, text).element
  const [failure] = elementsAt(element, 'ResponseStatus')
  const orderId = textAt(element, 'TnOptionOrder', 'OrderId')
  if (!isRefused && failure === undefined && orderId !== undefined) return { orderId }
  const [problem] = [...readProblems(element), ...elementsAt(element, 'TnOptionOrder').flatMap(readProblems)]
  const said =
    (failure === undefined ? undefined : textAt(failure, 'Description')) ?? problem?.description ?? ''
  if (said !== '') return { refused: toDescription(said) }
  if (isRefused) return { refused: `${provider} answered with status ${status}.` }
  throw misshapen('a refusal')
}

/** Only the reason is missing when a refusal cannot be parsed. */
function parseRefusal(text: string): XmlElement {
  try {
    return parseXml(provider, text).element
  } catch {
    return {}
  }
}

/** The state of an order that changes the campaign of numbers; throws ProviderError for anything else. */
export function readCampaignOrder(text: string): CampaignOrder {
  const order = read(text, 'TnOptionOrder')
  const orderId = textAt(order, 'OrderId')
  if (orderId === undefined) throw misshapen('an order')
  return { orderId, state: toState(textAt(order, 'ProcessingStatus')), problems: readProblems(order) }
}

/** The ids of listed orders, which Bandwidth lists as summaries or as a whole; throws ProviderError for anything else. */
export function readOrderIds(text: string): readonly string[] {
  const list = read(text, 'TnOptionOrders')
  const ids = ['TnOptionOrderSummary', 'TnOptionOrder'].flatMap((form) => textsAt(list, form, 'OrderId'))
  // An order that is not found is placed again.
  if (ids.length === 0 && Number(textAt(list, 'TotalCount') ?? 0) > 0) throw misshapen('a list of orders')
  return ids
}

/** An order for campaign settings of one number. */
export function toPlacement(order: { key: string; number: string; campaignId: string | null }): string {
  const { key, number, campaignId } = order
  const wish =
    campaignId === null
      ? '<Action>delete</Action>'
      : `<Action>asSpecified</Action><CampaignId>${escapeXml(campaignId)}</CampaignId>`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<TnOptionOrder><CustomerOrderId>${escapeXml(key)}</CustomerOrderId><TnOptionGroups><TnOptionGroup>`,
    `<Sms>on</Sms><A2pSettings>${wish}</A2pSettings>`,
    `<TelephoneNumbers><TelephoneNumber>${escapeXml(number)}</TelephoneNumber></TelephoneNumbers>`,
    '</TnOptionGroup></TnOptionGroups></TnOptionOrder>',
  ].join('')
}

const Message = z.object({
  messageId: z.string(),
  messageStatus: z.string(),
  errorCode: z
    .int()
    .nullish()
    .transform((code) => code ?? 0),
  receiveTime: z.coerce.date(),
})

/** A text message; throws ProviderError for anything else. */
export function toMessage(given: unknown): MessageAtBandwidth {
  const message = parseAnswer(provider, Message, given)
  const { messageId: id, messageStatus: status, errorCode, receiveTime: at } = message
  return { id, status, errorCode, at }
}
