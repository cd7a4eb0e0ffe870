import type { MessageAtBandwidth } from '../../providers/telephony.ts'

/** Our codes for Bandwidth's states: 0 Sending, 1 Sent, 2 Delivered, 3 Error. */
const statuses: Readonly<Record<string, number>> = {
  QUEUED: 0,
  SENDING: 0,
  ACCEPTED: 0,
  RECEIVED: 0,
  SENT: 1,
  DELIVERED: 2,
  FAILED: 3,
  UNDELIVERED: 3,
}

/** The delivery receipt did not arrive in time, which does not prove a failure. */
const noReceipt = 9902
const warning = 4

/** Our code for Bandwidth's state of a message; undefined for an unknown state. */
export function toMessageStatus({
  status,
  errorCode,
}: Pick<MessageAtBandwidth, 'status' | 'errorCode'>): number | undefined {
  return errorCode === noReceipt ? warning : statuses[status]
}
