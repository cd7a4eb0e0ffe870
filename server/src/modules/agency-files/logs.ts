import type { agencyFiles } from '@agency-support/contract/modules/agency-files'
import type { Handler } from '../../calls/context.ts'
import { listLogs } from './store.ts'
import { logView } from './view.ts'

/** The logs of an agency, newest first; empty for an unknown agency. */
export const logs: Handler<typeof agencyFiles.logs> = async ({ agencyId }, { db }) => {
  const rows = await listLogs(db, agencyId)
  return rows.map(logView)
}
