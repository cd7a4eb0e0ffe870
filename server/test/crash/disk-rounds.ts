import { agencies } from '@agency-support/contract/modules/agencies'
import { readOnlyHeader } from '@agency-support/contract/envelope'
import { setTimeout as pause } from 'node:timers/promises'
import { sandboxConfig } from '../../src/settings/config.ts'
import { migrate } from '../../src/db/migrate.ts'
import { withDatabase } from '../../src/db/open.ts'
import { sql } from 'kysely'
import { TestClient } from '../client.ts'
import { awaitReturn } from './database-rounds.ts'
import { findLosses } from './judge.ts'
import { killAll, listProcesses } from './kill-tree.ts'
import { type Change, listChanges } from './load.ts'
import { makeWorld, prepare } from './rounds.ts'
import type { SmallDisk } from './small-disk.ts'
import { startVictim, type Victim } from './victim.ts'

/** What came of a disk that was full again and again. */
export interface DiskReport {
  rounds: number
  acknowledged: number
  /** Changes that were refused with the sentence about the disk. */
  refused: number
  /** Reads that were answered while it was full. */
  reads: number
  /** Times that the database was killed on the full disk, and of them those in which it refused to start there. */
  kills: number
  refusedStarts: number
  /** Milliseconds from when there was space to the first change that was taken, at most. */
  slowestReturnMs: number
  /** Sentences; empty when all is well. */
  faults: string[]
}

const workers = 8
const refusalsARound = 50
const timeoutMs = 120_000
const fullSentence =
  'The disk of the database is full. Reading works; changes are refused until there is space.'

/** The url of a database whose tables and indexes lie on the disk; what PostgreSQL writes first lies elsewhere. */
async function createOn(disk: SmallDisk, url: string): Promise<string> {
  await withDatabase(url, async ({ write }) => {
    await sql`create tablespace small location ${sql.lit(disk.folder)}`.execute(write)
    await sql`create database small tablespace small`.execute(write)
  })
  const small = new URL(url)
  small.pathname = '/small'
  return small.href
}

interface Seen {
  changes: Change[]
  refused: number
  reads: number
  /** When the last change was taken, by the clock of the process. */
  takenAt: number
  faults: string[]
}

async function changeOne(client: TestClient, change: Change, seen: Seen): Promise<void> {
  seen.changes.push(change)
  const got = await change.ask(client, change.key)
  if (got.code === 0) {
    change.acknowledged = true
    seen.takenAt = performance.now()
  } else if (got.status === 503 && got.message === fullSentence) seen.refused += 1
  else seen.faults.push(`${change.kind.event} ${change.mark} was answered ${got.status} ${got.text}`)
}

async function readOne(client: TestClient, seen: Seen): Promise<void> {
  const got = await client.call(agencies.config, { agencyId: 1 })
  if (got.status === 200) seen.reads += got.headers[readOnlyHeader] === undefined ? 0 : 1
  else seen.faults.push(`a read was answered ${got.status} ${got.message}`)
}

/** Changes and reads without pause until it is told to stop. */
function work(victim: Victim, cookie: string, round: number, seen: Seen): () => Promise<void> {
  const source = listChanges(round)
  let isStopped = false
  const lane = async (one: (client: TestClient) => Promise<void>): Promise<void> => {
    const client = new TestClient({ ...victim, cookie })
    while (!isStopped && seen.faults.length < 10) await one(client)
    client.close()
  }
  const all = Promise.all([
    ...Array.from({ length: workers }, () =>
      lane((client) => changeOne(client, source.next().value as Change, seen)),
    ),
    lane((client) => readOne(client, seen)),
  ])
  return async () => {
    isStopped = true
    await all
  }
}

async function awaitSo(what: string, seen: Seen, isSo: () => boolean): Promise<void> {
  const deadline = performance.now() + timeoutMs
  while (!isSo() && seen.faults.length === 0) {
    if (performance.now() > deadline) throw new Error(`waited in vain until ${what}`)
    await pause(10)
  }
}

type World = ReturnType<typeof makeWorld>
type Postgres = Awaited<ReturnType<World['start']>>

