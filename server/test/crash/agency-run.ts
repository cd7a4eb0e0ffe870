import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { AnyCall, ClientIn } from '@agency-support/contract/call'
import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import type { QueuedCommand } from '@agency-support/contract/modules/queued-command'
import { isOpen } from '@agency-support/contract/rules/agency-commands'
import { DurableRecord } from '@agency-support/sandbox/agencies/durable-record'
import { startDelayMs } from '@agency-support/sandbox/agencies/fleet'
import type { AgencyFacts } from '@agency-support/sandbox/agencies/profile'
import { type Agencies, startAgencies } from '@agency-support/sandbox/agencies/start'
import { type RunningPostgres, startPostgres } from '@agency-support/sandbox/postgres'
import { makeThrowAwayDir } from '@agency-support/sandbox/throw-away'
import { systemClock } from '../../src/clock.ts'
import { migrate } from '../../src/db/migrate.ts'
import { type OpenDatabase, openDatabase } from '../../src/db/open.ts'
import { giveAgentKey, testAgentKey } from '../agent-keys.ts'
import { type Answered, TestClient } from '../client.ts'
import { makeStaff, openTestSession } from '../people.ts'
import { countKinds, type Kind, listAgencies, skews, sortAgencies } from './agency-kinds.ts'
import { findDenials, readAccounts } from './agency-judge.ts'
import { openSlowUplink } from './slow-uplink.ts'
import { startVictim, type Victim } from './victim.ts'

/** What came of a run. */
export interface AgencyRunReport {
  agencies: number
  seconds: number
  /** So many of the agencies are of each kind. */
  kinds: Readonly<Record<Kind, number>>
  commands: number
  /** By how they ended. */
  ended: Readonly<Record<string, number>>
  /** Commands that were handed out more than once. */
  redelivered: number
  kills: number
  /** Sentences; empty when no command was lost, run twice, or is shown as its agency would deny. */
  losses: string[]
}

export interface AgencyRunOptions {
  agencies: number
  /** How long commands are ordered. */
  seconds: number
  /** How long a command may be held without a report. */
  leaseSeconds?: number
  /** What a slow uplink carries; so little that a log lasts some leases. */
  uplinkBytesPerSecond?: number
  say?: (line: string) => void
}

const commandNames = ['log', 'count', 'agency', 'pcssync', 'sync'] as const
/** So many orders of a hundred go to agencies that die. */
const dyingOrders = 20
const longestLifeMs = 8_000
const drainMs = 180_000
const atOnce = 8

/** The server with its database, and the software of all agencies. */
class AgencyTheatre {
  readonly #ends = new AsyncDisposableStack()
  readonly #dir = makeThrowAwayDir()
  readonly #fleets = new Map<Kind, Agencies>()
  readonly sorted: Record<Kind, readonly AgencyFacts[]>
  #postgres: RunningPostgres | undefined
  #server: Victim | undefined
  #clients: TestClient[] = []

  constructor(sorted: Record<Kind, readonly AgencyFacts[]>) {
    this.sorted = sorted
  }

