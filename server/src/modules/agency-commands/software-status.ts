import type { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import type { Handler } from '../../calls/context.ts'
import { findSoftware } from './software-store.ts'
import { softwareView } from './view.ts'

/** Whether the software of an agency is connected; one that nobody knows was never seen. */
export const softwareStatus: Handler<typeof agencyCommands.softwareStatus> = async (
  { agencyId },
  { db, now },
) => softwareView(await findSoftware(db, agencyId), now)
