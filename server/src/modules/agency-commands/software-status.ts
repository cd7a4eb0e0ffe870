import type { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import type { Handler } from '../../calls/context.ts'
import { findProtocol } from './protocol-store.ts'
import { findSoftware } from './software-store.ts'
import { softwareView } from './view.ts'

/** Whether somebody is there to collect a command, and which protocol they speak. */
export const softwareStatus: Handler<typeof agencyCommands.softwareStatus> = async (
  { agencyId },
  { db, now },
) => {
  const [software, spoken] = await Promise.all([findSoftware(db, agencyId), findProtocol(db, agencyId)])
  return {
    ...softwareView(software, now),
    protocol: spoken?.protocol ?? null,
    capabilities: spoken?.capabilities ?? [],
    retiresOn: spoken?.retires_on ?? null,
  }
}
