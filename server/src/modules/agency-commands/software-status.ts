import type { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import type { Handler } from '../../calls/context.ts'
import { findProtocol } from './protocol-store.ts'
import { findSoftware } from './software-store.ts'
import { openCommands } from './store.ts'
import { softwareView, waitingView } from './view.ts'

/** More than may wait; the rest is under way. */
const maxOpen = 200

/** Whether somebody is there to collect a command, which protocol they speak, and what they have yet to do. */
export const softwareStatus: Handler<typeof agencyCommands.softwareStatus> = async (
  { agencyId },
  { db, now },
) => {
  const [software, spoken, open] = await Promise.all([
    findSoftware(db, agencyId),
    findProtocol(db, agencyId),
    openCommands(db, agencyId, maxOpen),
  ])
  return {
    ...softwareView(software, now),
    protocol: spoken?.protocol ?? null,
    capabilities: spoken?.capabilities ?? [],
    retiresOn: spoken?.retires_on ?? null,
    open: open.map((row) => ({ ...waitingView(row), state: row.state })),
  }
}
