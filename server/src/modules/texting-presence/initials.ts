import type { textingPresence } from '@agency-support/contract/modules/texting-presence'
import type { Handler } from '../../calls/context.ts'
import { plusSeconds } from '../../lib/clock.ts'
import { silenceSeconds } from './limits.ts'
import { listInitials } from './store.ts'

/** The initials of connected texting users, whichever process holds the connection. */
export const initials: Handler<typeof textingPresence.initials> = async ({ agencyId }, { db, now }) => {
  const seenAfter = plusSeconds(now, -silenceSeconds)
  const rows = await listInitials(db, { agencyId, seenAfter })
  return rows.map((row) => ({ agencyId: row.agency_id, initials: row.initials }))
}
