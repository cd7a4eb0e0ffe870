import type { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import type { Handlers } from '../../calls/context.ts'
import { acknowledge } from './acknowledge.ts'
import { cancel } from './cancel.ts'
import { claim } from './claim.ts'
import { createFinish, type FindArrivedFiles } from './finish.ts'
import { heartbeat } from './heartbeat.ts'
import { issue } from './issue.ts'
import { progress } from './progress.ts'
import { queue } from './queue.ts'
import { softwareStatus } from './software-status.ts'

/** The handlers of agency commands, with what finds the files that a command brought. */
export function createAgencyCommandHandlers(
  findArrivedFiles: FindArrivedFiles,
): Handlers<typeof agencyCommands> {
  return {
    queue,
    softwareStatus,
    issue,
    cancel,
    heartbeat,
    claim,
    acknowledge,
    progress,
    finish: createFinish(findArrivedFiles),
  }
}
