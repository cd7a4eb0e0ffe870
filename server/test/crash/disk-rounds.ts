import { agencies } from '@agency-support/contract/modules/agencies'
import { readOnlyHeader } from '@agency-support/contract/envelope'
import { setTimeout as pause } from 'node:timers/promises'
import { startThrowAwayPostgres } from '@agency-support/sandbox/throw-away'
import { sandboxConfig } from '../../src/config.ts'
import { migrate } from '../../src/db/migrate.ts'
import { openDatabase } from '../../src/db/open.ts'
import { sql } from 'kysely'
import { TestClient } from '../client.ts'
import { findLosses } from './judge.ts'
import { type Change, listChanges } from './load.ts'
import { prepare, withDatabase } from './rounds.ts'
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
  /** Milliseconds from when there was space to the first change that was taken, at most. */
  slowestReturnMs: number
  /** Sentences; empty when all is well. */
  faults: string[]
}

const workers = 8
const refusalsARound = 50
const patienceMs = 120_000
const fullSentence =
  'The disk of the database is full. Reading works; changes are refused until there is space.'

/** The url of a database whose tables and indexes lie on the disk; what PostgreSQL writes first lies elsewhere. */
async function createOn(disk: SmallDisk, url: string): Promise<string> {
  const db = openDatabase({ url, poolSize: 1, onError: () => undefined })
  await sql`create tablespace small location ${sql.lit(disk.folder)}`.execute(db.write)
  await sql`create database small tablespace small`.execute(db.write)
  await db.close()
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
  const deadline = performance.now() + patienceMs
  while (!isSo() && seen.faults.length === 0) {
    if (performance.now() > deadline) throw new Error(`waited in vain until ${what}`)
    await pause(10)
  }
}

/** Lets the disk of the database run full under load and makes room again; the server process stays the same. */
export async function diskRounds(
  disk: SmallDisk,
  { rounds, say = () => undefined }: { rounds: number; say?: (line: string) => void },
): Promise<DiskReport> {
  const report: DiskReport = {
    rounds: 0,
    acknowledged: 0,
    refused: 0,
    reads: 0,
    slowestReturnMs: 0,
    faults: [],
  }
  await using ends = new AsyncDisposableStack()
  const postgres = await startThrowAwayPostgres()
  ends.defer(() => postgres.stop())
  const url = await createOn(disk, postgres.url)
  await migrate(url)
  const victim = await startVictim(url)
  ends.defer(async () => {
    victim.child.kill('SIGKILL')
    await victim.ended
  })
  const { sealKeys } = sandboxConfig({ databaseUrl: url })
  const all: Change[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const cookie = await prepare(url, round)
    const seen: Seen = { changes: [], refused: 0, reads: 0, takenAt: 0, faults: [] }
    const stop = work(victim, cookie, round, seen)
    await awaitSo('a change is taken', seen, () => seen.takenAt > 0)
    disk.fill()
    await awaitSo(
      'changes are refused and reads answered',
      seen,
      () => seen.refused >= refusalsARound && seen.reads > 0,
    )
    disk.empty()
    const emptied = performance.now()
    await awaitSo('a change is taken again', seen, () => seen.takenAt > emptied)
    const returnMs = seen.takenAt - emptied
    await stop()
    all.push(...seen.changes)
    const faults = [...seen.faults, ...(await withDatabase(url, (db) => findLosses(db, all, sealKeys)))]
    if (victim.child.exitCode !== null) faults.push('the server process has ended')
    report.faults.push(...faults.map((fault) => `round ${round}: ${fault}`))
    report.rounds = round
    report.refused += seen.refused
    report.reads += seen.reads
    report.slowestReturnMs = Math.max(report.slowestReturnMs, returnMs)
    say(
      `round ${round}: ${seen.refused} refused, back after ${Math.round(returnMs)} ms, ${faults.length} faults`,
    )
  }
  return { ...report, acknowledged: all.filter(({ acknowledged }) => acknowledged).length }
}
