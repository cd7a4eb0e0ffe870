import { countOf } from './count-of.ts'
import { shorten } from './shorten.ts'

/** The commands that people can send to an agency's software, in display order (spec-001 §2.3). */
export const agencyCommandChoices = [
  { value: 'agency', label: 'Upload Config' },
  { value: 'sync', label: 'Sync Clients' },
  { value: 'log', label: 'Log' },
  { value: 'count', label: 'Count' },
  { value: 'pcssync', label: 'PCS Sync' },
] as const
export type AgencyCommandName = (typeof agencyCommandChoices)[number]['value']

/** Commands that Resend File queues; not offered in the list of commands. */
export const resendCommands = [
  { value: 'resendClient', label: 'Resend Client File' },
  { value: 'resendMetrics', label: 'Resend Metric File' },
  { value: 'resendConfig', label: 'Resend Config File' },
] as const
export type ResendCommandName = (typeof resendCommands)[number]['value']

/** The command that resends each file, by the documents' event id. */
export const resentBy = {
  1: 'resendClient',
  2: 'resendMetrics',
  3: 'resendConfig',
} as const satisfies Readonly<Record<number, ResendCommandName>>

/** Commands that changes of an agency's users or seats queue; not offered in the list of commands. */
export const userCommands = [
  { value: 'unlockUser', label: 'Unlock User' },
  { value: 'superUsers', label: 'Update Temporary Users' },
  { value: 'releaseSeat', label: 'Release Seat' },
] as const
export type UserCommandName = (typeof userCommands)[number]['value']

/** Every command that can be in an agency's queue. */
export type QueuedCommandName = AgencyCommandName | ResendCommandName | UserCommandName

/** Their names, in the published order. */
export const queuedCommandNames: readonly QueuedCommandName[] = [
  ...agencyCommandChoices,
  ...resendCommands,
  ...userCommands,
].map(({ value }) => value)
const online: readonly string[] = ['superUsers', 'releaseSeat']

/** True for commands that also apply to online agencies; all others are for version 5.x. */
export function isForOnline(command: QueuedCommandName): boolean {
  return online.includes(command)
}

/** The logs that can be requested; '' requests no particular one (B-14). */
export const logChoices = [
  { value: 'error.log', label: 'Error Log' },
  { value: 'cloudmanager.log', label: 'Cloud Manager Log' },
  { value: 'cloudmanager.1.log', label: 'Cloud Manager Log 1' },
  { value: 'cloudmanager.2.log', label: 'Cloud Manager Log 2' },
  { value: 'cloudmanager.3.log', label: 'Cloud Manager Log 3' },
  { value: 'all', label: 'All Logs' },
] as const

/** The documented message for invalid client ids (spec-001 §5). */
const clientIdsSentence = 'Please enter a valid eight-digit Client Id, or list of Ids separated by a comma.'

/** Why Execute is disabled before a choice. */
export const chooseCommandSentence = 'Choose a command first.'
const chooseLogSentence = 'Choose one of the logs offered.'
const neededSentence =
  "This command tells the agency's software which temporary users it may let in. To shut one out, revoke the user."
const noArgumentSentence = 'This command takes no argument.'

/** Maximum characters of an argument, about a thousand client ids. */
export const maxArgumentLength = 10_000

/** The number of client ids, separated by commas, that fit into one command. */
export const maxClientIds = Math.floor((maxArgumentLength + 1) / 9)
export const tooManyClientIds = (): string =>
  `At most ${maxClientIds.toLocaleString('en-US')} clients fit into one command.`

/** Eight-digit ids separated by commas, as sync expects them. */
export const clientIdList = /^\d{8}(?:,\d{8})*$/

/** The label of a command; the value itself if this build does not know it. */
export function commandLabel(command: string): string {
  const known = [...agencyCommandChoices, ...resendCommands, ...userCommands].find(
    ({ value }) => value === command,
  )
  return known?.label ?? command
}

/** A command with its argument, such as `Sync Clients 12345678`. */
export function describeCommand({ command, argument }: { command: string; argument: string }): string {
  return `${commandLabel(command)} ${argument}`.trim()
}

