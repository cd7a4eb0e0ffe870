import type { texting } from '@agency-support/contract/modules/texting'
import type { BandwidthMessageEvent } from '@agency-support/contract/modules/bandwidth-shapes'
import { toNumber } from '@agency-support/contract/rules/texting'
import type { Handler } from '../../calls/context.ts'
import { addUnassigned, type TextStatus, updateStatus } from './message-event-store.ts'
import { toMessageStatus } from './message-status.ts'
import { lockTextsOf, source } from './message-store.ts'

/** Bandwidth's state of a message for each kind of event. */
const words: Readonly<Record<string, string>> = {
  'message-received': 'RECEIVED',
  'message-sending': 'SENDING',
  'message-sent': 'SENT',
  'message-delivered': 'DELIVERED',
  'message-failed': 'FAILED',
}

/** The status with which agencies' software reports a received message. */
const received = 2

/**
 * Applies message events; a state never goes back. A message that no agency's software has reported is stored without
 * an agency; a later report adds the text and the agency.
 */
export const messageEvents: Handler<typeof texting.messageEvents> = async (events, ctx) => {
  await lockTextsOf(
    ctx.tx,
    events.map(({ message }) => message.owner),
  )
  for (const event of events) {
    const status = toStatus(event)
    // For example message-read, which is no delivery state.
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
  const status = message.direction === 'in' ? received : toMessageStatus({ status: word, errorCode })
  return status === undefined ? undefined : { id, status, errorCode, at }
}

function toMessage({ message }: BandwidthMessageEvent) {
  const { owner, direction, from, to, text } = message
  const other = direction === 'in' ? from : (to[0] ?? '')
  return {
    source: direction === 'in' ? source.received : source.sent,
    intPhone: toNumber(owner),
    extPhone: other,
    text,
  }
}
