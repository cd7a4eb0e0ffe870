import type { AgencyTexting, TextMessage } from '@agency-support/contract/modules/texting'
import { explainError } from './message-errors.ts'
import type { MessageRow } from './message-store.ts'
import type { TextingRow } from './store.ts'

/** The record as the Texting tab receives it. */
export function textingView(row: TextingRow): AgencyTexting {
  return {
    phones: row.phones.map((phone) => ({ phone })),
    tcrNumber: row.tcr_number ?? '',
    version: row.version,
  }
}

/** A message as the lookup receives it. */
export function messageView(row: MessageRow): TextMessage {
  return {
    id: row.message_id,
    bandwidthMessageId: row.bandwidth_message_id ?? '',
    source: row.source,
    intPhone: row.int_phone,
    extPhone: row.ext_phone,
    type: row.type,
    status: row.status,
    statusTS: row.status_at.toISOString(),
    errorCode: row.error_code,
    errLong: explainError(row.error_code),
    attachments: row.attachments,
    text: row.text,
  }
}
