import { agencies } from '@agency-support/contract/modules/agencies'
import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { journal } from '@agency-support/contract/modules/journal'
import { seats } from '@agency-support/contract/modules/seats'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { systemClock } from '../../src/lib/clock.ts'
import { sandboxConfig, type ServerConfig } from '../../src/settings/config.ts'
import { withConnection } from '../../src/db/connection.ts'
import { migrate } from '../../src/db/migrate.ts'
import { type OpenDatabase, withDatabase } from '../../src/db/open.ts'
import { giveAgentKey, testAgentKey } from '../agent-keys.ts'
import { TestClient } from '../client.ts'
import type { Sent } from '../exchange.ts'
import { allPermissions, makeStaff, openTestSession } from '../people.ts'
import { logNamed, sendFile } from '../send-file.ts'
import { wireForm } from '../wire.ts'
import { findLosses } from './judge.ts'
import { readLarge } from './large-answer.ts'
import { startLoad } from './load.ts'
import { limitMemory, readPeak } from './process-memory.ts'
import { firstSender, openOutsideKinds } from './outside-kinds.ts'
import { makeWorld, prepare } from './rounds.ts'
import { startVictim, type Victim } from './victim.ts'

export interface MemoryOptions {
  seconds: number
  agencies: number
  journalRows: number
  /** What Node may keep of objects, and what the process may hold in all where the machine can limit it. */
  heapMb: number
  limitMb: number
  /** Size of each log that is sent and fetched. */
  logMb: number
  /** Settings of the server beside its usual ones. */
  settings?: Partial<ServerConfig>
  say?: (line: string) => void
}

/** What came of a server with little memory that is asked for the largest things at once. */
export interface MemoryReport {
  /** False where the machine could limit the heap alone. */
  isLimited: boolean
  /** Large answers that came whole, and how many bytes they were. */
  whole: number
  bytes: number
  /** Those that were refused with a sentence. */
  refused: number
  acknowledged: number
  /** Logs and lists of users that agencies have sent. */
  sent: number
  peakMb: number | undefined
  /** Sentences; empty when all is well. */
  faults: string[]
}

/** Below those that the changes make. */
const firstListed = 100_000
const senders = 4
const readersOfEach = 3
/** A reader that is slower than the server has what it reads wait in its connection. */
const slowMs = 20

/** Agencies, seat requests and journal rows whose lists are as long as an installation's; their ids are nobody else's. */
async function fill(url: string, { agencies: count, journalRows }: MemoryOptions): Promise<void> {
  await withConnection(url, async (client) => {
    await client.query(
      `insert into agency (agency_id, name, name_folded)
       select ${firstListed} + n, 'Beacon Insurance ' || n, 'beacon insurance ' || n from generate_series(1, $1::integer) n`,
      [count],
    )
    await client.query(
      `insert into seat_request (seat_request_id, requested_at, agency_id, requested_by, quantity, target_seat_total,
         first_name, last_name, email) overriding system value
       select 1000000 + n, now(), ${firstListed} + n, 'ABC', 3, 15, 'Maria', 'Lopez', 'maria@agency.test'
       from generate_series(1, $1::integer) n`,
      [count],
    )
    await client.query(
      `insert into journal (at, actor_kind, actor, event, agency_id, before, after)
       select now(), 'agency', 'grown', 'agencies.factsReported', ${firstListed} + 1 + n % $1::integer, '{}',
         jsonb_build_object('versionDisplay', '5.4.' || n % 10)
       from generate_series(1, $2::integer) n`,
      [count, journalRows],
    )
  })
}

/** What the callers have seen. */
class Seen {
  whole = 0
  bytes = 0
  refused = 0
  sent = 0
  readonly faults = new Set<string>()
  isOver = false
}

interface Round {
  victim: Victim
  db: OpenDatabase
  seen: Seen
}

type Lane = () => Promise<void>

async function openSession(db: OpenDatabase): Promise<string> {
  const person = await makeStaff(db, systemClock, { permissions: allPermissions })
  return (await openTestSession(db, systemClock, person)).cookie
}

/** Somebody who asks for one large thing again and again. */
async function openReader({ victim, db, seen }: Round, sent: Sent, isSlow: boolean): Promise<Lane> {
  const headers = { cookie: await openSession(db), origin: victim.origin, host: new URL(victim.origin).host }
  return async () => {
    const got = await readLarge(
      victim.port,
      { ...sent, headers: { ...headers, ...sent.headers } },
      isSlow ? slowMs : 0,
    )
    if (got.status === 200) {
      seen.whole += 1
      seen.bytes += got.bytes
    } else if ((got.status === 429 || got.status === 503) && got.sentence !== undefined) {
      seen.refused += 1
      await pause(200)
    } else seen.faults.add(`${sent.path} was answered ${got.status} ${got.sentence ?? ''}`)
  }
}

