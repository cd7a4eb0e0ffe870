import { protocolNumbers } from '@agency-support/contract/rules/agent-protocol'
import { plusSeconds } from '../../clock.ts'
import type { OpenDatabase } from '../../db/open.ts'
import { deleteDraftsBefore } from './store.ts'

/** Deletes reports in parts a day after they were begun. */
export function deleteOldDrafts(db: OpenDatabase, now: Date): Promise<void> {
  return deleteDraftsBefore(db.write, plusSeconds(now, -protocolNumbers.reportSeconds))
}
