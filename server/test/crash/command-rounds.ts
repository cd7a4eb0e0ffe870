import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { type RunningPostgres, startPostgres } from '@agency-support/sandbox/postgres'
import { makeTemporaryDir } from '@agency-support/sandbox/temporary-postgres'
import { systemClock } from '../../src/lib/clock.ts'
import { migrate } from '../../src/db/migrate.ts'
import { type OpenDatabase, openDatabase } from '../../src/db/open.ts'
import { giveAgentKey, testAgentKey } from '../agent-keys.ts'
import { TestClient } from '../client.ts'
import { makeStaff, openTestSession } from '../people.ts'
import { type Program, runProgram } from '../program.ts'
import { countTroubled, findCommandLosses, isAllOver } from './command-judge.ts'
import { killAll, listProcesses } from './kill-tree.ts'
import { startVictim, type Victim } from './victim.ts'

/** What came of all rounds. */
export interface CommandCrashReport {
  rounds: number
  commands: number
  /** Those that a kill hit: handed out again, and of these begun before. */
  redelivered: number
  interrupted: number
  /** Sentences; empty when no command was lost or run twice. */
  losses: string[]
}

const agencyIds = [1, 2, 3] as const
const commandsARound = 12
/** So short that a killed agency's commands are handed out again within the round. */
const leaseSeconds = 1
const drainMs = 20_000
const program = fileURLToPath(new URL('../../../sandbox/src/reference-agent.ts', import.meta.url))

/** A database, a server and the software of three agencies, each of which can die. */
class TestSetup {
  readonly #dir = makeTemporaryDir()
  readonly #agents = new Map<number, Program>()
  #postgres: RunningPostgres | undefined
  #victim: Victim | undefined
  /** Stays the same, as the address of a server does; 0 until it is known. */
  #port = 0
  #cookie = ''

  async open(): Promise<void> {
    mkdirSync(join(this.#dir, 'agents'))
    await this.#raise()
    await migrate(this.url)
    await this.look(async (db) => {
      for (const agencyId of agencyIds) await giveAgentKey(db, systemClock, agencyId)
      this.#cookie = (await openTestSession(db, systemClock, await makeStaff(db, systemClock))).cookie
    })
    await this.startDead()
  }

  get url(): string {
    if (this.#postgres === undefined) throw new Error('the database is not running')
    return this.#postgres.url
  }

  /** The state folder of an agency's software. */
  #getFolder(agencyId: number): string {
    return join(this.#dir, 'agents', String(agencyId))
  }

  /** The agency's own log, in which a line stands for every command that was run. */
  getLogFile(agencyId: number): string {
    return join(this.#getFolder(agencyId), 'error.log')
  }

  async #raise(): Promise<void> {
    const dir = this.#dir
    this.#postgres = await startPostgres({
      dataDir: join(dir, 'pg'),
      socketDir: dir,
      logFile: join(dir, 'log'),
    })
  }

  /** Starts whatever is dead. */
  async startDead(): Promise<void> {
    if (this.#postgres === undefined) await this.#raise()
    this.#victim ??= await startVictim(this.url, { commandLeaseSeconds: leaseSeconds, port: this.#port })
    this.#port = this.#victim.port
    for (const agencyId of agencyIds) {
      if (this.#agents.has(agencyId)) continue
      const env = {
        AGENCY_BASE_URL: `http://127.0.0.1:${this.#port}`,
        AGENCY_KEY: testAgentKey(agencyId),
        AGENCY_STATE_DIR: this.#getFolder(agencyId),
      }
      this.#agents.set(agencyId, runProgram(process.execPath, [program], { env }))
    }
  }

  /** Kills one of them, or everything at one blow. */
  async strike(): Promise<string> {
    const what = ['server', 'agent', 'agent', 'all'][Math.floor(Math.random() * 4)] ?? 'all'
    if (what !== 'agent') await this.#killServer(what === 'all')
    if (what !== 'server')
      await this.#killAgents(what === 'all' ? agencyIds : [1 + Math.floor(Math.random() * 3)])
    return what
  }

  async #killServer(withDatabase: boolean): Promise<void> {
    const processes = withDatabase && this.#postgres ? await listProcesses(this.#postgres.pid) : []
    this.#victim?.child.kill('SIGKILL')
    killAll(processes)
    await this.#victim?.ended
    this.#victim = undefined
    if (!withDatabase) return
    await this.#postgres?.stop()
    this.#postgres = undefined
  }

  async #killAgents(ids: readonly number[]): Promise<void> {
    for (const id of ids) {
      this.#agents.get(id)?.child.kill('SIGKILL')
      await this.#agents.get(id)?.ended
      this.#agents.delete(id)
    }
  }

  async look<T>(work: (db: OpenDatabase) => Promise<T>): Promise<T> {
    const db = openDatabase({ url: this.url, poolSize: 2, onError: () => undefined })
    try {
      return await work(db)
    } finally {
      await db.close()
    }
  }

  /** Queues a command under its key; asks again as often as it takes. Null once the setup is closed. */
  async order(agencyId: number, key: string): Promise<number> {
    for (;;) {
      const victim = this.#victim
      const client = new TestClient({
        port: victim?.port ?? 1,
        origin: victim?.origin ?? '',
        cookie: this.#cookie,
      })
      try {
        const given = { agencyId, agencyCommand: 'count', again: true } as const
        const got = await client.call(agencyCommands.issue, given, { 'idempotency-key': key })
        const [command] = got.data
        if (command !== undefined) return command.commandId
        if (got.status !== 503) throw new Error(`a command was refused: ${got.text}`)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === undefined) throw error
      } finally {
        client.close()
      }
      await pause(20)
    }
  }

  async close(): Promise<void> {
    await this.#killAgents(agencyIds)
    await this.#killServer(true)
    rmSync(this.#dir, { recursive: true, force: true })
  }
}

/** Waits until every command has ended; rejects when one never does. */
async function drain(setup: TestSetup): Promise<void> {
  const deadline = performance.now() + drainMs
  while (!(await setup.look(isAllOver))) {
    if (performance.now() > deadline) throw new Error('commands are still open after every lease ran out')
    await pause(100)
  }
}

/** Queues commands, kills server, database or agents while they are carried out, and looks what became of each. */
export async function commandCrashRounds(options: {
  rounds: number
  say?: (line: string) => void
}): Promise<CommandCrashReport> {
  const setup = new TestSetup()
  const report: CommandCrashReport = { rounds: 0, commands: 0, redelivered: 0, interrupted: 0, losses: [] }
  const ordered: number[] = []
  try {
    await setup.open()
    for (let round = 1; round <= options.rounds; round += 1) {
      const orders = Array.from({ length: commandsARound }, async (_, at) => {
        await pause(Math.random() * 200)
        return setup.order(agencyIds[at % agencyIds.length] ?? 1, `round-${round}-command-${at}`)
      })
      await pause(100 + Math.random() * 400)
      const struck = await setup.strike()
      await setup.startDead()
      ordered.push(...(await Promise.all(orders)))
      await drain(setup)
      const logs = agencyIds.map((id) => setup.getLogFile(id))
      const losses = await setup.look((db) => findCommandLosses(db, ordered, logs))
      report.losses.push(...losses.map((loss) => `round ${round}: ${loss}`))
      report.rounds = round
      report.commands = ordered.length
      options.say?.(
        `round ${round}: ${struck} killed, ${ordered.length} commands so far, ${losses.length} losses`,
      )
    }
    return { ...report, ...(await setup.look(countTroubled)) }
  } finally {
    await setup.close()
  }
}
