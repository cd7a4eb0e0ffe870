import {
  type AgencyCommandName,
  agencyCommandChoices,
  logChoices,
  normaliseArgument,
} from '@agency-support/contract/rules/agency-commands'

/** What the form holds; the argument is client ids for sync, a log for log, and nothing for the others. */
export interface CommandInput {
  command: AgencyCommandName | null
  argument: string
}

/** What an address may name of it. */
type Filling = { command?: string | undefined; argument?: string | undefined }

export const emptyInput: CommandInput = { command: null, argument: '' }

/** What a command starts with: all logs, so that no log is ordered that nobody chose; nothing for the others. */
export function firstArgument(command: AgencyCommandName | null): string {
  return command === 'log' ? 'all' : ''
}

/** What a link fills the form with; whatever names no command or no log is dropped. */
export function readFilled(search: Filling): CommandInput {
  const command = agencyCommandChoices.find(({ value }) => value === search.command)?.value ?? null
  const given = search.argument ?? ''
  if (command === 'sync') return { command, argument: normaliseArgument(command, given) }
  const log = command === 'log' ? logChoices.find(({ value }) => value === given)?.value : undefined
  return { command, argument: log ?? firstArgument(command) }
}

/** Another command starts anew, without what was chosen before; the same one keeps it (spec-001 §2.3). */
export function chooseCommand(input: CommandInput, command: AgencyCommandName): CommandInput {
  return command === input.command ? input : { command, argument: firstArgument(command) }
}
