import { z } from 'zod'
import { exactText, wholeNumber } from '../fields.ts'
import {
  clientIdList,
  logChoices,
  maxArgumentLength,
  type QueuedCommandName,
  queuedCommandNames,
} from '../rules/agency-commands.ts'
import { clientIdPattern } from '../rules/agency-files.ts'

/** An agency command: its purpose, and the schemas of its argument and result. */
interface CommandShape {
  about: string
  argument: z.ZodType<string>
  result: z.ZodType<object>
}

const count = (what: string) => wholeNumber(what, 0, 2_147_483_647)

const noArgument = z.literal('', 'argument must be empty.').describe('Always empty.')
const idsSentence = 'argument must be eight-digit client ids, separated by commas.'
const ClientIds = z
  .string(idsSentence)
  .max(maxArgumentLength, idsSentence)
  .regex(clientIdList, idsSentence)
  .describe('Client ids of eight digits, separated by commas without blanks.')
const Username = exactText('argument', 60)
  .min(1, 'argument must be 1 to 60 characters.')
  .describe('Name of the user at the agency, exactly.')

const logNames = logChoices.map(({ value }) => value)

const ConfigResult = z.object({ users: count('users').describe('Users that the config file lists.') })

/** A client that a sync could not send. */
const UnsentClient = z.object({
  clientId: z
    .string('clientId must be eight digits.')
    .regex(clientIdPattern, 'clientId must be eight digits.')
    .describe('Eight digits.'),
  reason: exactText('reason', 500).describe('Why, for a person to read.'),
})

/** How many of the requested clients have been sent. */
const SyncResult = z.object({
  sent: count('sent').describe('Clients whose files have been sent.'),
  failed: z
    .array(UnsentClient, 'failed must be a list.')
    .max(1_200, 'failed must be at most 1200.')
    .describe('Clients that could not be sent.'),
})

const CountResult = z.object({
  clients: count('clients').describe('Clients that were counted.'),
  errors: count('errors').describe('Those of them that cannot be converted or synced.'),
})

const NoResult = z.object({})

/** Every command that can be claimed, in the published order. */
export const commandShapes = {
  agency: {
    about: 'Send the config file anew, as kind agencyConfig.',
    argument: noArgument,
    result: ConfigResult,
  },
  sync: {
    about: 'Send the files of some clients anew, each as kind client.',
    argument: ClientIds,
    result: SyncResult,
  },
  log: {
    about: 'Send a log, or all logs, each as kind log.',
    argument: z
      .enum(['', ...logNames], 'argument must be one of the logs, all, or empty.')
      .describe('A log by name; all for all of them; empty for the log of errors.'),
    result: z.object({
      logs: z
        .array(exactText('logs', 200).describe('Name of a log.'), 'logs must be a list.')
        .max(100, 'logs must be at most 100.')
        .describe('Names of the logs that were sent.'),
    }),
  },
  count: {
    about: 'Count the clients and send the metrics file, as kind agencyMetrics.',
    argument: noArgument,
    result: CountResult,
  },
  pcssync: {
    about: 'Ask the policy service for changes and take them over.',
    argument: noArgument,
    result: z.object({
      changed: count('changed').describe('Policies that have changed.'),
      updated: count('updated').describe('Those that were taken over.'),
    }),
  },
  resendClient: {
    about: 'Send the file of one client anew, as kind client.',
    argument: z
      .string('argument must be eight digits.')
      .regex(clientIdPattern, 'argument must be eight digits.')
      .describe('A client id of eight digits.'),
    result: SyncResult,
  },
  resendMetrics: {
    about: 'Send the metrics file anew, as kind agencyMetrics.',
    argument: noArgument,
    result: CountResult,
  },
  resendConfig: {
    about: 'Send the config file anew, as kind agencyConfig.',
    argument: noArgument,
    result: ConfigResult,
  },
  unlockUser: {
    about: 'Let a locked-out user sign in again, and report the users again.',
    argument: Username,
    result: NoResult.describe('Nothing beyond the outcome.'),
  },
  superUsers: {
    about: 'Ask for the temporary users and let in those alone.',
    argument: noArgument,
    result: z.object({
      usernames: z
        .array(exactText('usernames', 60).describe('Initials.'), 'usernames must be a list.')
        .max(1_000, 'usernames must be at most 1000.')
        .describe('Temporary users who may sign in now.'),
    }),
  },
  releaseSeat: {
    about: 'Sign a user out on every computer: all their tokens end.',
    argument: Username,
    result: z.object({ tokens: count('tokens').describe('Tokens that were ended.') }),
  },
} as const satisfies Readonly<Record<QueuedCommandName, CommandShape>>

type Shapes = typeof commandShapes

/** The argument of a command with this name. */
export type CommandArgument<C extends QueuedCommandName> = z.output<Shapes[C]['argument']>

/** The result of a command with this name. */
export type CommandResult<C extends QueuedCommandName> = z.output<Shapes[C]['result']>

/** Maximum bytes of JSON in a result. */
export const maxResultBytes = 64 * 1024

/** True for a command known to this build. */
function isCommandName(name: string): name is QueuedCommandName {
  return queuedCommandNames.some((known) => known === name)
}

/** Why a command must not be queued with this argument; undefined if it may. */
export function whyNotArgument(command: string, argument: string): string | undefined {
  if (!isCommandName(command)) return `There is no command ${command}.`
  return commandShapes[command].argument.safeParse(argument).error?.issues[0]?.message
}

/** The result of a command by its schema, without unknown fields; or a sentence that names the invalid field. */
export function parseCommandResult(
  command: string,
  result: object,
): { result: object } | { problem: string } {
  if (!isCommandName(command)) return { result: {} }
  const read = commandShapes[command].result.safeParse(result)
  if (read.success) return { result: read.data }
  const [issue] = read.error.issues
  const field = ['result', ...(issue?.path ?? [])].map(String).join('.')
  return { problem: `${field} does not fit the command ${command}: ${issue?.message ?? 'it is not valid.'}` }
}
