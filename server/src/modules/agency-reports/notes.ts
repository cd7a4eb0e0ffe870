import type { agencyReports } from '@agency-support/contract/modules/agency-reports'
import type { Handler } from '../../calls/context.ts'
import { listNotes } from './store.ts'

/** What was not understood of an agency's latest reports. */
export const notes: Handler<typeof agencyReports.notes> = async ({ agencyId }, ctx) => {
  const rows = await listNotes(ctx.db, agencyId)
  return rows.map(({ report, summary, entries, noted_at }) => ({
    report,
    summary,
    entries,
    notedAt: noted_at.toISOString(),
  }))
}
