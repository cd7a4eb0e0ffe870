import type { AddressInfo } from 'node:net'
import { type ServerConfig, sandboxConfig } from '../src/settings/config.ts'
import { openDatabase, type OpenDatabase } from '../src/db/open.ts'
import { handlers } from '../src/handlers.ts'
import { buildApp } from '../src/http/app.ts'
import type { HandlerTable } from '../src/http/routes.ts'
import type { AnyHandler } from '../src/calls/context.ts'
import { openCookies } from '../src/auth/browser-cookie.ts'
import { AnswerRecorder } from '../src/http/answer-recorder.ts'
import { AnswerCounts } from '../src/http/recent-answers.ts'
import { HeavyTurns } from '../src/calls/heavy.ts'
import { Throttle } from '../src/calls/throttle.ts'
import { LoadShedder } from '../src/http/load-shedder.ts'
import { InFlight } from '../src/http/in-flight.ts'
import { type Log, openLog } from '../src/lib/log.ts'
import { OutsideWorkQueue } from '../src/jobs/outside-work/outside-work.ts'
import { openServices } from '../src/services.ts'
import { stopServer } from '../src/stop.ts'
import { giveAgentKey, testAgentKey } from './agent-keys.ts'
import { TestClient } from './client.ts'
import { type TurnableClock, turnableClock } from './clock.ts'
import { testDatabase } from './database.ts'
import { makeStaff, type NewPerson, openTestSession } from './people.ts'

/** A line that the server wrote to its log. */
export interface LogLine {
  level: 'info' | 'warn' | 'error'
  event: string
  facts: object
}

/** The real HTTP application and database, with some handlers replaced to see what the pipeline makes of them. */
export interface MadeUpServer extends AsyncDisposable {
  /** Puts handlers in place of the real ones, and forgets what was logged and counted. */
  replace(handlers: HandlerTable): void
  db: OpenDatabase
  databaseUrl: string
  clock: TurnableClock
  logged: LogLine[]
  /** How often the pipeline said that something was committed. */
  commits(): number
  asNew(given?: NewPerson): Promise<TestClient>
  /** The own software of an agency, which is made where it is missing. */
  software(agencyId: number): Promise<TestClient>
  port: number
  /** Takes works where `takesWorks` asks for it; a test carries them out itself. */
  outsideWork: OutsideWorkQueue
  /** Ends it as a server that is being stopped does. */
  stop(): Promise<void>
}

function keepingLog(logged: LogLine[]): Log {
  const keep =
    (level: LogLine['level']) =>
    (event: string, facts: object = {}): void => {
      logged.push({ level, event, facts })
    }
  return { info: keep('info'), warn: keep('warn'), error: keep('error') }
}

/** The real handlers, each stepping aside while `replaced` holds another. */
function replaceable(replaced: () => HandlerTable): HandlerTable {
  const real = Object.entries(handlers as unknown as HandlerTable)
  return Object.fromEntries(
    real.map(([module, calls]) => [
      module,
      Object.fromEntries(
        Object.entries(calls).map(([name, handler]): [string, AnyHandler] => [
          name,
          (input, ctx) => (replaced()[module]?.[name] ?? handler)(input, ctx),
        ]),
      ),
    ]),
  )
}

/** Sign-ins in flight. */
export const maxSignIns = 10

/** Starts it. With `takesWorks` calls can ask for works at providers, which nobody carries out. */
export async function madeUpServer(
  overrides: Partial<ServerConfig> = {},
  { takesWorks = false } = {},
): Promise<MadeUpServer> {
  const database = await testDatabase()
  const db = openDatabase({ url: database.url, poolSize: 5, onError: () => undefined })
  const config = sandboxConfig({ databaseUrl: database.url, ...overrides })
  const clock = turnableClock()
  const logged: LogLine[] = []
  const log = keepingLog(logged)
  const outsideWork = new OutsideWorkQueue({ db, clock, log })
  if (takesWorks) await outsideWork.open()
  const services = openServices({ config, db, clock, log, outsideWork })
  const inFlight = new InFlight()
  let commits = 0
  let replaced: HandlerTable = {}
  const app = await buildApp(
    {
      services,
      db,
      ...openCookies(config),
      throttle: new Throttle(db, { session: config.sessionRate, agent: config.agentRate }),
      inFlight,
      heavy: new HeavyTurns(),
      load: new LoadShedder(log, { maxSignIns }),
      recorder: openAnswerRecorder(clock, config.accessLog ? log : undefined),
      committed: () => void (commits += 1),
    },
    replaceable(() => replaced),
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  let stopped: Promise<void> | undefined
  const background = takesWorks ? [outsideWork] : []
  const opened = { app, streams: [services.live], background, inFlight, db, log: openLog('silent') }
  const stop = (): Promise<void> => (stopped ??= stopServer(opened, 0))
  const { port } = app.server.address() as AddressInfo
  const { publicOrigin } = config
  const { close, ...clients } = openClients({ port, origin: publicOrigin }, db, clock)
  return {
    db,
    databaseUrl: database.url,
    outsideWork,
    clock,
    logged,
    port,
    stop,
    commits: () => commits,
    replace: (given) => {
      replaced = given
      logged.length = 0
      commits = 0
    },
    ...clients,
    [Symbol.asyncDispose]: async () => {
      close()
      await stop()
      await database.drop()
    },
  }
}

/** Who speaks to the server. */
function openClients(at: { port: number; origin: string }, db: OpenDatabase, clock: TurnableClock) {
  const clients: TestClient[] = []
  const client = (shown: { cookie?: string; authorization?: string }): TestClient => {
    const made = new TestClient({ ...at, ...shown })
    clients.push(made)
    return made
  }
  return {
    asNew: async (given?: NewPerson) => {
      const person = await makeStaff(db, clock, given)
      const { cookie } = await openTestSession(db, clock, person, { publicOrigin: at.origin })
      return client({ cookie })
    },
    software: async (agencyId: number) => {
      await giveAgentKey(db, clock, agencyId)
      return client({ authorization: `Bearer ${testAgentKey(agencyId)}` })
    },
    close: () => {
      for (const made of clients) made.close()
    },
  }
}

function openAnswerRecorder(clock: TurnableClock, log: Log | undefined): AnswerRecorder {
  return new AnswerRecorder({ metrics: undefined, counts: new AnswerCounts(clock), log })
}
