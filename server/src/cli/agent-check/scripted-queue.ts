import {
  afterStep,
  type CommandOutcome,
  type CommandStatus,
  type CommandStep,
  isHeld,
  newCommand,
} from '@agency-support/contract/rules/agency-commands'

/** A command that the program is handed, and what it has told of it. */
export interface ScriptedCommand {
  readonly commandId: number
  readonly command: string
  readonly argument: string
  status: CommandStatus
  /** How it ended, once the program has said so in time. */
  outcome: CommandOutcome | undefined
  output: string
  /** Why it failed, in the contract's terms; undefined unless told. */
  reason: string | undefined
}

const leaseMs = 60_000

/** The queue of the scripted server; a command moves by the contract's own rule, and a lease ends when the kit says so. */
export class ScriptedQueue {
  readonly #commands: ScriptedCommand[] = []
  #nextId = 70_001

  /** Queues a command; a given status is that of one which was delivered before. */
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

  /** Hands out up to so many waiting commands. */
  claim(most: number): object[] {
    return this.#commands
      .filter(({ status }) => status.state === 'queued')
      .slice(0, most)
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

  /** Takes back what the program holds, as the server does when nothing was reported for a whole lease. */
  endLeases(): void {
    for (const command of this.#commands) step(command, { kind: 'leaseOver' })
  }
}

/** Applies a step; false when the command does not take it where it stands. */
export function step(command: ScriptedCommand, given: CommandStep): boolean {
  // A report that was told before counts as told.
  if (given.kind === 'finish' && !isHeld(command.status.state))
    return given.attempt === command.status.attempt && command.outcome !== undefined
  const next = afterStep(command.status, given)
  if (next === undefined) return false
  command.status = next
  return true
}

/** When a lease ends that begins now. */
export function getLeaseEnd(): string {
  return new Date(Date.now() + leaseMs).toISOString()
}
