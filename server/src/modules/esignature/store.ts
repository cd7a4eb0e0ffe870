import { toAddressKey } from '@agency-support/contract/rules/esignature'
import type { ReadDb, Tx } from '../../db/open.ts'
import { type Column, query, type Row, statement } from '../../db/query.ts'

const ofSubscription = [
  'subscribed',
  'changed_at',
  'group_id',
  'users_at',
] as const satisfies readonly Column<'esignature_subscription'>[]
export type SubscriptionRow = Row<'esignature_subscription', (typeof ofSubscription)[number]>

const ofUser = [
  'email',
  'initials',
  'is_admin',
  'is_validated',
  'created_at',
  'account_id',
  'account_id_by',
  'account_id_at',
  'version',
] as const satisfies readonly Column<'esignature_user'>[]
/** A registered user. */
export type UserRow = Row<'esignature_user', (typeof ofUser)[number]>

const findSubscriptionSql = statement<[agencyId: number], SubscriptionRow>(
  'find_esignature',
  `select ${ofSubscription.join(', ')} from esignature_subscription where agency_id = $1`,
  { byKey: true },
)

/** The subscription of an agency; undefined if its software has reported none. */
export async function findSubscription(
  db: ReadDb | Tx,
  agencyId: number,
): Promise<SubscriptionRow | undefined> {
  const [row] = await query(db, findSubscriptionSql, [agencyId])
  return row
}

/** The same, locked until the transaction ends. */
export function lockSubscription(tx: Tx, agencyId: number): Promise<SubscriptionRow | undefined> {
  return tx
    .selectFrom('esignature_subscription')
    .select(ofSubscription)
    .where('agency_id', '=', agencyId)
    .forUpdate()
    .executeTakeFirst()
}

const listUsersSql = statement<[agencyId: number], UserRow>(
  'list_esignature_users',
  `select ${ofUser.join(', ')} from esignature_user
where agency_id = $1 and removed_at is null order by account_id <> '', email_key`,
)

/** The registered users of an agency: those without account id first, then by address. */
export function listUsers(db: ReadDb | Tx, agencyId: number): Promise<UserRow[]> {
  return query(db, listUsersSql, [agencyId])
}

/** A registered user by address, ignoring case; undefined if there is none. */
export function findUser(db: ReadDb | Tx, agencyId: number, email: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('esignature_user')
    .select(ofUser)
    .where('agency_id', '=', agencyId)
    .where('email_key', '=', toAddressKey(email))
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

/** The address of another registered user of the agency with this account id. */
export async function findHolder(
  tx: Tx,
  { agencyId, accountId, except }: { agencyId: number; accountId: string; except: string },
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('esignature_user')
    .select('email')
    .where('agency_id', '=', agencyId)
    .where('account_id', '=', accountId)
    .where('email_key', '<>', toAddressKey(except))
    .where('removed_at', 'is', null)
    .orderBy('email_key')
    .executeTakeFirst()
  return row?.email
}

/** Sets the account id of a registered user; undefined if there is none. */
export function setAccountId(
  tx: Tx,
  given: { agencyId: number; email: string; accountId: string; by: string; at: Date },
): Promise<UserRow | undefined> {
  const { agencyId, email, accountId, by, at } = given
  return tx
    .updateTable('esignature_user')
    .set((row) => ({
      account_id: accountId,
      account_id_by: by,
      account_id_at: at,
      version: row('version', '+', 1),
    }))
    .where('agency_id', '=', agencyId)
    .where('email_key', '=', toAddressKey(email))
    .where('removed_at', 'is', null)
    .returning(ofUser)
    .executeTakeFirst()
}

/** Removes a user from the list; undefined if there is none. */
export function removeUser(
  tx: Tx,
  agencyId: number,
  email: string,
  at: Date,
): Promise<Pick<UserRow, 'email' | 'account_id'> | undefined> {
  return tx
    .updateTable('esignature_user')
    .set({ removed_at: at })
    .where('agency_id', '=', agencyId)
    .where('email_key', '=', toAddressKey(email))
    .where('removed_at', 'is', null)
    .returning(['email', 'account_id'])
    .executeTakeFirst()
}

/** Removes all users from the list and returns them. */
export function removeAllUsers(
  tx: Tx,
  agencyId: number,
  at: Date,
): Promise<Pick<UserRow, 'email' | 'account_id'>[]> {
  return tx
    .updateTable('esignature_user')
    .set({ removed_at: at })
    .where('agency_id', '=', agencyId)
    .where('removed_at', 'is', null)
    .returning(['email', 'account_id'])
    .execute()
}

/** Ends a subscription; undefined if none is active. */
export function endSubscription(
  tx: Tx,
  agencyId: number,
  at: Date,
): Promise<Pick<SubscriptionRow, 'changed_at' | 'group_id'> | undefined> {
  return tx
    .updateTable('esignature_subscription')
    .set((row) => ({
      subscribed: false,
      // The agency's clock may be ahead of ours; the end must not come before the beginning.
      changed_at: row.fn('greatest', [row.ref('changed_at'), row.val(at)]),
    }))
    .where('agency_id', '=', agencyId)
    .where('subscribed', '=', true)
    .returning(['changed_at', 'group_id'])
    .executeTakeFirst()
}

const listDeletedSql = statement<
  [agencyId: number, event: string, limit: number],
  Row<'journal', 'at' | 'actor_kind' | 'actor' | 'subject'>
>(
  'list_deleted_esignature_accounts',
  `select at, actor_kind, actor, subject from journal
where agency_id = $1 and event = $2 order by seq desc limit $3`,
)

/** The latest journal rows about deleted accounts, newest first. */
export function listDeleted(
  db: ReadDb,
  agencyId: number,
  limit: number,
): Promise<Row<'journal', 'at' | 'actor_kind' | 'actor' | 'subject'>[]> {
  return query(db, listDeletedSql, [agencyId, 'esignature.accountDeleted', limit])
}
