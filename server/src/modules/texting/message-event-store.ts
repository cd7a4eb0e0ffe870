import { firstEndStatus } from '@agency-support/contract/rules/texting'
import type { Tx } from '../../db/open.ts'
import { query, statement } from '../../db/query.ts'

/** The state of a message by the provider's id, and since when. */
export interface TextStatus {
  id: string
  status: number
  errorCode: number
  at: Date
}

// A state never goes back, whatever the clocks of agency and provider say. Of two ends the later one counts, and of two
// events at the same instant the later state.
const updateStatusSql = statement<
  [id: string, status: number, errorCode: number, at: Date],
  { text_message_id: number }
>(
  'update_text_status',
  `with known as (
  select text_message_id from text_message where bandwidth_message_id = $1
), updated as (
  update text_message set status = $2, error_code = $3, status_at = $4
  where text_message_id in (select text_message_id from known)
    and (least(status, ${firstEndStatus}), status_at, status) < (least($2, ${firstEndStatus}), $4, $2)
)
select text_message_id from known`,
)

/** Updates the state of a message, unless a later event is stored; false if there is no such message. */
export async function updateStatus(tx: Tx, { id, status, errorCode, at }: TextStatus): Promise<boolean> {
  return (await query(tx, updateStatusSql, [id, status, errorCode, at])).length > 0
}

const addUnassignedSql = statement<
  [
    id: string,
    source: number,
    intPhone: string,
    extPhone: string,
    text: string,
    status: number,
    errorCode: number,
    at: Date,
  ]
>(
  'add_unassigned_text',
  `insert into text_message (agency_id, message_id, bandwidth_message_id, source, int_phone, ext_phone, type, text,
  status, error_code, status_at, at)
values (null, $1, $1, $2, $3, $4, 0, $5, $6, $7, $8, $8) on conflict do nothing`,
)

/** Stores a message without an agency. */
export async function addUnassigned(
  tx: Tx,
  message: { source: number; intPhone: string; extPhone: string; text: string },
  { id, status, errorCode, at }: TextStatus,
): Promise<void> {
  const { source, intPhone, extPhone, text } = message
  await query(tx, addUnassignedSql, [id, source, intPhone, extPhone, text, status, errorCode, at])
}
