import { type Background, repeat } from '../../lib/background.ts'
import type { OpenDatabase } from '../../db/open.ts'
import type { JobParts } from '../../jobs/job-parts.ts'
import { countClients } from '../agency-files/public.ts'
import { addClientCount, countNewActivity, hasClientCount } from './store.ts'

const everyMs = 60_000

/** Updates the daily totals, and counts the clients once a day. */
export async function updateDailyCounts(db: OpenDatabase, now: Date): Promise<void> {
  await db.write.transaction().execute(countNewActivity)
  if (await hasClientCount(db.read, now)) return
  const clients = await countClients(db.read)
  await db.write.transaction().execute((tx) => addClientCount(tx, now, clients))
}

/** Updates the daily counts every minute. */
export function startDailyCounts({ db, clock, log }: JobParts): Background {
  return repeat('activity.days', { everyMs, log, work: () => updateDailyCounts(db, clock.now()) })
}
