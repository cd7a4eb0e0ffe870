import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type RunningPostgres, startPostgres } from '@agency-support/sandbox/postgres'
import { makeTemporaryDir } from '@agency-support/sandbox/temporary-postgres'
import { systemClock } from '../../src/lib/clock.ts'
import { sandboxConfig } from '../../src/settings/config.ts'
import { migrate } from '../../src/db/migrate.ts'
import { withDatabase } from '../../src/db/open.ts'
import { TestClient } from '../client.ts'
import { allPermissions, makeStaff, openTestSession } from '../people.ts'
import { findLosses } from './judge.ts'
import { killAll, listProcesses } from './kill-tree.ts'
import { type Change, startLoad } from './load.ts'
import { listKinds, type Mixture, usualMixture } from './load-kinds.ts'
import { openOutsideKinds } from './outside-kinds.ts'
import { startVictim, type Victim } from './victim.ts'

/** What came of all rounds. */
export interface CrashReport {
  rounds: number
  acknowledged: number
  /** The same by the events that tell of them, those included that were asked for again. */
  byEvent: Readonly<Record<string, number>>
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
  /** Where a test may keep more. */
  dir: string
  start(): Promise<RunningPostgres>
  remove(): void
}

/** A PostgreSQL with its normal durability; `settings` are more of its own, by its names. */
export function makeWorld(settings: Record<string, string> = {}): World {
  const dir = makeTemporaryDir()
  return {
    dir,
    start: () =>
      startPostgres({ dataDir: join(dir, 'pg'), socketDir: dir, logFile: join(dir, 'log'), settings }),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  }
}

/** A session of its own, for one confirms who its owner is for a quarter of an hour; its Cookie header. */
export async function prepare(
  url: string,
  round: number,
  { publicOrigin, mixture = usualMixture }: { publicOrigin?: string; mixture?: Mixture } = {},
): Promise<string> {
  return withDatabase(url, async (db) => {
    for (const kind of listKinds(mixture)) await kind.prepare(db, round)
    const person = await makeStaff(db, systemClock, { permissions: allPermissions })
    const options = publicOrigin === undefined ? {} : { publicOrigin }
    return (await openTestSession(db, systemClock, person, options)).cookie
  })
}

/** The database and the server of the rounds, and what both are asked for. */
interface Scene {
  postgres: RunningPostgres
  victim: Victim
  mixture: Mixture
}

/** Kills server and database at a random moment soon after so many changes were acknowledged. */
async function crash(
  { postgres, victim, mixture }: Scene,
  cookie: string,
  round: number,
  count: number,
): Promise<readonly Change[]> {
  const load = startLoad(victim, cookie, round, mixture)
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

interface Stage {
  world: World
  start(url: string): Promise<Victim>
  /** What is wrong with what is there. */
  judge(url: string): Promise<string[]>
  all: Change[]
}

/** One round; `scene` is then that of the next one. Resolves with how it went. */
async function playRound(
  { world, start, judge, all }: Stage,
  scene: Scene,
  { round, count }: { round: number; count: number },
): Promise<{ made: number; unanswered: number; startMs: number; losses: string[] }> {
  const cookie = await prepare(scene.postgres.url, round, { mixture: scene.mixture })
  const made = await crash(scene, cookie, round, count)
  all.push(...made)
  const began = performance.now()
  scene.postgres = await world.start()
  const { url } = scene.postgres
  const losses = await judge(url)
  scene.victim = await start(url)
  const startMs = performance.now() - began
  const unanswered = made.filter(({ acknowledged }) => !acknowledged).length
  await repeat(scene.victim, cookie, made)
  losses.push(...(await judge(url)))
  return { made: made.length, unanswered, startMs, losses: [...new Set(losses)] }
}

/** Runs the rounds: load, kill, start again, look for what is missing. Rejects when something does not start. */
export async function crashRounds(options: CrashOptions): Promise<CrashReport> {
  const { rounds, changes: wanted, say = () => undefined } = options
  const world = makeWorld()
  await using outside = await openOutsideKinds(join(world.dir, 'files'))
  const { mixture, settings } = outside
  const all: Change[] = []
  const report = { rounds: 0, acknowledged: 0, unanswered: 0, slowestStartMs: 0, losses: new Array<string>() }
  const postgres = await world.start()
  const start = (url: string): Promise<Victim> => startVictim(url, settings)
  let scene: Scene | undefined
  try {
    await migrate(postgres.url)
    scene = { postgres, victim: await start(postgres.url), mixture }
    const { sealKeys } = sandboxConfig({ databaseUrl: postgres.url })
    const judge = (url: string): Promise<string[]> =>
      withDatabase(url, (db) => findLosses(db, all, sealKeys, mixture))
    for (let round = 1; round <= rounds; round += 1) {
      const share = Math.ceil((wanted - report.acknowledged) / (rounds - round + 1))
      const count = Math.max(1, Math.ceil(round === rounds ? share : share * (0.5 + Math.random())))
      const went = await playRound({ world, start, judge, all }, scene, { round, count })
      report.acknowledged += went.made - went.unanswered
      report.unanswered += went.unanswered
      report.losses.push(...went.losses.map((loss) => `round ${round}: ${loss}`))
      report.rounds = round
      report.slowestStartMs = Math.max(report.slowestStartMs, went.startMs)
      say(
        `round ${round}: ${went.made} changes, ${went.unanswered} unanswered, ${went.losses.length} losses, up again in ${Math.round(went.startMs)} ms`,
      )
    }
    const acknowledged = Map.groupBy(
      all.filter((change) => change.acknowledged),
      ({ kind }) => kind.event,
    )
    const byEvent = [...acknowledged].map(([event, changes]) => [event, changes.length] as const)
    return { ...report, byEvent: Object.fromEntries(byEvent) }
  } finally {
    scene?.victim.child.kill('SIGKILL')
    await scene?.victim.ended
    await (scene?.postgres ?? postgres).stop()
    world.remove()
  }
}
