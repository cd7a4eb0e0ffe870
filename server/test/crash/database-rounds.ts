import { agencies } from '@agency-support/contract/modules/agencies'
import { setTimeout as pause } from 'node:timers/promises'
import { sandboxConfig } from '../../src/settings/config.ts'
import { migrate } from '../../src/db/migrate.ts'
import { withDatabase } from '../../src/db/open.ts'
import { TestClient } from '../client.ts'
import { findLosses } from './judge.ts'
import { killAll, listProcesses } from './kill-tree.ts'
import { type Change, startLoad } from './load.ts'
import { makeWorld, prepare } from './rounds.ts'
import { startVictim, type Victim } from './victim.ts'

/** What came of all restarts of the database. */
export interface DatabaseReport {
  restarts: number
  acknowledged: number
  /** Answers 503 while it was away, and milliseconds to the slowest of them. */
  refused: number
  slowestRefusalMs: number
  /** Milliseconds from the database's start to the first answer, at most. */
  slowestReturnMs: number
  /** Sentences; empty when nothing acknowledged was lost and the process lives. */
  losses: string[]
}

const loadARound = 30
const timeoutMs = 60_000

/** Milliseconds until a read is answered again. */
export async function awaitReturn(victim: Victim, cookie: string): Promise<number> {
  const began = performance.now()
  const client = new TestClient({ ...victim, cookie })
  try {
    while ((await client.call(agencies.config, { agencyId: 1 })).status !== 200) {
      if (performance.now() - began > timeoutMs) throw new Error('the server did not find its database again')
      await pause(10)
    }
  } finally {
    client.close()
  }
  return performance.now() - began
}

/** Stops the database or kills it, in turns, under load and starts it again; the server process stays the same. */
export async function databaseRounds({
  restarts,
  say = () => undefined,
}: {
  restarts: number
  say?: (line: string) => void
}): Promise<DatabaseReport> {
  const world = makeWorld()
  const all: Change[] = []
  const losses: string[] = []
  let slowestReturnMs = 0
  let postgres = await world.start()
  let victim: Victim | undefined
  try {
    await migrate(postgres.url)
    const { sealKeys } = sandboxConfig({ databaseUrl: postgres.url })
    victim = await startVictim(postgres.url)
    for (let round = 1; round <= restarts; round += 1) {
      const cookie = await prepare(postgres.url, round)
      const load = startLoad(victim, cookie, round)
      await load.reaches(loadARound)
      if (round % 2 === 0) killAll(await listProcesses(postgres.pid))
      await postgres.stop()
      await pause(Math.random() * 1_000)
      postgres = await world.start()
      const returnMs = await awaitReturn(victim, cookie)
      all.push(...(await load.stop()))
      const found = await withDatabase(postgres.url, (db) => findLosses(db, all, sealKeys))
      if (victim.child.exitCode !== null) found.push('the server process has ended')
      losses.push(...found.map((loss) => `restart ${round}: ${loss}`))
      slowestReturnMs = Math.max(slowestReturnMs, returnMs)
      say(`restart ${round}: back after ${Math.round(returnMs)} ms, ${found.length} losses`)
    }
  } finally {
    victim?.child.kill('SIGKILL')
    await victim?.ended
    await postgres.stop()
    world.remove()
  }
  const refusals = all.flatMap(({ refusedAfter }) => refusedAfter ?? [])
  return {
    restarts,
    acknowledged: all.filter(({ acknowledged }) => acknowledged).length,
    refused: refusals.length,
    slowestRefusalMs: refusals.reduce((slowest, ms) => Math.max(slowest, ms), 0),
    slowestReturnMs,
    losses,
  }
}
