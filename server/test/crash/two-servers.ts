import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunningPostgres } from '@agency-support/sandbox/postgres'
import { startTemporaryPostgres } from '@agency-support/sandbox/temporary-postgres'
import { systemClock } from '../../src/lib/clock.ts'
import type { ServerConfig } from '../../src/settings/config.ts'
import { migrate } from '../../src/db/migrate.ts'
import { type OpenDatabase, openDatabase } from '../../src/db/open.ts'
import { folderSettings } from '../../src/settings/files.ts'
import { giveAgentKey, testAgentKey } from '../agent-keys.ts'
import { TestClient } from '../client.ts'
import { allPermissions, makeStaff, openTestSession } from '../people.ts'
import { startVictim, type Victim } from './victim.ts'

/** Two server processes over one database, and callers that take turns between them. */
export class TwoServers {
  readonly #ends = new AsyncDisposableStack()
  readonly #db: OpenDatabase
  readonly #servers: readonly Victim[]
  #turn = 0

  private constructor(db: OpenDatabase, servers: readonly Victim[]) {
    this.#db = db
    this.#servers = servers
  }

  static async start(settings: Partial<ServerConfig> = {}): Promise<TwoServers> {
    await using ends = new AsyncDisposableStack()
    const postgres: RunningPostgres = await startTemporaryPostgres()
    ends.defer(() => postgres.stop())
    await migrate(postgres.url)
    const folder = await mkdtemp(join(tmpdir(), 'agency-support-two-'))
    ends.defer(() => rm(folder, { recursive: true, force: true }))
    const db = openDatabase({ url: postgres.url, poolSize: 4, onError: () => undefined })
    ends.defer(() => db.close())
    const servers: Victim[] = []
    for (let number = 0; number < 2; number += 1) {
      const server = await startVictim(postgres.url, { files: folderSettings(folder), ...settings })
      ends.defer(async () => {
        server.child.kill('SIGKILL')
        await server.ended
      })
      servers.push(server)
    }
    const made = new TwoServers(db, servers)
    made.#ends.use(ends.move())
    return made
  }

  /** The database past the servers, to prepare and to look. */
  get db(): OpenDatabase {
    return this.#db
  }

  /** So many browsers, each of a person of its own who may do everything; they take turns between the servers. */
  openBrowsers(count: number): Promise<readonly TestClient[]> {
    return Promise.all(
      Array.from({ length: count }, async () => this.#open({ cookie: await this.#signIn() })),
    )
  }

  /** The same of one person, in one session. */
  async openTabs(count: number): Promise<readonly TestClient[]> {
    const cookie = await this.#signIn()
    return Array.from({ length: count }, () => this.#open({ cookie }))
  }

  async #signIn(): Promise<string> {
    const person = await makeStaff(this.#db, systemClock, { permissions: allPermissions })
    return (await openTestSession(this.#db, systemClock, person)).cookie
  }

  /** The software of an agency, which is made where it is missing; whoever opens it closes it. */
  async openSoftware(agencyId: number): Promise<TestClient> {
    await giveAgentKey(this.#db, systemClock, agencyId)
    return this.#open({ authorization: `Bearer ${testAgentKey(agencyId)}` })
  }

  #open(shown: { cookie: string } | { authorization: string }): TestClient {
    const server = this.#servers[(this.#turn += 1) % this.#servers.length]
    if (server === undefined) throw new Error('no server runs')
    return new TestClient({ port: server.port, origin: server.origin, ...shown })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#ends.disposeAsync()
  }
}
