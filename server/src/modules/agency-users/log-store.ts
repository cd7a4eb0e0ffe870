import { type ReadDb, rowsOf, type Tx } from '../../db/open.ts'

export interface SigninRow {
  created_at: Date
  outcome: number
  ip: string
  hostname: string
}

const lastSignins = `select created_at, outcome, ip, hostname from agency_sign_in
where agency_id = $1 and username = $2 order by created_at desc, outcome desc limit $3`

/** The last sign-ins of a user, newest first. */
export function listSignins(
  db: ReadDb,
  { agencyId, username, lastN }: { agencyId: number; username: string; lastN: number },
): Promise<SigninRow[]> {
  return rowsOf<SigninRow>(db, lastSignins, [agencyId, username, lastN])
}

/** A sign-in as an agency's software tells of it. */
export interface ReportedSignin {
  username: string
  created: string
  outcome: number
  ip: string
  hostname: string
}

const insertSignins = `insert into agency_sign_in (agency_id, username, created_at, outcome, ip, hostname)
select $1, username, created, outcome, ip, hostname
from jsonb_to_recordset($2::jsonb) as report (username text, created timestamptz, outcome smallint, ip text, hostname text)
order by username, created, outcome
on conflict do nothing`

const deleteOld = 'delete from agency_sign_in where agency_id = $1 and created_at < $2'

/** Adds sign-ins that were not told before, and forgets the agency's older than `keptSince`. */
export async function addSignins(
  tx: Tx,
  agencyId: number,
  entries: readonly ReportedSignin[],
  keptSince: Date,
): Promise<void> {
  await rowsOf(tx, insertSignins, [agencyId, JSON.stringify(entries)])
  await rowsOf(tx, deleteOld, [agencyId, keptSince])
}

export interface EmailEventRow {
  sent_at: Date
  event: number
  to_email: string
  category: number
}

const lastEmailEvents = `select sent_at, event, to_email, category from agency_email_event
where agency_id = $1 and username = $2 order by sent_at desc, agency_email_event_id desc limit $3`

/** What became of the last mails to a user, newest first. */
export function listEmailEvents(
  db: ReadDb,
  { agencyId, username, most }: { agencyId: number; username: string; most: number },
): Promise<EmailEventRow[]> {
  return rowsOf<EmailEventRow>(db, lastEmailEvents, [agencyId, username, most])
}

const lastMail = `select max(sent_at) as at from agency_email_event
where agency_id = $1 and username = $2 and category = $3 and event = $4`

/** When a mail of this category last had this event; null for never. */
export async function lastMailAt(
  db: ReadDb,
  mail: { agencyId: number; username: string; category: number; event: number },
): Promise<Date | null> {
  const { agencyId, username, category, event } = mail
  const [row] = await rowsOf<{ at: Date | null }>(db, lastMail, [agencyId, username, category, event])
  return row?.at ?? null
}

/** An event of a mail to a user of an agency. */
export interface NewEmailEvent {
  agencyId: number
  username: string
  sendGridTS: string
  event: number
  toEmail: string
  category: number
}

const insertEmailEvents = `insert into agency_email_event (agency_id, username, sent_at, event, to_email, category)
select "agencyId", username, "sendGridTS", event, "toEmail", category
from jsonb_to_recordset($1::jsonb) as given ("agencyId" integer, username text, "sendGridTS" timestamptz,
  event smallint, "toEmail" text, category smallint)`

/** Adds events of mails. */
export async function addEmailEvents(tx: Tx, events: readonly NewEmailEvent[]): Promise<void> {
  await rowsOf(tx, insertEmailEvents, [JSON.stringify(events)])
}
