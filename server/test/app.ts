import { foldText } from '@agency-support/contract/rules/search'
import { rm } from 'node:fs/promises'
import { type ServerConfig, sandboxConfig } from '../src/settings/config.ts'
import { type OpenDatabase, openDatabase } from '../src/db/open.ts'
import { type RunningServer, startServer } from '../src/server.ts'
import { openLog } from '../src/lib/log.ts'
import { TestClient } from './client.ts'
import { type TurnableClock, turnableClock } from './clock.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { giveAgentKey, testAgentKey } from './agent-keys.ts'
import { LogSecrets } from './log-secrets.ts'
import { testWebhooks } from './webhooks.ts'
import { makeStaff, type NewPerson, openTestSession, type Person } from './people.ts'

export interface TestServerOptions {
  clock?: TurnableClock
  config?: Partial<ServerConfig>
  heartbeatMs?: number
  /** Another process on the same database: the `database` of a server that runs already. */
  database?: TestDatabase
}

/** The real server on a free port, over a database of its own. */
export interface TestServer extends AsyncDisposable {
  port: number
  metricsPort: number | undefined
  origin: string
  clock: TurnableClock
  database: TestDatabase
  /** The same database past the server, to prepare and to look. */
  db: OpenDatabase
  /** What no line of its log may hold. */
  logSecrets: LogSecrets
  /** A browser of a person; without one, of nobody. */
  as(person: Person | null, options?: { restricted?: boolean }): Promise<TestClient>
  /** A browser of a new person. */
  asNew(given?: NewPerson): Promise<TestClient & { person: Person }>
  person(given?: NewPerson): Promise<Person>
  /** Puts an agency into the database. */
  agency(agencyId: number, name?: string): Promise<void>
  /** Puts an agency with a new id into the database; returns the id. */
  newAgency(name?: string): Promise<number>
  /** The own software of an agency, which is made where it is missing, with the key {@link testAgentKey}. */
  software(agencyId: number): Promise<TestClient>
  /** A new agency with its own software. */
  newSoftware(): Promise<{ agencyId: number; software: TestClient }>
  close(): Promise<void>
}

const poolSize = 5
/** Counts on over all servers, because some share a database. */
let lastAgencyId = 30_000
const usual = {
  sessionRate: 1_000_000,
  agentRate: 1_000_000,
  webhooks: testWebhooks,
} as const

/**
 * Starts a server with a hand-turned clock and strict answers. Its log is kept to itself; at the end none of the secrets
 * that went through its clients may stand in it.
 */
export async function testServer(options: TestServerOptions = {}): Promise<TestServer> {
  const clock = options.clock ?? turnableClock()
  const database = options.database ?? (await testDatabase())
  const db = openDatabase({ url: database.url, poolSize: 2, onError: () => undefined })
  const secrets = new LogSecrets()
  const { running, config } = await start(options, { database, clock, secrets })
  const clients: TestClient[] = []
  const client = (shown: { cookie?: string; authorization?: string } = {}): TestClient => {
    const made = new TestClient({ port: running.port, origin: running.origin, secrets, ...shown })
    clients.push(made)
    return made
  }
  const close = async (): Promise<void> => {
    for (const made of clients) made.close()
    await closeAll(running, db)
    const leak = secrets.find()
    if (leak !== undefined) throw new Error(`The log holds a secret that a test showed: ${leak}`)
    if (options.database !== undefined) return
    if (options.config?.files === undefined && config.files.kept.in === 'folder')
      await rm(config.files.kept.folder, { recursive: true, force: true })
    await database.drop()
  }
  const server: TestServer = {
    ...running,
    clock,
    database,
    db,
    logSecrets: secrets,
    person: (given) => makeStaff(db, clock, given),
    as: async (person, { restricted = false } = {}) => {
      if (person === null) return client()
      const { cookie } = await openTestSession(db, clock, person, {
        restricted,
        publicOrigin: running.origin,
      })
      return client({ cookie })
    },
    asNew: async (given) => {
      const person = await makeStaff(db, clock, given)
      return Object.assign(await server.as(person), { person })
    },
    agency: (agencyId, name) => insertAgency(db, agencyId, name),
    newAgency: async (name) => {
      lastAgencyId += 1
      await server.agency(lastAgencyId, name)
      return lastAgencyId
    },
    software: async (agencyId) => {
      await giveAgentKey(db, clock, agencyId)
      return client({ authorization: `Bearer ${testAgentKey(agencyId)}` })
    },
    newSoftware: async () => {
      const agencyId = await server.newAgency()
      return { agencyId, software: await server.software(agencyId) }
    },
    close,
    [Symbol.asyncDispose]: close,
  }
  return server
}

async function insertAgency(db: OpenDatabase, agencyId: number, name = `Agency ${agencyId}`): Promise<void> {
  const row = { agency_id: agencyId, name, name_folded: foldText(name) }
  await db.write.insertInto('agency').values(row).execute()
}

/** Where a test can watch it. */
const printed = { write: (line: string): void => void process.stdout.write(line) }

interface Around {
  database: TestDatabase
  clock: TurnableClock
  secrets: LogSecrets
}

async function start(
  { config: given, heartbeatMs }: TestServerOptions,
  { database, clock, secrets }: Around,
) {
  // A test that gives a level reads what is written to standard output itself.
  const isKept = given?.logLevel === undefined
  const config = sandboxConfig({
    databaseUrl: database.url,
    poolSize,
    ...usual,
    ...(isKept ? { logLevel: 'info', accessLog: true } : {}),
    ...given,
  })
  const running = await startServer(config, {
    clock,
    log: isKept ? openLog('info', secrets) : openLog(config.logLevel, printed),
    ...(heartbeatMs === undefined ? {} : { heartbeatMs }),
  })
  return { running, config }
}

async function closeAll(running: RunningServer, db: OpenDatabase): Promise<void> {
  await running.close()
  await db.close()
}
