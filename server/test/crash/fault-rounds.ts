import { agencies } from '@agency-support/contract/modules/agencies'
import { setTimeout as pause } from 'node:timers/promises'
import { sandboxConfig } from '../../src/settings/config.ts'
import { migrate } from '../../src/db/migrate.ts'
import { withDatabase } from '../../src/db/open.ts'
import { TestClient } from '../client.ts'
import { type DatabaseFault, listDatabaseFaults, type Site } from './database-faults.ts'
import { findLosses } from './judge.ts'
import { type Change, listChanges } from './load.ts'
import { makeWorld, prepare } from './rounds.ts'
import { startVictim, type Victim } from './victim.ts'

/** What came of one kind of fault over all rounds. */
export interface FaultReport {
  name: string
  rounds: number
  acknowledged: number
  /** Answers 503, and milliseconds to the slowest of them. */
  refused: number
  slowestRefusalMs: number
  /** Milliseconds from its end to the first change that was taken, at most. */
  slowestReturnMs: number
  /** Sentences; empty when all is well. */
  faults: string[]
}

export interface FaultOptions {
  rounds: number
  awayMs: number
  /** How long each of the others lasts. */
  lastsMs: number
  /** At most so long until a refusal, and until changes are taken again; unlimited unless given. */
  limits?: { refusalMs: number; returnMs: number }
  say?: (line: string) => void
}

const workers = 8
const timeoutMs = 60_000
/** So that a fault that is answered at once does not make a million answers. */
const restMs = 5

/** An answer; `isOutside` for one of a change that does something outside the database's transaction. */
interface Told {
  status: number
  code: number
  message: string
  text: string
  isOutside?: boolean
}

/** Changes and reads without pause, and what they were answered. */
class Askers {
  readonly changes: Change[] = []
  readonly faults = new Set<string>()
  refused = 0
  slowestRefusalMs = 0
  /** When the last change was taken, by the clock of the process. */
  takenAt = 0
  /** Set while reads have to be answered. */
  mustRead = false
  readonly #fault: DatabaseFault
  readonly #all: Promise<unknown>
  #isStopped = false

  constructor(fault: DatabaseFault, victim: Victim, cookie: string, round: number) {
    this.#fault = fault
    const source = listChanges(round)
    const read = (client: TestClient) => client.call(agencies.config, { agencyId: 1 })
    const lanes = Array.from({ length: workers }, () =>
      this.#work(victim, cookie, async (client) => {
        const change = source.next().value as Change
        this.changes.push(change)
        const got = await change.ask(client, change.key)
        change.acknowledged = got.code === 0
        if (change.acknowledged) this.takenAt = performance.now()
        return { ...got, isOutside: change.kind.isOutside === true }
      }),
    )
    this.#all = Promise.all([...lanes, this.#work(victim, cookie, read, true)])
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#all
  }

  async #work(
    victim: Victim,
    cookie: string,
    one: (client: TestClient) => Promise<Told>,
    isRead = false,
  ): Promise<void> {
    const client = new TestClient({ ...victim, cookie })
    while (!this.#isStopped) {
      const asked = performance.now()
      const mustRead = this.mustRead
      const { status, code, message, text, isOutside = false } = await one(client)
      const { sentences, outside = [] } = this.#fault
      const isTold = [...sentences, ...(isOutside ? outside : [])].some((sentence) => sentence.test(message))
      if (status === 503) {
        this.refused += 1
        this.slowestRefusalMs = Math.max(this.slowestRefusalMs, performance.now() - asked)
        if (isRead && mustRead && this.mustRead) this.faults.add(`a read was refused: ${message}`)
        await pause(restMs)
      }
      const isFine = status === 503 ? isTold : status === 200 && code === 0
      if (!isFine) this.faults.add(`${isRead ? 'a read' : 'a change'} was answered ${status} ${text}`)
    }
    client.close()
  }
}

async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + timeoutMs
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`waited in vain until ${what}`)
    await pause(10)
  }
}

