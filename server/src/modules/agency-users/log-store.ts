import type { HostingEnvironment } from '@agency-support/contract/rules/hosting-environment'
import { makeDeleteOldest } from '../../db/delete-oldest.ts'
import type { ReadDb, Tx } from '../../db/open.ts'
import { type Column, query, type Row, statement } from '../../db/query.ts'

const signinColumns = [
  'created_at',
  'outcome',
  'ip',
  'hostname',
] as const satisfies readonly Column<'agency_sign_in'>[]
export type SigninRow = Row<'agency_sign_in', (typeof signinColumns)[number]>

const listSigninsSql = statement<[agencyId: number, username: string, lastN: number], SigninRow>(
  'list_sign_ins',
  `select ${signinColumns.join(', ')} from agency_sign_in
where agency_id = $1 and username = $2 order by created_at desc, outcome desc, ip desc, hostname desc limit $3`,
)

/** The latest sign-ins of a user, newest first. */
export function listSignins(
  db: ReadDb,
  { agencyId, username, lastN }: { agencyId: number; username: string; lastN: number },
): Promise<SigninRow[]> {
  return query(db, listSigninsSql, [agencyId, username, lastN])
}

/** A sign-in as reported by an agency's software. */
export interface ReportedSignin {
  username: string
  created: string
  outcome: number
  ip: string
  hostname: string
  /** What the agency's clock said, if `created` is another time. */
  told?: string
}

const insertSigninsSql = statement<
  [agencyId: number, signins: string, environment: HostingEnvironment],
  { username: string }
>(
  'insert_sign_ins',
  `insert into agency_sign_in (agency_id, username, created_at, outcome, ip, hostname, hosting_environment, told_at)
select $1, username, created, outcome, ip, hostname, $3, told
from jsonb_to_recordset($2::jsonb) as report (username text, created timestamptz, outcome smallint, ip text,
  hostname text, told timestamptz)
where (username, outcome, ip, hostname, coalesce(told, created)) not in (
  select username, outcome, ip, hostname, told_at from agency_sign_in where agency_id = $1 and told_at is not null)
order by username, created, outcome, ip, hostname
on conflict do nothing returning username`,
)

/** Adds sign-ins that are not stored yet, with the agency's current hosting environment; false if all are. */
export async function addSignins(
  tx: Tx,
  agencyId: number,
  environment: HostingEnvironment,
  entries: readonly ReportedSignin[],
): Promise<boolean> {
  const added = await query(tx, insertSigninsSql, [agencyId, JSON.stringify(entries), environment])
  return added.length > 0
}

const emailColumns = [
  'sent_at',
  'event',
  'to_email',
  'category',
] as const satisfies readonly Column<'agency_email_event'>[]
export type EmailEventRow = Row<'agency_email_event', (typeof emailColumns)[number]>

// SendGrid's times are whole seconds: within one, deferred (4) sorts before delivered (3), otherwise codes follow the
// order.
const lifeOrder = 'case event when 4 then 2 else event end'

const listEmailEventsSql = statement<[agencyId: number, username: string, limit: number], EmailEventRow>(
  'list_email_events',
  `select ${emailColumns.join(', ')} from agency_email_event
where agency_id = $1 and username = $2 order by sent_at desc, ${lifeOrder} desc, agency_email_event_id desc limit $3`,
)

/** Events of the latest mails to a user, newest first by the events' own times. */
export function listEmailEvents(
  db: ReadDb,
  { agencyId, username, limit }: { agencyId: number; username: string; limit: number },
): Promise<EmailEventRow[]> {
  return query(db, listEmailEventsSql, [agencyId, username, limit])
}

/** When a mail of this category last had this event; null for never. */
export async function lastMailAt(
  db: ReadDb,
  mail: { agencyId: number; username: string; category: number; event: number },
): Promise<Date | null> {
  const row = await db
    .selectFrom('agency_email_event')
    .select(({ fn }) => fn.max('sent_at').as('at'))
    .where('agency_id', '=', mail.agencyId)
    .where('username', '=', mail.username)
    .where('category', '=', mail.category)
    .where('event', '=', mail.event)
    .executeTakeFirst()
  return row?.at ?? null
}

/** An event of a mail to a user of an agency. */
export interface NewEmailEvent {
  /** The provider's own id. */
  sgEventId: string
  /** Both null if the mail names no known agency or user. */
  agencyId: number | null
  username: string | null
  sendGridTS: string
  event: number
  toEmail: string
  category: number
}

const insertEmailEventsSql = statement<[events: string], { agencyId: number | null }>(
  'insert_email_events',
  // In a fixed order, so that concurrent requests with the same events cannot deadlock.
  `insert into agency_email_event (agency_id, username, sent_at, event, to_email, category, sg_event_id)
select agency.agency_id, case when agency.agency_id is null then null else username end, "sendGridTS", event,
  "toEmail", category, "sgEventId"
from jsonb_to_recordset($1::jsonb) as given ("sgEventId" text, "agencyId" integer, username text,
  "sendGridTS" timestamptz, event smallint, "toEmail" text, category smallint)
left join agency on agency.agency_id = given."agencyId"
order by "sgEventId"
on conflict (sg_event_id) do nothing returning agency_id as "agencyId"`,
)

/**
 * Adds mail events that are not stored yet; those of an unknown agency are stored without one. Returns the agency of
 * each that was added.
 */
export async function addEmailEvents(tx: Tx, events: readonly NewEmailEvent[]): Promise<(number | null)[]> {
  const added = await query(tx, insertEmailEventsSql, [JSON.stringify(events)])
  return added.map(({ agencyId }) => agencyId)
}

/** Deletes mail events before an instant, up to `limit`; returns how many. */
export const deleteEmailEventsBefore = makeDeleteOldest('agency_email_event', {
  key: ['agency_email_event_id'],
  at: 'sent_at',
})