  async open(leaseSeconds: number): Promise<void> {
    this.#ends.defer(() => rmSync(this.#dir, { recursive: true, force: true }))
    const dir = this.#dir
    this.#postgres = await startPostgres({
      dataDir: join(dir, 'pg'),
      socketDir: dir,
      logFile: join(dir, 'log'),
    })
    const { url, stop } = this.#postgres
    this.#ends.defer(() => stop())
    await migrate(url)
    const cookie = await this.#fill(url)
    const folder = join(dir, 'files')
    const files = {
      kept: { in: 'folder', folder: join(folder, 'kept') },
      spool: join(folder, 'spool'),
    } as const
    for (const path of [folder, files.kept.folder, files.spool]) mkdirSync(path)
    const server = await startVictim(url, { commandLeaseSeconds: leaseSeconds, files })
    this.#server = server
    this.#ends.defer(async () => {
      server.child.kill('SIGKILL')
      await server.ended
    })
    const { port, origin } = server
    this.#clients = Array.from({ length: atOnce }, () => new TestClient({ port, origin, cookie }))
    this.#ends.defer(() => {
      for (const client of this.#clients) client.close()
    })
  }

  async #fill(url: string): Promise<string> {
    const db: OpenDatabase = openDatabase({ url, poolSize: atOnce, onError: () => undefined })
    try {
      await mapSome(Object.values(this.sorted).flat(), ({ agencyId }) =>
        giveAgentKey(db, systemClock, agencyId),
      )
      return (await openTestSession(db, systemClock, await makeStaff(db, systemClock))).cookie
    } finally {
      await db.close()
    }
  }

  getAccountFile(kind: Kind): string {
    return join(this.#dir, `${kind}.account`)
  }

  async startFleets(uplinkBytesPerSecond: number, say: (line: string) => void): Promise<void> {
    const port = this.#server?.port ?? 0
    const direct = `http://127.0.0.1:${port}`
    const uplink = await openSlowUplink(port, uplinkBytesPerSecond)
    this.#ends.defer(() => uplink.stop())
    for (const [kind, agencies] of Object.entries(this.sorted) as [Kind, readonly AgencyFacts[]][]) {
      const record = join(this.#dir, `${kind}.record`)
      // What they send at their first start is no part of this.
      const settled = await DurableRecord.open(record)
      await Promise.all(agencies.map(({ agencyId }) => settled.settle(agencyId)))
      await settled.close()
      const skew = skews[kind]
      const fleet = startAgencies({
        origin: kind === 'slowUplink' ? uplink.origin : direct,
        agencies,
        getKey: testAgentKey,
        record,
        account: this.getAccountFile(kind),
        speed: 0,
        ...(skew === undefined ? {} : { clockSkewMs: skew }),
        say: (line) => {
          if (kind !== 'dying') say(`${kind}: ${line}`)
        },
      })
      this.#ends.defer(() => fleet.stop())
      this.#fleets.set(kind, fleet)
    }
  }

  /** Kills the software of those that die; it is started again a second later. */
  strike(): void {
    const pid = this.#fleets.get('dying')?.pid()
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
  }

  /** Orders a command as a person does; gives its number. */
  async order(agencyId: number, at: number): Promise<number> {
    const agencyCommand = commandNames[at % commandNames.length] ?? 'log'
    const argument = agencyCommand === 'sync' ? '00000001,00000002' : ''
    const given = { agencyId, agencyCommand, argument, again: true } as const
    const key = { 'idempotency-key': `order-${at}-of-the-run` }
    const [command] = await this.#ask(at, agencyCommands.issue, given, key)
    return command?.commandId ?? 0
  }

  /** The commands of an agency and whether it is connected, as the console shows them. */
  async look(agencyId: number): Promise<{ shown: QueuedCommand[]; isConnected: boolean }> {
    const shown = await this.#ask(agencyId, agencyCommands.queue, { agencyId })
    const software = await this.#ask(agencyId, agencyCommands.softwareStatus, { agencyId })
    return { shown, isConnected: software[0]?.connected === true }
  }

  /** Asks as one of the clients, and again while the server is too busy. */
  async #ask<C extends AnyCall>(
    at: number,
    call: C,
    input: ClientIn<C>,
    headers: Record<string, string> = {},
  ): Promise<Answered<C>['data']> {
    const client = this.#clients[at % this.#clients.length]
    if (client === undefined) throw new Error('the server is not running')
    for (;;) {
      // No answer at all where the machine has far too much to do.
      const got = await client.call(call, input, headers).catch(passOverSilence)
      if (got?.code === 0) return got.data
      if (got !== undefined && got.status !== 503) throw new Error(`${call.name} was refused: ${got.text}`)
      await pause(500)
    }
  }

  async close(): Promise<void> {
    await this.#ends.disposeAsync()
  }
}