/** Kills the database and starts it on the disk that is still full; undefined when it says that there is no space. */
async function killAndStart(world: World, postgres: Postgres): Promise<Postgres | undefined> {
  killAll(await listProcesses(postgres.pid))
  await postgres.ended
  try {
    return await world.start()
  } catch (error) {
    if (/No space left on device/.test(String(error))) return undefined
    throw error
  }
}

interface TestSetup {
  disk: SmallDisk
  world: World
  postgres: Postgres
  victim: Victim
  url: string
}

/** One time that the disk runs full; with `isKilled` the database is killed then, and started before there is space. */
async function fillOnce(setup: TestSetup, round: number, isKilled: boolean) {
  const { disk, world, victim, url } = setup
  const seen: Seen = { changes: [], refused: 0, reads: 0, takenAt: 0, faults: [] }
  // Two loads a round at most, each with rows of its own.
  const cookie = await prepare(url, 2 * round - 1)
  let stop = work(victim, cookie, 2 * round - 1, seen)
  await awaitSo('a change is taken', seen, () => seen.takenAt > 0)
  disk.fill()
  await awaitSo(
    'changes are refused and reads answered',
    seen,
    () => seen.refused >= refusalsARound && seen.reads > 0,
  )
  let isStartRefused = false
  let emptied = performance.now()
  if (isKilled) {
    await stop()
    const started = await killAndStart(world, setup.postgres)
    isStartRefused = started === undefined
    disk.empty()
    setup.postgres = started ?? (await world.start())
    const next = await prepare(url, 2 * round)
    await awaitReturn(victim, next)
    emptied = performance.now()
    stop = work(victim, next, 2 * round, seen)
  } else disk.empty()
  await awaitSo('a change is taken again', seen, () => seen.takenAt > emptied)
  const returnMs = seen.takenAt - emptied
  await stop()
  return { seen, returnMs, isStartRefused }
}

/**
 * Lets the disk of the database run full under load and makes room again; every second time the database is
 * killed meanwhile. The server process stays the same.
 */
export async function diskRounds(
  disk: SmallDisk,
  { rounds, say = () => undefined }: { rounds: number; say?: (line: string) => void },
): Promise<DiskReport> {
  const report = { rounds: 0, refused: 0, reads: 0, kills: 0, refusedStarts: 0, slowestReturnMs: 0 }
  const faults: string[] = []
  const all: Change[] = []
  await using ends = new AsyncDisposableStack()
  const world = makeWorld()
  ends.defer(() => world.remove())
  const postgres = await world.start()
  const url = await createOn(disk, postgres.url)
  const setup: TestSetup = { disk, world, postgres, victim: await startOn(url), url }
  ends.defer(async () => {
    setup.victim.child.kill('SIGKILL')
    await setup.victim.ended
    await setup.postgres.stop()
  })
  const { sealKeys } = sandboxConfig({ databaseUrl: url })
  for (let round = 1; round <= rounds; round += 1) {
    const isKilled = round % 2 === 0
    const { seen, returnMs, isStartRefused } = await fillOnce(setup, round, isKilled)
    all.push(...seen.changes)
    const found = [...seen.faults, ...(await withDatabase(url, (db) => findLosses(db, all, sealKeys)))]
    if (setup.victim.child.exitCode !== null) found.push('the server process has ended')
    faults.push(...found.map((fault) => `round ${round}: ${fault}`))
    report.rounds = round
    report.refused += seen.refused
    report.reads += seen.reads
    report.kills += isKilled ? 1 : 0
    report.refusedStarts += isStartRefused ? 1 : 0
    report.slowestReturnMs = Math.max(report.slowestReturnMs, returnMs)
    say(
      `round ${round}: ${seen.refused} refused, back after ${Math.round(returnMs)} ms, ${found.length} faults`,
    )
  }
  return { ...report, acknowledged: all.filter(({ acknowledged }) => acknowledged).length, faults }
}

async function startOn(url: string): Promise<Victim> {
  await migrate(url)
  return startVictim(url)
}
