import type { texting } from '@agency-support/contract/modules/texting'
import type { BandwidthMessageEvent } from '@agency-support/contract/modules/bandwidth-shapes'
import { toNumber } from '@agency-support/contract/rules/texting'
import type { Handler } from '../../calls/context.ts'
import { addUnassigned, type TextStatus, updateStatus } from './message-event-store.ts'
import { toMessageStatus } from './message-status.ts'

/** Bandwidth's words for what happened, as it words the state of a message. */
const words: Readonly<Record<string, string>> = {
  'message-received': 'RECEIVED',
  'message-sending': 'SENDING',
  'message-sent': 'SENT',
  'message-delivered': 'DELIVERED',
  'message-failed': 'FAILED',
}

/** A received message has arrived, which its agency's software tells by this status. */
const received = 2

/**
 * Takes over what became of messages, by the time of each event. A message that no agency's software has told of is
 * kept for nobody; its own report brings the text and the agency.
 */
export const messageEvents: Handler<typeof texting.messageEvents> = async (events, ctx) => {
  for (const event of events) {
    const status = toStatus(event)
    // Such as message-read, which says nothing of its way.
    if (status === undefined) continue
    if (!(await updateStatus(ctx.tx, status))) await addUnassigned(ctx.tx, toMessage(event), status)
  }
  return null
}

function toStatus({ type, time, errorCode = 0, message }: BandwidthMessageEvent): TextStatus | undefined {
  const word = words[type]
  if (word === undefined) return undefined
  const { id } = message
  const at = new Date(time)
  const status = message.direction === 'in' ? received : toMessageStatus({ id, status: word, errorCode, at })
  return status === undefined ? undefined : { id, status, errorCode, at }
}

function toMessage({ message }: BandwidthMessageEvent) {
  const { owner, direction, from, to, text } = message
  const other = direction === 'in' ? from : (to[0] ?? '')
  return { source: direction === 'in' ? 1 : 0, intPhone: toNumber(owner), extPhone: other, text }
}
