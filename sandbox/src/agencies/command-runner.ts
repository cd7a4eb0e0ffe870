import { agencyCommands, type ClaimedCommand } from '@agency-support/contract/modules/agency-commands'
import { type CommandState, isOpen } from '@agency-support/contract/rules/agency-commands'
import { type AgencyData, CommandFailed, type CommandRun, carryOut } from './commands.ts'
import type { Ending } from './durable-record.ts'
import { Output } from './output.ts'
import type { Retry } from './retry.ts'
import type { Reports } from './reports.ts'
import { seatsAt } from './seats.ts'
import type { SimulatorContext } from './context.ts'
import { type AgencyWire, Refused } from './wire.ts'

/** The dependencies of a CommandRunner. */
export interface CommandRunnerParts {
  agency: AgencyData
  wire: AgencyWire
  retry: Retry
  reports: Reports
  context: SimulatorContext
}

const superseded = 409
const reportEveryMs = 250
const tooSlow = 8
/** Maximum files that the result of a command may name. */
const maxUploads = 1_000

const interrupted: Ending = {
  outcome: 'interrupted',
  output: 'The software was stopped while this command was running.\n',
  uploadIds: [],
}

/** Carries out the commands of one agency, each at most once (D-24). */
export class CommandRunner {
  readonly #parts: CommandRunnerParts

  constructor(parts: CommandRunnerParts) {
    this.#parts = parts
  }

  /** Runs a command to its end, unless the server has cancelled it or will hand it out again. */
  async take(claimed: ClaimedCommand): Promise<void> {
    const { agency, context } = this.#parts
    const { agencyId } = agency.profile
    try {
      const { uploadIds, ...ending } = await this.#getEnding(claimed)
      const { commandId, attempt } = claimed
      context.account(agencyId, commandId, ending.outcome)
      await this.#send(agencyCommands.finish, {
        commandId,
        attempt,
        ...ending,
        uploadIds: uploadIds.slice(0, maxUploads),
      })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      // When handed out again, it must still count as begun.
      if (isStillOpen(error)) return
    }
    await context.record.reported(agencyId, claimed.commandId)
  }

  async #getEnding(claimed: ClaimedCommand): Promise<Ending> {
    const { record } = this.#parts.context
    const { agencyId } = this.#parts.agency.profile
    const { commandId, attempt, begun } = claimed
    if (begun || record.hasBegun(agencyId, commandId))
      return record.getEnding(agencyId, commandId) ?? interrupted
    await record.begin(agencyId, commandId)
    await this.#send(agencyCommands.acknowledge, { commandId, attempt })
    const ending = await this.#run(claimed)
    await record.end(agencyId, commandId, ending)
    return ending
  }

  async #run(claimed: ClaimedCommand): Promise<Ending> {
    const { agency, context } = this.#parts
    context.account(agency.profile.agencyId, claimed.commandId, 'ran')
    const output = new Output()
    const uploadIds: string[] = []
    try {
      const result = await carryOut(claimed.command, this.#toRun(claimed, output, uploadIds))
      return { outcome: 'succeeded', output: output.text, uploadIds, result }
    } catch (error) {
      if (!(error instanceof CommandFailed)) throw error
      output.write(error.message)
      const { reason, result } = error
      return {
        outcome: 'failed',
        output: output.text,
        uploadIds,
        ...(result === undefined ? {} : { result }),
        ...(reason === undefined ? {} : { reason }),
      }
    }
  }

  #toRun({ commandId, attempt, argument }: ClaimedCommand, output: Output, uploadIds: string[]): CommandRun {
    const { agency, reports, context } = this.#parts
    const { scheduler, now, speed } = context
    const slowness = agency.profile.condition === 'slow' ? tooSlow : 1
    let reportedAt = Number.NEGATIVE_INFINITY
    return {
      agency,
      argument,
      now,
      say: async (line) => {
        output.write(line)
        if (performance.now() - reportedAt < reportEveryMs) return
        reportedAt = performance.now()
        await this.#send(agencyCommands.progress, { commandId, attempt, output: output.text })
      },
      work: (milliseconds) => scheduler.pause((milliseconds * slowness) / Math.max(1, speed)),
      send: (file) => orFail(async () => void uploadIds.push(await reports.file(file, commandId))),
      reportErrors: () => orFail(() => reports.conversionErrors(agency.errors)),
      temporaryUsers: async () => {
        const users = await orFail(() => reports.temporaryUsers())
        await context.record.keepTemporaryUsers(agency.profile.agencyId, users)
        return users.map(({ username }) => username)
      },
      release: async (username) => {
        const { profile, users } = agency
        const releasedAt = (name: string) => context.record.releasedAt(profile.agencyId, name)
        const { seats } = seatsAt(profile, users, now(), releasedAt)
        await context.record.release(profile.agencyId, username, now())
        await orFail(() => reports.seats(seatsAt(profile, users, now(), releasedAt)))
        return seats.find((seat) => seat.username === username)?.tokens.length ?? 0
      },
      unlock: async (username) => {
        await context.record.unlock(agency.profile.agencyId, username)
        agency.users = agency.users.map((user) =>
          user.username === username ? { ...user, status: 0 } : user,
        )
        await orFail(() => reports.users(agency.users))
      },
    }
  }

  async #send(...[call, input]: Parameters<AgencyWire['call']>): Promise<void> {
    await this.#parts.retry.untilAnswered(() => this.#parts.wire.call(call, input))
  }
}

/** If the server rejects something from a command, the command fails; the agency's own reports are separate. */
async function orFail<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    if (error instanceof Refused) throw new CommandFailed(error.message, { cause: error })
    throw error
  }
}

function isStillOpen({ code, data }: Refused): boolean {
  if (code !== superseded || typeof data !== 'object' || data === null || !('state' in data)) return false
  return isOpen(data.state as CommandState)
}
