import type { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import type { Handlers } from '../../http/context.ts'
import { acknowledge } from './acknowledge.ts'
import { cancel } from './cancel.ts'
import { claim } from './claim.ts'
import { finish } from './finish.ts'
import { heartbeat } from './heartbeat.ts'
import { issue } from './issue.ts'
import { progress } from './progress.ts'
import { queue } from './queue.ts'
import { softwareStatus } from './software-status.ts'

/** The room of agency commands. */
export const agencyCommandHandlers: Handlers<typeof agencyCommands> = {
  queue,
  softwareStatus,
  issue,
  cancel,
  heartbeat,
  claim,
  acknowledge,
  progress,
  finish,
}
