import {
  type AgencyCommandName,
  agencyCommandChoices,
  logChoices,
  normaliseArgument,
} from '@agency-support/contract/rules/agency-commands'

/** Form values; the argument is client ids for sync, a log for log, and empty for the others. */
export interface CommandInput {
  command: AgencyCommandName | null
  argument: string
}

/** The query parameters that fill it. */
type Filling = { command?: string | undefined; argument?: string | undefined }

export const emptyInput: CommandInput = { command: null, argument: '' }

/** The initial argument of a command: all logs for log, so that none is requested by accident; empty for the others. */
export function firstArgument(command: AgencyCommandName | null): string {
  return command === 'log' ? 'all' : ''
}

/** Form values from a link; unknown commands and invalid logs are dropped. */
export function readFilled(search: Filling): CommandInput {
  const command = agencyCommandChoices.find(({ value }) => value === search.command)?.value ?? null
  const given = search.argument ?? ''
  if (command === 'sync') return { command, argument: normaliseArgument(command, given) }
  const log = command === 'log' ? logChoices.find(({ value }) => value === given)?.value : undefined
  return { command, argument: log ?? firstArgument(command) }
}

/** Choosing another command resets the argument; the same one keeps it (spec-001 §2.3). */
export function chooseCommand(input: CommandInput, command: AgencyCommandName): CommandInput {
  return command === input.command ? input : { command, argument: firstArgument(command) }
}
