import type { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import type { Handlers } from '../../calls/context.ts'
import { acknowledge } from './acknowledge.ts'
import { createCancel, createCancelWaiting } from './cancel.ts'
import { claim } from './claim.ts'
import { createFinish, type FinishParts } from './finish.ts'
import { heartbeat } from './heartbeat.ts'
import { issue } from './issue.ts'
import { progress } from './progress.ts'
import { queue } from './queue.ts'
import { softwareStatus } from './software-status.ts'

/** The handlers of agency commands, with what other modules contribute to the end of a command. */
export function createAgencyCommandHandlers(joined: FinishParts): Handlers<typeof agencyCommands> {
  return {
    queue,
    softwareStatus,
    issue,
    cancel: createCancel(joined.commandEnded),
    cancelWaiting: createCancelWaiting(joined.commandEnded),
    heartbeat,
    claim,
    acknowledge,
    progress,
    finish: createFinish(joined),
  }
}