async function isReady(victim: Victim, wanted: number): Promise<boolean> {
  const client = new TestClient({ ...victim })
  const { status } = await client.send({ method: 'GET', path: '/health/ready' })
  client.close()
  return status === wanted
}

/** One fault, from its begin to the first change after its end. */
async function suffer(
  fault: DatabaseFault,
  askers: Askers,
  { site, victim }: { site: Site; victim: Victim },
): Promise<number> {
  await until('a change is taken', () => askers.takenAt > 0)
  await fault.begin(site)
  if (fault.sentences.length > 0) await until(`${fault.name} is felt`, () => askers.refused > 0)
  await until(`ready answers ${fault.ready}`, () => isReady(victim, fault.ready))
  askers.mustRead = fault.readsWork === true
  const before = askers.takenAt
  await pause(fault.lastsMs)
  if (fault.changesWork === true) await until('a change is taken meanwhile', () => askers.takenAt > before)
  else if (askers.takenAt > before) askers.faults.add('a change was taken meanwhile')
  askers.mustRead = false
  await fault.end(site)
  const ended = performance.now()
  await until('a change is taken again', () => askers.takenAt > ended)
  const returnMs = askers.takenAt - ended
  await until('it is ready again', () => isReady(victim, 200))
  return returnMs
}

/** Lets one fault after another befall the database under load; the server process stays the same. */
export async function faultRounds(options: FaultOptions): Promise<FaultReport[]> {
  const { rounds, limits, say = () => undefined } = options
  const world = makeWorld({ max_connections: '60' })
  const postgres = await world.start()
  const { url } = postgres
  const site: Site = { url, postgres, start: world.start }
  const { sealKeys } = sandboxConfig({ databaseUrl: url })
  const all: Change[] = []
  const reports: FaultReport[] = []
  let victim: Victim | undefined
  let round = 0
  try {
    await migrate(url)
    victim = await startVictim(url)
    for (const fault of listDatabaseFaults(options)) {
      const report = {
        name: fault.name,
        rounds: 0,
        acknowledged: 0,
        refused: 0,
        slowestRefusalMs: 0,
        slowestReturnMs: 0,
        faults: new Array<string>(),
      }
      for (; report.rounds < rounds; report.rounds += 1) {
        round += 1
        const askers = new Askers(fault, victim, await prepare(url, round), round)
        const returnMs = await suffer(fault, askers, { site, victim })
        await askers.stop()
        all.push(...askers.changes)
        const found = [...askers.faults, ...(await withDatabase(url, (db) => findLosses(db, all, sealKeys)))]
        if (victim.child.exitCode !== null) found.push('the server process has ended')
        if (limits !== undefined) found.push(...findDelays(askers.slowestRefusalMs, returnMs, limits))
        report.faults.push(...found.map((one) => `${fault.name}: ${one}`))
        report.acknowledged += askers.changes.filter(({ acknowledged }) => acknowledged).length
        report.refused += askers.refused
        report.slowestRefusalMs = Math.max(report.slowestRefusalMs, askers.slowestRefusalMs)
        report.slowestReturnMs = Math.max(report.slowestReturnMs, returnMs)
      }
      say(
        `${fault.name}: ${report.refused} refused, back after ${Math.round(report.slowestReturnMs)} ms, ${report.faults.length} faults`,
      )
      reports.push(report)
    }
    return reports
  } finally {
    victim?.child.kill('SIGKILL')
    await victim?.ended
    await site.postgres.stop()
    world.remove()
  }
}

function findDelays(
  refusalMs: number,
  returnMs: number,
  limits: { refusalMs: number; returnMs: number },
): string[] {
  return [
    ...(refusalMs > limits.refusalMs ? [`a refusal took ${Math.round(refusalMs)} ms`] : []),
    ...(returnMs > limits.returnMs ? [`changes were taken only after ${Math.round(returnMs)} ms`] : []),
  ]
}
