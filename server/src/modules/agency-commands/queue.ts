import type { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import type { Handler } from '../../calls/context.ts'
import { findSoftware } from './software-store.ts'
import { listNewestCommands } from './store.ts'
import { commandView, softwareView } from './view.ts'

/** More than the table's largest page; older commands are in the history. */
const maxCommands = 200

/** The commands of an agency; empty for an unknown agency. */
export const queue: Handler<typeof agencyCommands.queue> = async ({ agencyId }, { db, now }) => {
  const [rows, software] = await Promise.all([
    listNewestCommands(db, agencyId, maxCommands),
    findSoftware(db, agencyId),
  ])
  const status = softwareView(software, now)
  return rows.map((row) => commandView(row, status))
}