/** Client ids as they are sent: spaces, tabs, line ends and semicolons of a pasted column become single commas. */
export function normaliseClientIds(typed: string): string {
  return typed
    .split(/[\s,;]+/u)
    .filter((id) => id !== '')
    .join(',')
}

/** An argument as it is sent and stored. */
export function normaliseArgument(command: string, argument: string): string {
  return command === 'sync' ? normaliseClientIds(argument) : argument.trim()
}

/** The message at the client ids field; none while it is empty. */
export function clientIdsProblem(typed: string): string | undefined {
  const ids = normaliseClientIds(typed)
  if (ids === '') return undefined
  if (!clientIdList.test(ids)) return clientIdsSentence
  return ids.length > maxArgumentLength ? tooManyClientIds() : undefined
}

/** Why a command cannot be executed with this argument; undefined if it can (B-14, A-51). */
export function whyNotExecute(command: string | undefined, argument: string): string | undefined {
  const sent = normaliseArgument(command ?? '', argument)
  switch (command) {
    case 'sync':
      // An empty list would accidentally sync every client.
      return sent === '' ? clientIdsSentence : clientIdsProblem(sent)
    case 'log':
      return sent === '' || logChoices.some(({ value }) => value === sent) ? undefined : chooseLogSentence
    case 'agency':
    case 'count':
    case 'pcssync':
      return sent === '' ? undefined : noArgumentSentence
    default:
      return chooseCommandSentence
  }
}

/** The states of a command, with their labels. */
export const commandStates = [
  { value: 'queued', label: 'Queued' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'acknowledged', label: 'Acknowledged' },
  { value: 'running', label: 'Running' },
  { value: 'succeeded', label: 'Succeeded' },
  { value: 'failed', label: 'Failed' },
  { value: 'expired', label: 'Expired' },
  { value: 'cancelled', label: 'Cancelled' },
] as const
export type CommandState = (typeof commandStates)[number]['value']

/** How the agency's software reports the end of a command. */
export const commandOutcomes = ['succeeded', 'failed', 'interrupted'] as const
export type CommandOutcome = (typeof commandOutcomes)[number]

/** Known reasons for a failed command. */
export const failureReasons = ['unknownCommand'] as const
export type FailureReason = (typeof failureReasons)[number]

const reasonLabels: Readonly<Record<FailureReason, string>> = { unknownCommand: 'not known to its software' }
const isFailureReason = (reason: string): reason is FailureReason => Object.hasOwn(reasonLabels, reason)

/** The label of the reason of a failed command. */
export function reasonLabel(reason: string): string {
  return isFailureReason(reason) ? reasonLabels[reason] : reason
}

/** What is known of how a command ended. */
export interface CommandEnd {
  state: CommandState
  reason: string | null
  output: string
}

const maxToldOutput = 300

/** The last line of what a command wrote; its software may write thousands of characters. */
function lastLine(output: string): string {
  return shorten(output.trim().split('\n').at(-1) ?? '', maxToldOutput)
}

/** Why what a command was to do is not done after it ended like this; undefined if it is. */
export function whyNotDone(
  { state, reason, output }: CommandEnd,
  { done, act, able }: { done: string; act: string; able: string },
): string | undefined {
  const not = `Not ${done}:`
  switch (state) {
    case 'failed':
      if (reason === 'interrupted') return `${not} the agency's software was stopped in the middle of it.`
      if (reason === 'unknownCommand') return `${not} this version of the agency's software cannot ${able}.`
      return `${not} the agency's software could not do it. ${reason ?? lastLine(output)}`.trim()
    case 'expired':
      return `${not} the agency's software did not carry out ${act} in time.`
    case 'cancelled':
      return `${not} it was cancelled before the agency's software had begun it.`
    default:
      return undefined
  }
}

/** How many clients a sync sent of how many, if some could not be sent; otherwise undefined. */
export function describePartial(result: unknown): string | undefined {
  const { sent, failed } = Object(result) as Readonly<Record<string, unknown>>
  if (typeof sent !== 'number' || !Array.isArray(failed) || failed.length === 0) return undefined
  return `${sent} of ${sent + failed.length}`
}

