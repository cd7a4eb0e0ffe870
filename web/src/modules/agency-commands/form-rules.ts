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

/** Form values from a link; unknown commands are dropped, and a log that cannot be asked for alone asks for all. */
export function readFilled(search: Filling): CommandInput {
  const command = agencyCommandChoices.find(({ value }) => value === search.command)?.value ?? null
  const given = search.argument ?? ''
  if (command === 'sync') return { command, argument: normaliseArgument(command, given) }
  if (command !== 'log' || given === '') return { command, argument: '' }
  return { command, argument: logChoices.find(({ value }) => value === given)?.value ?? 'all' }
}

/** Choosing another command resets the argument; the same one keeps it (spec-001 §2.3). */
export function chooseCommand(input: CommandInput, command: AgencyCommandName): CommandInput {
  return command === input.command ? input : { command, argument: '' }
}
