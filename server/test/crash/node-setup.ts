import { mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { AnyCall, ClientIn } from '@agency-support/contract/call'
import { startTemporaryPostgres } from '@agency-support/sandbox/temporary-postgres'
import { systemClock } from '../../src/lib/clock.ts'
import type { ServerConfig } from '../../src/settings/config.ts'
import { migrate } from '../../src/db/migrate.ts'
import { type OpenDatabase, openDatabase } from '../../src/db/open.ts'
import { folderSettings } from '../../src/settings/files.ts'
import { giveAgentKey, testAgentKey } from '../agent-keys.ts'
import { type Answered, TestClient } from '../client.ts'
import { host } from '../nginx.ts'
import { runProgram } from '../program.ts'
import { type Front, openBalancer, openNginx } from './front.ts'
import { startVictim, type Victim } from './victim.ts'

const reference = fileURLToPath(new URL('../../../sandbox/src/reference-agent.ts', import.meta.url))
/** So short that what a dead process had handed out is handed out again soon. */
const leaseSeconds = 2
/** Longer than a process needs to start on a machine that has much else to do. */
const timeoutMs = 60_000

/** Whose software runs commands meanwhile. */
export const softwareIds = [71_001, 71_002] as const

/** Two server processes over one database, what stands in front of them, and the software of two agencies. */
export class NodeSetup {
  readonly #ends = new AsyncDisposableStack()
  readonly #nodes: Victim[] = []
  readonly #start: (port: number) => Promise<Victim>
  readonly #front: Front
  readonly #folder: string
  readonly databaseUrl: string
  readonly db: OpenDatabase
  /** What browsers take for the address. */
  readonly origin: string

  private constructor(parts: {
    start: (port: number) => Promise<Victim>
    nodes: Victim[]
    front: Front
    folder: string
    databaseUrl: string
    db: OpenDatabase
    origin: string
  }) {
    this.#start = parts.start
    this.#nodes = parts.nodes
    this.#front = parts.front
    this.#folder = parts.folder
    this.databaseUrl = parts.databaseUrl
    this.db = parts.db
    this.origin = parts.origin
  }

  static async open({ isThroughNginx }: { isThroughNginx: boolean }): Promise<NodeSetup> {
    await using ends = new AsyncDisposableStack()
    const postgres = await startTemporaryPostgres()
    ends.defer(() => postgres.stop())
    await migrate(postgres.url)
    const db = openDatabase({ url: postgres.url, poolSize: 4, onError: () => undefined })
    ends.defer(() => db.close())
    const folder = await mkdtemp(join(tmpdir(), 'agency-support-nodes-'))
    ends.defer(() => rm(folder, { recursive: true, force: true }))
    const origin = isThroughNginx ? `https://${host}` : 'http://nodes.test'
    const settings: Partial<ServerConfig> = {
      publicOrigin: origin,
      trustedProxies: ['127.0.0.1'],
      commandLeaseSeconds: leaseSeconds,
      files: folderSettings(join(folder, 'files')),
    }
    const start = (port: number): Promise<Victim> => startVictim(postgres.url, { ...settings, port })
    const nodes: Victim[] = []
    ends.defer(async () => {
      for (const node of nodes) node.child.kill('SIGKILL')
      await Promise.all(nodes.map((node) => node.ended))
    })
    for (let number = 0; number < 2; number += 1) nodes.push(await start(0))
    const [one = 0, other = 0] = nodes.map(({ port }) => port)
    const front = ends.use(await (isThroughNginx ? openNginx([one, other]) : openBalancer([one, other])))
    const made = new NodeSetup({ start, nodes, front, folder, databaseUrl: postgres.url, db, origin })
    await made.#startSoftware(ends)
    made.#ends.use(ends.move())
    return made
  }

  async #startSoftware(ends: AsyncDisposableStack): Promise<void> {
    for (const agencyId of softwareIds) {
      await giveAgentKey(this.db, systemClock, agencyId)
      mkdirSync(this.#getFolder(agencyId), { recursive: true })
      const env = {
        AGENCY_BASE_URL: `http://127.0.0.1:${this.#front.port}`,
        AGENCY_KEY: testAgentKey(agencyId),
        AGENCY_STATE_DIR: this.#getFolder(agencyId),
      }
      const software = runProgram(process.execPath, [reference], { env })
      ends.defer(async () => {
        software.child.kill('SIGKILL')
        await software.ended
      })
    }
  }

  #getFolder(agencyId: number): string {
    return join(this.#folder, 'software', String(agencyId))
  }

  /** The agencies' own logs, in which a line stands for every command that was run. */
  get logs(): readonly string[] {
    return softwareIds.map((id) => join(this.#getFolder(id), 'error.log'))
  }

  /** Where everybody asks. */
  get port(): number {
    return this.#front.port
  }

  get nodePorts(): readonly number[] {
    return this.#nodes.map(({ port }) => port)
  }

  /** A process dies in the middle of what it does, and is started again at its place. */
  async killAndStart(number: number): Promise<void> {
    const node = this.#nodes[number]
    if (node === undefined) throw new Error(`there is no process ${number}`)
    node.child.kill('SIGKILL')
    await node.ended
    this.#nodes[number] = await this.#start(node.port)
  }

  /** Another connection each time, so that it is another's turn; at one process where its port is given. */
  client(shown: { cookie?: string } = {}, port = this.port): TestClient {
    return new TestClient({ port, origin: this.origin, isBehindProxy: true, ...shown })
  }

  /**
   * Asks as a browser does that asks again until it has an answer; under the same key where the call takes one.
   * Undefined headers are not sent.
   */
  async ask<C extends AnyCall>(
    call: C,
    input: ClientIn<C>,
    given: { cookie?: string; key?: string } = {},
  ): Promise<Answered<C>> {
    const headers = given.key === undefined ? {} : { 'idempotency-key': given.key }
    const { cookie } = given
    return this.until(cookie === undefined ? {} : { cookie }, (client) => client.call(call, input, headers))
  }

  /** Asks until it is answered other than 502 or 503; what comes of it then. */
  async until<T extends { status: number }>(
    shown: { cookie?: string },
    ask: (client: TestClient) => Promise<T>,
  ): Promise<T> {
    const deadline = performance.now() + timeoutMs
    for (;;) {
      const got = await this.once(shown, ask)
      if (got !== undefined && got.status !== 502 && got.status !== 503) return got
      if (performance.now() > deadline) throw new Error(`no answer in a minute: ${got?.status ?? 'none'}`)
      await pause(20)
    }
  }

  /** Asks once; undefined when there was no answer. */
  async once<T>(
    shown: { cookie?: string },
    ask: (client: TestClient) => Promise<T>,
    port?: number,
  ): Promise<T | undefined> {
    const client = this.client(shown, port)
    try {
      return await ask(client)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === undefined) throw error
      return undefined
    } finally {
      client.close()
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#ends.disposeAsync()
  }
}