/** Why the first of what a command could not send was not sent; undefined if its software does not say. */
export function firstFailure(result: unknown): string | undefined {
  const { failed } = Object(result) as Readonly<Record<string, unknown>>
  const { reason } = Object(Array.isArray(failed) ? failed[0] : undefined) as Readonly<
    Record<string, unknown>
  >
  return typeof reason === 'string' && reason !== '' ? reason : undefined
}

/** The part of a command that the rules need. */
export interface CommandStatus {
  state: CommandState
  /** Counts the deliveries; reports of earlier ones are not accepted. */
  attempt: number
  /** The software has reported it running once: it must never be run again. */
  begun: boolean
}

/** Steps in the life of a command. */
export type CommandStep =
  | { kind: 'deliver' | 'leaseOver' | 'expire' | 'cancel' }
  | { kind: 'acknowledge' | 'progress'; attempt: number }
  | { kind: 'finish'; attempt: number; outcome: CommandOutcome; reason?: FailureReason | undefined }

/** A newly queued command. */
export const newCommand: CommandStatus = { state: 'queued', attempt: 1, begun: false }

const held: readonly CommandState[] = ['delivered', 'acknowledged', 'running']

/** True while the agency's software has the command. */
export function isHeld(state: CommandState): boolean {
  return held.includes(state)
}

/** True while the command has not ended. */
export function isOpen(state: CommandState): boolean {
  return state === 'queued' || isHeld(state)
}

/** A command after a step; undefined if the step is not possible in its state. */
export function afterStep(status: CommandStatus, step: CommandStep): CommandStatus | undefined {
  switch (step.kind) {
    case 'deliver':
      return status.state === 'queued' ? { ...status, state: 'delivered' } : undefined
    case 'cancel':
      return whyTooLate(status) === undefined ? { ...status, state: 'cancelled' } : undefined
    case 'expire':
      if (status.state !== 'queued') return undefined
      return { ...status, state: status.begun ? 'failed' : 'expired' }
    case 'leaseOver':
      return isHeld(status.state) ? { ...status, state: 'queued', attempt: status.attempt + 1 } : undefined
    default:
      return isHeld(status.state) && step.attempt === status.attempt ? afterReport(status, step) : undefined
  }
}

type Report = Extract<CommandStep, { attempt: number }>

function afterReport(status: CommandStatus, step: Report): CommandStatus {
  if (step.kind === 'progress') return { ...status, state: 'running', begun: true }
  if (step.kind === 'finish')
    return { ...status, state: step.outcome === 'succeeded' ? 'succeeded' : 'failed' }
  return status.state === 'delivered' ? { ...status, state: 'acknowledged' } : status
}

/** Why it is too late to cancel a command in this state; undefined if it is not. */
function whyTooLate({ state, begun }: Pick<CommandStatus, 'state' | 'begun'>): string | undefined {
  if (state === 'queued') return begun ? 'The agency has already begun this command.' : undefined
  return isHeld(state)
    ? 'The agency has already collected this command.'
    : 'This command has already finished.'
}

/** Why a command cannot be cancelled; undefined if it can. */
export function whyNotCancel(
  command: Pick<CommandStatus, 'state' | 'begun'> & { command: string },
): string | undefined {
  // Without it the agency would go on letting in a user whom somebody has revoked.
  return whyTooLate(command) ?? (command.command === 'superUsers' ? neededSentence : undefined)
}

/** A duration in words: `less than a minute`, `5 minutes`, `3 hours`, `11 days`. */
function howLong(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  if (minutes < 1) return 'less than a minute'
  if (minutes < 120) return countOf(minutes, 'minute')
  return minutes < 48 * 60
    ? countOf(Math.floor(minutes / 60), 'hour')
    : countOf(Math.floor(minutes / 1440), 'day')
}

/** Sentence for an action that is only queued, by when the agency's software was last seen; null for never. */
export function queuedSentence(lastSeenAt: string | null, now: string): string {
  if (lastSeenAt === null)
    return "Queued; the agency's software has never called, so nothing will collect it yet."
  const seconds = (Date.parse(now) - Date.parse(lastSeenAt)) / 1000
  return `Queued; the agency's software was last seen ${howLong(seconds)} ago.`
}
