import {
  afterStep,
  type CommandOutcome,
  type CommandStatus,
  type CommandStep,
  isHeld,
  newCommand,
} from '@agency-support/contract/rules/agency-commands'

/** A command for the program, and what it has reported. */
export interface ScriptedCommand {
  readonly commandId: number
  readonly command: string
  readonly argument: string
  status: CommandStatus
  /** The outcome, once the program has reported it. */
  outcome: CommandOutcome | undefined
  output: string
  /** Why it failed, in the contract's terms; undefined if not reported. */
  reason: string | undefined
}

const leaseMs = 60_000

/** The queue of the scripted server. Commands follow the contract's rule; leases end when the kit says so. */
export class ScriptedQueue {
  readonly #commands: ScriptedCommand[] = []
  #nextId = 70_001

  /** Queues a command; `status` may be that of a command that was delivered before. */
  add(command: string, argument = '', status: CommandStatus = newCommand): ScriptedCommand {
    const queued = {
      commandId: this.#nextId,
      command,
      argument,
      status,
      outcome: undefined,
      output: '',
      reason: undefined,
    }
    this.#nextId += 1
    this.#commands.push(queued)
    return queued
  }

  find(commandId: number): ScriptedCommand | undefined {
    return this.#commands.find((command) => command.commandId === commandId)
  }

  /** Hands out at most `max` waiting commands. */
  claim(max: number): object[] {
    return this.#commands
      .filter(({ status }) => status.state === 'queued')
      .slice(0, max)
      .map((command) => {
        step(command, { kind: 'deliver' })
        const { commandId, argument, status } = command
        return {
          commandId,
          attempt: status.attempt,
          command: command.command,
          argument,
          leaseExpiresAt: getLeaseEnd(),
          begun: status.begun,
        }
      })
  }

  hasWaiting(): boolean {
    return this.#commands.some(({ status }) => status.state === 'queued')
  }

  /** Ends all leases, as the server does when nothing was reported in time. */
  endLeases(): void {
    for (const command of this.#commands) step(command, { kind: 'leaseOver' })
  }
}

/** Applies a step; false if it is not possible in the command's state. */
export function step(command: ScriptedCommand, given: CommandStep): boolean {
  // A repeated report is accepted.
  if (given.kind === 'finish' && !isHeld(command.status.state))
    return given.attempt === command.status.attempt && command.outcome !== undefined
  const next = afterStep(command.status, given)
  if (next === undefined) return false
  command.status = next
  return true
}

/** When a lease that begins now ends. */
export function getLeaseEnd(): string {
  return new Date(Date.now() + leaseMs).toISOString()
}
