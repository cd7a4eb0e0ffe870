import type { CommandResult } from '@agency-support/contract/modules/agency-command-shapes'
import type { FailureReason, QueuedCommandName } from '@agency-support/contract/rules/agency-commands'
import { countOf } from '@agency-support/contract/rules/count-of'
import { type ConversionError, errorFor } from './conversion-errors.ts'
import type { AgencyFile } from './files/agency-file.ts'
import { clientFile } from './files/client-file.ts'
import { logFile, type LogName, logNamed, logNames } from './files/log-file.ts'
import { configFile, metricsFile } from './files/reports.ts'
import type { AgencyUser } from './people.ts'
import { type Profile, seededRandomFor } from './profile.ts'

/** The agency's data, as its software has it in memory. */
export interface AgencyData {
  readonly profile: Profile
  users: readonly AgencyUser[]
  errors: readonly ConversionError[]
}

/** A command being carried out. */
export interface CommandRun {
  readonly agency: AgencyData
  readonly argument: string
  now(): Date
  /** Adds a line to the output, and reports it unless a report was sent just before. */
  say(line: string): Promise<void>
  /** Simulates work for about this long; longer at a slow agency. */
  work(milliseconds: number): Promise<void>
  send(file: AgencyFile): Promise<void>
  /** Reports the agency's conversion errors to the server. */
  reportErrors(): Promise<void>
  /** Unlocks a user permanently. */
  unlock(username: string): Promise<void>
  /** Signs a user out on all machines: today's tokens end, and the seat is reported free; returns how many ended. */
  release(username: string): Promise<number>
  /** Fetches the temporary users created by staff and admits only those; returns their names. */
  temporaryUsers(): Promise<readonly string[]>
}

/** The command cannot be carried out, for a readable reason. */
export class CommandFailed extends Error {
  readonly reason: FailureReason | undefined
  /** The partial result. */
  readonly result: object | undefined

  constructor(message: string, options: ErrorOptions & { reason?: FailureReason; result?: object } = {}) {
    super(message, options)
    this.reason = options.reason
    this.result = options.result
  }
}

/** Maximum length of the reason given for a client in a command's result. */
const maxReason = 500
const noSpace = 'There is not enough space on the disk.'

type Commands = { readonly [C in QueuedCommandName]: (run: CommandRun) => Promise<CommandResult<C>> }

const commands: Commands = {
  agency: uploadConfig,
  resendConfig: uploadConfig,
  sync: syncClients,
  resendClient: syncClients,
  log: uploadLogs,
  count,
  resendMetrics: count,
  pcssync: syncPolicies,
  unlockUser,
  superUsers,
  releaseSeat,
}

/** The commands that this software knows. */
export const knownCommands: readonly string[] = Object.keys(commands)

/** Carries out a command; resolves with its result, rejects with CommandFailed if that is impossible. */
export async function carryOut(command: string, run: CommandRun): Promise<object> {
  if (!isKnown(command))
    throw new CommandFailed(`This version does not know the command ${command}.`, {
      reason: 'unknownCommand',
    })
  return commands[command](run)
}

function isKnown(command: string): command is QueuedCommandName {
  return Object.hasOwn(commands, command)
}

async function uploadConfig(run: CommandRun): Promise<CommandResult<'agency'>> {
  const { profile, users } = run.agency
  await run.say(`Reading the configuration of ${profile.hosts[0]}`)
  await run.work(120)
  if (profile.condition === 'diskFull') throw new CommandFailed(noSpace)
  await sendSaying(run, configFile(profile, users, run.now()))
  await run.say(`${users.length} users sent.`)
  return { users: users.length }
}

async function uploadLogs(run: CommandRun): Promise<CommandResult<'log'>> {
  const names = parseLogs(run.argument)
  if (names === undefined) throw new CommandFailed(`There is no log ${run.argument}.`)
  await run.say(names.length === 1 ? `Sending ${names[0]}` : `Sending ${names.length} logs`)
  await run.work(60)
  for (const name of names) await sendSaying(run, logFile(run.agency.profile, name, run.now()))
  await run.say('Done.')
  return { logs: [...names] }
}

/** The logs named by an argument; without one, the error log. */
function parseLogs(argument: string): readonly LogName[] | undefined {
  if (argument === 'all') return logNames
  const name = logNamed(argument === '' ? 'error.log' : argument)
  return name === undefined ? undefined : [name]
}

