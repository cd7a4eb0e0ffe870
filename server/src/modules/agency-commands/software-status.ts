import type { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import type { Handler } from '../../calls/context.ts'
import { findProtocol } from './protocol-store.ts'
import { findSoftware } from './software-store.ts'
import { listOpenCommands } from './store.ts'
import { softwareView, waitingView } from './view.ts'

/** More than may wait; the rest has been fetched. */
const maxOpen = 200

/** Whether an agency's software is connected, which protocol it uses, and its open commands. */
export const softwareStatus: Handler<typeof agencyCommands.softwareStatus> = async (
  { agencyId },
  { db, now },
) => {
  const [software, spoken, open] = await Promise.all([
    findSoftware(db, agencyId),
    findProtocol(db, agencyId),
    listOpenCommands(db, agencyId, maxOpen),
  ])
  return {
    ...softwareView(software, now),
    protocol: spoken?.protocol ?? null,
    capabilities: spoken?.capabilities ?? [],
    retiresOn: spoken?.retires_on ?? null,
    open: open.map((row) => ({ ...waitingView(row), state: row.state })),
  }
}
