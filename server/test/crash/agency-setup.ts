import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { AnyCall, ClientIn } from '@agency-support/contract/call'
import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import type { QueuedCommand } from '@agency-support/contract/modules/queued-command'
import { DurableRecord } from '@agency-support/sandbox/agencies/durable-record'
import type { AgencyFacts } from '@agency-support/sandbox/agencies/profile'
import { type Agencies, startAgencies } from '@agency-support/sandbox/agencies/start'
import { type RunningPostgres, startPostgres } from '@agency-support/sandbox/postgres'
import { makeTemporaryDir } from '@agency-support/sandbox/temporary-postgres'
import { systemClock } from '../../src/lib/clock.ts'
import { migrate } from '../../src/db/migrate.ts'
import { type OpenDatabase, openDatabase } from '../../src/db/open.ts'
import { giveAgentKey, testAgentKey } from '../agent-keys.ts'
import { type Answered, TestClient } from '../client.ts'
import { makeStaff, openTestSession } from '../people.ts'
import { type Kind, skews } from './agency-kinds.ts'
import { type Held, readHeld } from './process-memory.ts'
import { openSlowUplink } from './slow-uplink.ts'
import { startVictim, type Victim } from './victim.ts'

const commandNames = ['log', 'count', 'agency', 'pcssync', 'sync'] as const
const atOnce = 8

/** The server with its database, and the software of all agencies. */
export class AgencySetup {
  readonly #ends = new AsyncDisposableStack()
  readonly #dir = makeTemporaryDir()
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

  /** Resolves when the server has heard of every agency, however long that takes. */
  async haveBegun(): Promise<void> {
    await Promise.all([...this.#fleets.values()].map(({ begun }) => begun))
  }

  /** Ends the software of all agencies. */
  async endFleets(): Promise<void> {
    await Promise.all([...this.#fleets.values()].map((fleet) => fleet.stop()))
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

  /** What the process of the server holds at this moment; undefined where the system does not tell. */
  readHeld(): Held | undefined {
    return readHeld(this.#server?.child.pid ?? 0)
  }

  /** The commands of an agency, as the console shows them. */
  look(agencyId: number): Promise<QueuedCommand[]> {
    return this.#ask(agencyId, agencyCommands.queue, { agencyId })
  }

  /** Whether the console shows an agency as connected. */
  async isConnected(agencyId: number): Promise<boolean> {
    const [software] = await this.#ask(agencyId, agencyCommands.softwareStatus, { agencyId })
    return software?.connected === true
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
      if (got !== undefined && !isLater(got.status)) throw new Error(`${call.name} was refused: ${got.text}`)
      await pause(500)
    }
  }

  async close(): Promise<void> {
    await this.#ends.disposeAsync()
  }
}

function passOverSilence(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === undefined) throw error
}

/** What the protocol calls later: the same request is to be made again. */
const isLater = (status: number): boolean => [408, 429, 503].includes(status)

/** As `map`, some at a time. */
export async function mapSome<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const left = items.entries()
  const lane = async (): Promise<void> => {
    for (const [at, item] of left) results[at] = await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return results
}
