import type { agencyReportParts } from '@agency-support/contract/modules/agency-report-parts'
import { randomUUID } from 'node:crypto'
import type { Handler } from '../../calls/context.ts'
import { beginDraft } from './store.ts'

/** Begins a report; parts of an earlier one that was not committed are deleted. */
export const begin: Handler<typeof agencyReportParts.begin> = async (
  { report, licensedSeats = null },
  { tx, agencyId, now },
) => {
  const reportId = randomUUID()
  await beginDraft(tx, { agencyId, report, reportId, licensedSeats, at: now })
  return { reportId }
}