async function count(run: CommandRun): Promise<CommandResult<'count'>> {
  const { profile, errors } = run.agency
  await run.say(`Counting the clients below ${profile.clientPath}`)
  await run.work(400)
  await run.say(`${profile.clients} clients found, ${errors.length} with errors.`)
  await sendSaying(run, metricsFile(profile, errors, run.now()))
  return { clients: profile.clients, errors: errors.length }
}

async function unlockUser(run: CommandRun): Promise<CommandResult<'unlockUser'>> {
  const username = run.argument
  if (!run.agency.users.some((user) => user.username === username))
    throw new CommandFailed(`There is no user ${username}.`)
  await run.unlock(username)
  await run.say(`${username} may sign in again.`)
  return {}
}

async function superUsers(run: CommandRun): Promise<CommandResult<'superUsers'>> {
  const usernames = await run.temporaryUsers()
  await run.say(usernames.length === 0 ? 'No temporary users.' : `Temporary users: ${usernames.join(', ')}.`)
  return { usernames: [...usernames] }
}

async function releaseSeat(run: CommandRun): Promise<CommandResult<'releaseSeat'>> {
  await run.work(40)
  const tokens = await run.release(run.argument)
  await run.say(`${run.argument} is signed out on every computer.`)
  return { tokens }
}

async function syncPolicies(run: CommandRun): Promise<CommandResult<'pcssync'>> {
  const random = seededRandomFor(run.agency.profile.agencyId, `pcs/${run.now().getTime()}`)
  await run.say('Asking the policy service for changes')
  await run.work(500)
  const changed = random.whole(0, 40)
  await run.say(`${changed} policies changed since the last run.`)
  await run.work(300)
  await run.say(`${changed} policies updated.`)
  return { changed, updated: changed }
}

async function syncClients(run: CommandRun): Promise<CommandResult<'sync'>> {
  const ids = run.argument.split(',').filter((id) => id !== '')
  if (ids.length === 0) throw new CommandFailed('No client was named.')
  await run.say(`Sending ${countOf(ids.length, 'client')}`)
  const errors = new Map(run.agency.errors.map((error) => [error.clientId, error]))
  const result: CommandResult<'sync'> = { sent: 0, failed: [] }
  for (const clientId of ids) {
    await run.work(40)
    const problem = await syncOne(run, clientId)
    if (problem === undefined) {
      result.sent += 1
      errors.delete(clientId)
      continue
    }
    result.failed.push({ clientId, reason: problem.error.msg.slice(0, maxReason) })
    if (problem.isOurs) errors.set(clientId, problem.error)
    await run.say(`Client ${clientId}: ${problem.error.msg}`)
  }
  if (!sameErrors(run.agency.errors, errors)) {
    run.agency.errors = [...errors.values()]
    await run.reportErrors()
  }
  await run.say(`${result.sent} of ${ids.length} sent.`)
  if (result.sent === 0) throw new CommandFailed('None could be sent.', { result })
  return result
}

interface SyncProblem {
  error: ConversionError
  /** The client belongs to the agency, so the failure is added to its errors. */
  isOurs: boolean
}

/** Why a client could not be sent; undefined if it was sent. */
async function syncOne(run: CommandRun, clientId: string): Promise<SyncProblem | undefined> {
  const { profile } = run.agency
  const now = run.now()
  if (Number(clientId) < 1 || Number(clientId) > profile.clients) {
    const error = { clientId, date: now.toISOString(), code: 404, msg: 'There is no such client.' }
    return { error, isOurs: false }
  }
  const random = seededRandomFor(profile.agencyId, `sync/${clientId}/${now.getTime()}`)
  if (profile.condition === 'syncErrors' && random.chance(0.5))
    return { error: errorFor(random, clientId, now), isOurs: true }
  await sendSaying(run, clientFile(profile, clientId, now))
  return undefined
}

function sameErrors(
  before: readonly ConversionError[],
  after: ReadonlyMap<string, ConversionError>,
): boolean {
  return before.length === after.size && before.every((error) => after.get(error.clientId) === error)
}

async function sendSaying(run: CommandRun, file: AgencyFile): Promise<void> {
  await run.send(file)
  await run.say(`${file.name} sent (${Math.ceil(file.bytes.length / 1024)} kB).`)
}
