import type { MessageAtBandwidth } from '../../providers/telephony.ts'

/** Bandwidth's words by our numbers: 0 Sending, 1 Sent, 2 Delivered, 3 Error. */
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

/** The delivery receipt did not come in time, which proves no failure. */
const noReceipt = 9902
const warning = 4

/** How a message stands by what Bandwidth says of it; undefined for a word that is not known. */
export function toMessageStatus({ status, errorCode }: MessageAtBandwidth): number | undefined {
  return errorCode === noReceipt ? warning : statuses[status]
}