/** Lets commands be ordered for so long, and kills meanwhile; gives what was ordered by agency. */
async function orderCommands(
  theatre: AgencyTheatre,
  seconds: number,
): Promise<{ ordered: Map<number, number[]>; kills: number }> {
  const ordered = new Map<number, number[]>()
  const all = Object.values(theatre.sorted).flat()
  const everyMs = 1000 / Math.min(10, Math.max(4, all.length / 500))
  const endAt = performance.now() + seconds * 1000
  let kills = 0
  let strikeAt = performance.now() + Math.random() * longestLifeMs
  const pick = (agencies: readonly AgencyFacts[]): number =>
    agencies[Math.floor(Math.random() * agencies.length)]?.agencyId ?? 1
  const orders: Promise<void>[] = []
  const order = async (agencyId: number, at: number): Promise<void> => {
    const commandId = await theatre.order(agencyId, at)
    ordered.set(agencyId, [...(ordered.get(agencyId) ?? []), commandId])
  }
  for (let at = 0; performance.now() < endAt; at += 1) {
    const agencyId = pick(Math.random() * 100 < dyingOrders ? theatre.sorted.dying : all)
    const isOrdered = order(agencyId, at)
    // Looked at in the end; until then it must not end the process.
    isOrdered.catch(() => undefined)
    orders.push(isOrdered)
    if (performance.now() > strikeAt) {
      theatre.strike()
      kills += 1
      strikeAt = performance.now() + 2_000 + Math.random() * longestLifeMs
    }
    await pause(everyMs * 2 * Math.random())
  }
  await Promise.all(orders)
  return { ordered, kills }
}

/** Waits until nothing is under way any more, or for so long that what is left counts as never ended. */
async function drain(theatre: AgencyTheatre, agencyIds: readonly number[]): Promise<void> {
  const deadline = performance.now() + drainMs
  let left = agencyIds
  while (left.length > 0 && performance.now() < deadline) {
    const open = await mapSome(left, async (agencyId) => {
      const { shown } = await theatre.look(agencyId)
      return shown.some(({ state }) => isOpen(state)) ? [agencyId] : []
    })
    left = open.flat()
    await pause(250)
  }
}

/** Compares, agency by agency, what the console shows with what the agency says. */
async function compare(
  theatre: AgencyTheatre,
  ordered: ReadonlyMap<number, readonly number[]>,
): Promise<{ losses: string[]; shown: QueuedCommand[] }> {
  const shown: QueuedCommand[] = []
  const losses: string[] = []
  for (const [kind, agencies] of Object.entries(theatre.sorted) as [Kind, readonly AgencyFacts[]][]) {
    const file = theatre.getAccountFile(kind)
    const accounts = readAccounts(existsSync(file) ? readFileSync(file, 'utf8') : '')
    await mapSome(agencies, async ({ agencyId }) => {
      const seen = await theatre.look(agencyId)
      shown.push(...seen.shown)
      losses.push(...findDenials(agencyId, ordered.get(agencyId) ?? [], seen.shown, accounts.get(agencyId)))
      if (!seen.isConnected) losses.push(`agency ${agencyId} runs and is shown as not connected`)
    })
  }
  return { losses, shown }
}

/** Runs so many agencies for so long against the real server, and compares at the end what each of them says. */
export async function runAgencies(options: AgencyRunOptions): Promise<AgencyRunReport> {
  const { agencies, seconds, leaseSeconds = 10, uplinkBytesPerSecond = 16_384, say } = options
  const theatre = new AgencyTheatre(sortAgencies(listAgencies(agencies)))
  try {
    await theatre.open(leaseSeconds)
    say?.(`${agencies} agencies begin.`)
    await theatre.startFleets(uplinkBytesPerSecond, say ?? (() => undefined))
    await pause(startDelayMs(theatre.sorted.steady.length))
    say?.(`All have begun; commands are ordered for ${seconds} s.`)
    const { ordered, kills } = await orderCommands(theatre, seconds)
    say?.('No more orders; waiting for what is under way.')
    await drain(theatre, [...ordered.keys()])
    const { losses, shown } = await compare(theatre, ordered)
    return {
      agencies,
      seconds,
      kinds: countKinds(theatre.sorted),
      commands: [...ordered.values()].flat().length,
      ended: countBy(shown.map(({ state, reason }) => reason ?? state)),
      redelivered: shown.filter(({ attempt }) => attempt > 1).length,
      kills,
      losses,
    }
  } finally {
    await theatre.close()
  }
}

function countBy(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1
  return counts
}

function passOverSilence(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === undefined) throw error
}

/** As `map`, some at a time. */
async function mapSome<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let from = 0; from < items.length; from += atOnce)
    results.push(...(await Promise.all(items.slice(from, from + atOnce).map(work))))
  return results
}
