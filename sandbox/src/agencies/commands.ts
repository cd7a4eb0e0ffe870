import { type ConversionError, errorFor } from './conversion-errors.ts'
import type { AgencyFile } from './files/agency-file.ts'
import { clientFile } from './files/client-file.ts'
import { logFile, type LogName, logNamed, logNames } from './files/log-file.ts'
import { configFile, metricsFile } from './files/reports.ts'
import type { AgencyUser } from './people.ts'
import { type Profile, seededRandomFor } from './profile.ts'

/** The agency's own data, as its software has it in its memory. */
export interface AgencyData {
  readonly profile: Profile
  users: readonly AgencyUser[]
  errors: readonly ConversionError[]
}

/** One command being carried out. */
export interface CommandRun {
  readonly agency: AgencyData
  readonly argument: string
  now(): Date
  /** Adds a line to the output, and tells the server of it unless it has just been told. */
  say(line: string): Promise<void>
  /** Keeps the machine busy for about so long; longer at a slow agency. */
  work(milliseconds: number): Promise<void>
  send(file: AgencyFile): Promise<void>
  /** Tells the server of the agency's conversion errors. */
  reportErrors(): Promise<void>
  /** Lets a user in again, for good. */
  unlock(username: string): Promise<void>
  /** The users whom the provider's staff has made for a while. */
  temporaryUsers(): Promise<readonly string[]>
}

/** The command cannot be carried out, for a reason that a person can read. */
export class CommandFailed extends Error {}

const noSpace = 'There is not enough space on the disk.'

const commands: Readonly<Record<string, (run: CommandRun) => Promise<void>>> = {
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

/** Carries a command out; rejects with CommandFailed when that is not possible. */
export async function carryOut(command: string, run: CommandRun): Promise<void> {
  const carry = Object.hasOwn(commands, command) ? commands[command] : undefined
  if (carry === undefined) throw new CommandFailed(`This version does not know the command ${command}.`)
  await carry(run)
}

async function uploadConfig(run: CommandRun): Promise<void> {
  const { profile, users } = run.agency
  await run.say(`Reading the configuration of ${profile.hosts[0]}`)
  await run.work(120)
  if (profile.condition === 'diskFull') throw new CommandFailed(noSpace)
  await sendSaying(run, configFile(profile, users, run.now()))
  await run.say(`${users.length} users sent.`)
}

async function uploadLogs(run: CommandRun): Promise<void> {
  const names = parseLogs(run.argument)
  if (names === undefined) throw new CommandFailed(`There is no log ${run.argument}.`)
  await run.say(names.length === 1 ? `Sending ${names[0]}` : `Sending ${names.length} logs`)
  await run.work(60)
  for (const name of names) await sendSaying(run, logFile(run.agency.profile, name, run.now()))
  await run.say('Done.')
}

/** The logs an argument asks for; without one, the log of errors. */
function parseLogs(argument: string): readonly LogName[] | undefined {
  if (argument === 'all') return logNames
  const name = logNamed(argument === '' ? 'error.log' : argument)
  return name === undefined ? undefined : [name]
}

async function count(run: CommandRun): Promise<void> {
  const { profile, errors } = run.agency
  await run.say(`Counting the clients below ${profile.clientPath}`)
  await run.work(400)
  await run.say(`${profile.clients} clients found, ${errors.length} with errors.`)
  await sendSaying(run, metricsFile(profile, errors, run.now()))
}

async function unlockUser(run: CommandRun): Promise<void> {
  const username = run.argument
  if (!run.agency.users.some((user) => user.username === username))
    throw new CommandFailed(`There is no user ${username}.`)
  await run.unlock(username)
  await run.say(`${username} may sign in again.`)
}

async function superUsers(run: CommandRun): Promise<void> {
  const usernames = await run.temporaryUsers()
  await run.say(usernames.length === 0 ? 'No temporary users.' : `Temporary users: ${usernames.join(', ')}.`)
}

async function releaseSeat(run: CommandRun): Promise<void> {
  await run.work(40)
  await run.say(`${run.argument} is signed out on every computer.`)
}

async function syncPolicies(run: CommandRun): Promise<void> {
  const random = seededRandomFor(run.agency.profile.agencyId, `pcs/${run.now().getTime()}`)
  await run.say('Asking the policy service for changes')
  await run.work(500)
  const changed = random.whole(0, 40)
  await run.say(`${changed} policies changed since the last run.`)
  await run.work(300)
  await run.say(`${changed} policies updated.`)
}

async function syncClients(run: CommandRun): Promise<void> {
  const ids = run.argument.split(',').filter((id) => id !== '')
  if (ids.length === 0) throw new CommandFailed('No client was named.')
  await run.say(`Sending ${ids.length} ${ids.length === 1 ? 'client' : 'clients'}`)
  const errors = new Map(run.agency.errors.map((error) => [error.clientId, error]))
  let sent = 0
  for (const clientId of ids) {
    await run.work(40)
    const problem = await syncOne(run, clientId)
    if (problem === undefined) {
      sent += 1
      errors.delete(clientId)
      continue
    }
    if (problem.isOurs) errors.set(clientId, problem.error)
    await run.say(`Client ${clientId}: ${problem.error.msg}`)
  }
  if (!sameErrors(run.agency.errors, errors)) {
    run.agency.errors = [...errors.values()]
    await run.reportErrors()
  }
  await run.say(`${sent} of ${ids.length} sent.`)
  if (sent === 0) throw new CommandFailed('None could be sent.')
}

interface SyncProblem {
  error: ConversionError
  /** The client is the agency's, so that the failure is one of its errors. */
  isOurs: boolean
}

/** What kept a client from being sent; undefined when it was. */
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
