import type { agencyFiles } from '@agency-support/contract/modules/agency-files'
import type { Handler } from '../../calls/context.ts'
import { listErrors } from './facts-store.ts'
import { syncErrorView } from './view.ts'

/** Clients that an agency's software could not convert or sync, newest first. */
export const conversionErrors: Handler<typeof agencyFiles.conversionErrors> = async (
  { agencyId },
  { db },
) => {
  const rows = await listErrors(db, agencyId)
  return rows.map(syncErrorView)
}
