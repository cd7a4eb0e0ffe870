import { protocolNumbers } from '@agency-support/contract/rules/agent-protocol'
import { type Background, repeat } from '../background.ts'
import { type Clock, plusSeconds } from '../clock.ts'
import type { OpenDatabase } from '../db/open.ts'
import type { Log } from '../log.ts'
import { endFuture } from '../auth/find-session.ts'
import { journalRefusals } from '../calls/record-refusal.ts'
import { deleteSessionsBefore } from '../auth/session-store.ts'

const everyMs = 10 * 60 * 1000
const daySeconds = 24 * 60 * 60
/** Ended sessions are kept for the person's list of sessions. */
const keepSessionsSeconds = 30 * daySeconds

const keepFailedSignInsSeconds = 30 * daySeconds
/** Half a year of a user's email events. */
const keepEmailEventsSeconds = 180 * daySeconds

/** Deletes expired data: kept answers, ended sessions, counters, failed sign-ins, email events, report drafts. */
export async function deleteOld(db: OpenDatabase, now: Date): Promise<void> {
  const dayAgo = plusSeconds(now, -daySeconds)
  const answeredBefore = plusSeconds(now, -protocolNumbers.idempotencySeconds)
  await db.write.deleteFrom('idempotency').where('created_at', '<', answeredBefore).execute()
  await deleteSessionsBefore(db.write, plusSeconds(now, -keepSessionsSeconds))
  await endFuture(db, now)
  await db.write.deleteFrom('sign_in_failure').where('window_start', '<', dayAgo).execute()
  await db.write.deleteFrom('sign_in_address').where('window_start', '<', dayAgo).execute()
  await db.write
    .deleteFrom('failed_sign_in')
    .where('hour', '<', plusSeconds(now, -keepFailedSignInsSeconds))
    .execute()
  await db.write
    .deleteFrom('agency_email_event')
    .where('sent_at', '<', plusSeconds(now, -keepEmailEventsSeconds))
    .execute()
  await db.write
    .deleteFrom('agency_report_draft')
    .where('begun_at', '<', plusSeconds(now, -protocolNumbers.reportSeconds))
    .execute()
  await journalRefusals(db, now)
}

/** Runs retention every ten minutes. */
export function startRetention(db: OpenDatabase, clock: Clock, log: Log): Background {
  return repeat('retention', { everyMs, log, work: () => deleteOld(db, clock.now()) })
}