const manyUsers = Array.from({ length: 5_000 }, (_, at) => ({
  username: `U${at}`,
  firstName: 'Maria',
  lastName: 'Lopez',
  online: true,
  status: 0,
  userFlags: 0,
  emailVerified: true,
  agencyPermissions: Array.from({ length: 20 }, (_permission, bit) => bit),
}))

/** An agency that sends its users and a large log again and again. */
async function openSender({ victim, db, seen }: Round, agencyId: number, log: Buffer): Promise<Lane> {
  await giveAgentKey(db, systemClock, agencyId)
  const client = new TestClient({ ...victim, authorization: `Bearer ${testAgentKey(agencyId)}` })
  return async () => {
    const answer = await client.call(agencyUsers.reportUsers, { users: manyUsers })
    if (answer.code === 0) seen.sent += 1
    else if (answer.status === 503 || answer.status === 429) seen.refused += 1
    else seen.faults.add(`a report of users was answered ${answer.status} ${answer.text}`)
    await sendFile(client, logNamed('large.log'), log)
    seen.sent += 1
  }
}

async function runLane(lane: Lane, seen: Seen): Promise<void> {
  try {
    while (!seen.isOver) await lane()
  } catch (error) {
    seen.faults.add(`a caller got no answer: ${error instanceof Error ? error.message : String(error)}`)
  }
}

async function openLanes(round: Round, options: MemoryOptions): Promise<Lane[]> {
  const log = Buffer.alloc(options.logMb * 1024 * 1024, 'a line of a log that is long and says nothing\n')
  const lanes: Lane[] = []
  for (let number = 0; number < senders; number += 1)
    lanes.push(await openSender(round, firstSender + number, log))
  // Once each, so that there is a log to fetch.
  await Promise.all(lanes.map((lane) => lane()))
  const asked: Sent[] = [
    wireForm(agencies.listConfigs, {}),
    wireForm(seats.requests, {}),
    wireForm(journal.exportCsv, {}),
    wireForm(agencyFiles.download, {
      agencyId: String(firstSender),
      type: 'log',
      location: '8',
      filePath: 'large.log',
    }),
  ]
  for (const sent of asked)
    for (let number = 0; number < readersOfEach; number += 1)
      lanes.push(await openReader(round, sent, number === 0))
  return lanes
}

/** Asks a server with little memory for the largest things at once, beside the changes of the crash runs. */
export async function memoryRounds(options: MemoryOptions): Promise<MemoryReport> {
  await using ends = new AsyncDisposableStack()
  const world = makeWorld()
  ends.defer(() => world.remove())
  const postgres = await world.start()
  ends.defer(() => postgres.stop())
  const { url } = postgres
  const { say = () => undefined } = options
  await migrate(url)
  await fill(url, options)
  say('the database is filled')
  const outside = ends.use(await openOutsideKinds(join(world.dir, 'files')))
  const limit = limitMemory(options.limitMb)
  if (limit !== undefined) ends.use(limit)
  const victim = await startVictim(
    url,
    { ...outside.settings, ...options.settings },
    {
      node: [`--max-old-space-size=${options.heapMb}`],
      ...(limit === undefined ? {} : { members: limit.members }),
    },
  )
  ends.defer(async () => {
    victim.child.kill('SIGKILL')
    await victim.ended
  })
  const seen = new Seen()
  const cookie = await prepare(url, 1, { mixture: outside.mixture })
  const lanes = await withDatabase(url, (db) => openLanes({ victim, db, seen }, options))
  say(`logs are sent, ${readPeak(victim.child.pid) ?? 0} MB at most`)
  const load = startLoad(victim, cookie, 1, outside.mixture)
  const all = Promise.all(lanes.map((lane) => runLane(lane, seen)))
  await pause(options.seconds * 1_000)
  seen.isOver = true
  const changes = await load.stop()
  await all
  const peakMb = readPeak(victim.child.pid)
  const faults = [...seen.faults]
  if (victim.child.exitCode !== null || victim.child.signalCode !== null)
    faults.push(`the server process has ended: ${victim.output().slice(-500)}`)
  const { sealKeys } = sandboxConfig({ databaseUrl: url })
  faults.push(...(await withDatabase(url, (db) => findLosses(db, changes, sealKeys, outside.mixture))))
  const { whole, bytes, refused, sent } = seen
  const acknowledged = changes.filter((change) => change.acknowledged).length
  return { isLimited: limit !== undefined, whole, bytes, refused, acknowledged, sent, peakMb, faults }
}
