import { toAddressKey } from '@agency-support/contract/rules/esignature'
import type { Tx } from '../../db/open.ts'
import { query, statement } from '../../db/query.ts'
import { lockSubscription, type SubscriptionRow } from './store.ts'

/** Locks an agency's record until the transaction ends, creating it if needed. */
export async function lockOrCreateSubscription(tx: Tx, agencyId: number): Promise<SubscriptionRow> {
  await tx
    .insertInto('esignature_subscription')
    .values({ agency_id: agencyId })
    .onConflict((on) => on.doNothing())
    .execute()
  const row = await lockSubscription(tx, agencyId)
  if (row === undefined) throw new Error(`agency ${agencyId} has no e-signature record after it was made`)
  return row
}

/** Saves the subscription that results from the events. */
export async function saveSubscription(tx: Tx, agencyId: number, row: SubscriptionRow): Promise<void> {
  await tx.updateTable('esignature_subscription').set(row).where('agency_id', '=', agencyId).execute()
}

/** A registered user as reported by an agency's software. */
export interface ReportedUser {
  emailAddress: string
  userInitials: string
  isAdmin: boolean
  isValidated: boolean
  dateCreated: string
  accountId: string
}

// A user removed here comes back only if registered again, which the agency's own times tell: two clocks cannot order
// events. They come back as a new one; a registered user keeps an account id, whoever set it.
const upsertUsersSql = statement<[agencyId: number, users: string, at: Date], { email_key: string }>(
  'upsert_esignature_users',
  `insert into esignature_user
  (agency_id, email_key, email, initials, is_admin, is_validated, created_at, account_id, account_id_at)
select $1, key, "emailAddress", "userInitials", "isAdmin", "isValidated", "dateCreated", "accountId", $3
from jsonb_to_recordset($2::jsonb) as reported (key text, "emailAddress" text, "userInitials" text, "isAdmin" boolean,
  "isValidated" boolean, "dateCreated" timestamptz, "accountId" text)
order by key
on conflict (agency_id, email_key) do update set
  email = excluded.email, initials = excluded.initials, is_admin = excluded.is_admin,
  is_validated = excluded.is_validated, created_at = excluded.created_at, removed_at = null,
  account_id = case when esignature_user.removed_at is null and esignature_user.account_id <> ''
    then esignature_user.account_id else excluded.account_id end,
  account_id_by = case when esignature_user.removed_at is null then esignature_user.account_id_by end,
  account_id_at = case when esignature_user.removed_at is null and (esignature_user.account_id <> '' or excluded.account_id = '')
    then esignature_user.account_id_at else excluded.account_id_at end,
  version = esignature_user.version + case when esignature_user.removed_at is not null
    or (esignature_user.account_id = '' and excluded.account_id <> '') then 1 else 0 end
where (esignature_user.removed_at is null or excluded.created_at > esignature_user.created_at)
  and (esignature_user.removed_at is not null
    or (esignature_user.email, esignature_user.initials, esignature_user.is_admin,
      esignature_user.is_validated, esignature_user.created_at)
    is distinct from (excluded.email, excluded.initials, excluded.is_admin,
      excluded.is_validated, excluded.created_at)
    or (esignature_user.account_id = '' and excluded.account_id <> ''))
returning email_key`,
)

// Deleted, not marked as removed: a later list that names them brings them back.
const deleteOtherUsersSql = statement<[agencyId: number, keys: string[]], { email_key: string }>(
  'delete_other_esignature_users',
  `delete from esignature_user where agency_id = $1 and removed_at is null and email_key <> all($2)
returning email_key`,
)

/** Replaces the registered users of an agency by a list; returns how many were written and how many are gone. */
export async function replaceUsers(
  tx: Tx,
  { agencyId, at }: { agencyId: number; at: Date },
  users: readonly ReportedUser[],
): Promise<{ written: number; removed: number }> {
  const keyed = users.map((user) => ({ ...user, key: toAddressKey(user.emailAddress) }))
  const written = await query(tx, upsertUsersSql, [agencyId, JSON.stringify(keyed), at])
  const removed = await query(tx, deleteOtherUsersSql, [agencyId, keyed.map(({ key }) => key)])
  return { written: written.length, removed: removed.length }
}
