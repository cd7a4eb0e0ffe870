import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type RunningPostgres, startPostgres } from '@agency-support/sandbox/postgres'
import { makeThrowAwayDir } from '@agency-support/sandbox/throw-away'
import { systemClock } from '../../src/clock.ts'
import { sandboxConfig } from '../../src/config.ts'
import { migrate } from '../../src/db/migrate.ts'
import { type OpenDatabase, openDatabase } from '../../src/db/open.ts'
import { TestClient } from '../client.ts'
import { allPermissions, makeStaff, openTestSession } from '../people.ts'
import { findLosses } from './judge.ts'
import { killAll, listProcesses } from './kill-tree.ts'
import { type Change, startLoad } from './load.ts'
import { changeKinds } from './load-kinds.ts'
import { startVictim, type Victim } from './victim.ts'

/** What came of all rounds. */
export interface CrashReport {
  rounds: number
  acknowledged: number
  /** Requests whose answer never came; each was asked for again under its key. */
  unanswered: number
  slowestStartMs: number
  /** Sentences; empty when all is well. */
  losses: string[]
}

export interface CrashOptions {
  rounds: number
  /** Changes to be acknowledged over all rounds, at least. */
  changes: number
  say?: (line: string) => void
}

interface World {
  start(): Promise<RunningPostgres>
  remove(): void
}

/** A PostgreSQL with its normal durability. */
export function makeWorld(): World {
  const dir = makeThrowAwayDir()
  return {
    start: () => startPostgres({ dataDir: join(dir, 'pg'), socketDir: dir, logFile: join(dir, 'log') }),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  }
}

/** A session of its own, for one confirms who its owner is for a quarter of an hour; its Cookie header. */
export async function prepare(url: string, round: number, publicOrigin?: string): Promise<string> {
  return withDatabase(url, async (db) => {
    for (const kind of changeKinds) await kind.prepare(db, round)
    const person = await makeStaff(db, systemClock, { permissions: allPermissions })
    const options = publicOrigin === undefined ? {} : { publicOrigin }
    return (await openTestSession(db, systemClock, person, options)).cookie
  })
}

export async function withDatabase<T>(url: string, work: (db: OpenDatabase) => Promise<T>): Promise<T> {
  const db = openDatabase({ url, poolSize: 2, onError: () => undefined })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

/** Kills server and database at a random moment soon after so many changes were acknowledged. */
async function crash(
  victim: Victim,
  postgres: RunningPostgres,
  cookie: string,
  round: number,
  count: number,
): Promise<readonly Change[]> {
  const load = startLoad(victim, cookie, round)
  await load.reaches(count)
  await pause(Math.random() * 20)
  const processes = await listProcesses(postgres.pid)
  const killers = [() => victim.child.kill('SIGKILL'), () => killAll(processes)]
  // Either may be the first to go.
  for (const kill of Math.random() < 0.5 ? killers : killers.reverse()) kill()
  const [changes] = await Promise.all([load.stop(), victim.ended, postgres.stop()])
  return changes
}

/** Asks again, under the same keys, for what was never answered. */
async function repeat(victim: Victim, cookie: string, changes: readonly Change[]): Promise<void> {
  const client = new TestClient({ ...victim, cookie })
  for (const change of changes.filter(({ acknowledged }) => !acknowledged)) {
    const got = await change.ask(client, change.key)
    // Nobody knows how far it came, and it is not done blindly again.
    if (change.kind.isOutside === true && got.code === 409) continue
    if (got.code !== 0) throw new Error(`${change.mark} was refused when asked for again: ${got.text}`)
    change.acknowledged = true
  }
  client.close()
}

/** Runs the rounds: load, kill, start again, look for what is missing. Rejects when something does not start. */
export async function crashRounds({
  rounds,
  changes: wanted,
  say = () => undefined,
}: CrashOptions): Promise<CrashReport> {
  const world = makeWorld()
  const all: Change[] = []
  const report: CrashReport = { rounds: 0, acknowledged: 0, unanswered: 0, slowestStartMs: 0, losses: [] }
  let postgres = await world.start()
  let victim: Victim | undefined
  try {
    await migrate(postgres.url)
    victim = await startVictim(postgres.url)
    const { sealKeys } = sandboxConfig({ databaseUrl: postgres.url })
    for (let round = 1; round <= rounds; round += 1) {
      const share = Math.ceil((wanted - report.acknowledged) / (rounds - round + 1))
      const count = Math.max(1, Math.ceil(round === rounds ? share : share * (0.5 + Math.random())))
      const cookie = await prepare(postgres.url, round)
      const made = await crash(victim, postgres, cookie, round, count)
      all.push(...made)
      const began = performance.now()
      postgres = await world.start()
      const losses = await withDatabase(postgres.url, (db) => findLosses(db, all, sealKeys))
      victim = await startVictim(postgres.url)
      const startMs = performance.now() - began
      const unanswered = made.filter(({ acknowledged }) => !acknowledged).length
      report.acknowledged += made.length - unanswered
      report.unanswered += unanswered
      await repeat(victim, cookie, made)
      losses.push(...(await withDatabase(postgres.url, (db) => findLosses(db, all, sealKeys))))
      report.losses.push(...new Set(losses.map((loss) => `round ${round}: ${loss}`)))
      report.rounds = round
      report.slowestStartMs = Math.max(report.slowestStartMs, startMs)
      say(
        `round ${round}: ${made.length} changes, ${unanswered} unanswered, ${losses.length} losses, up again in ${Math.round(startMs)} ms`,
      )
    }
    return report
  } finally {
    victim?.child.kill('SIGKILL')
    await victim?.ended
    await postgres.stop()
    world.remove()
  }
}
