import { sql } from 'kysely'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { killed } from '../../../test/killed.ts'
import { type TurnableClock, turnableClock } from '../../../test/clock.ts'
import { useDatabase } from '../../../test/use-database.ts'
import { until } from '../../../test/until.ts'
import { openLog } from '../../lib/log.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import { carryOut, type Engine, type Job } from './carry-out.ts'
import type { Work, WorkKind } from './kind.ts'
import { OutsideWorkQueue, queueSchema } from './outside-work.ts'
import { readWork, toView, type WorkRow } from './store.ts'

type Step = (work: Work<string, number>) => Promise<void> | void

/** A provider that closes three accounts, one per step, and records its requests. */
class Provider {
  readonly asked: string[] = []
  onStep: Step = () => undefined
}

const kind: WorkKind<string, number, Provider> = {
  name: 'test.close',
  module: 'agencies',
  input: z.string(),
  progress: z.int(),
  step: async (work, provider) => {
    provider.asked.push(`${work.input} ${work.progress}`)
    await provider.onStep(work)
    if (work.progress < 3) return { is: 'on', progress: work.progress + 1 }
    return { is: 'done', entry: { event: 'agencies.renamed', after: { name: work.input } } }
  },
}

const log = openLog('silent')
const { database, db, inTx } = useDatabase({ poolSize: 6 })
let clock: TurnableClock
let provider: Provider
let queue: OutsideWorkQueue
beforeEach(async () => {
  clock = turnableClock()
  provider = new Provider()
  queue = await openQueue()
})
afterEach(async () => {
  await db.write.deleteFrom('outside_work').execute()
})

async function openQueue(): Promise<OutsideWorkQueue> {
  const opened = new OutsideWorkQueue({ db, clock, log })
  onTestFinished(() => opened.stop())
  await opened.open()
  return opened
}

const silent = { hint: () => undefined, committed: () => undefined }

const start = (one = queue): void => one.start([kind], provider, silent)

const add = (agencyId: number, input = 'a', one = queue): Promise<boolean> =>
  inTx((tx) => one.add(tx, kind, { agencyId, input, by: 'ann', progress: 1 }))

async function find(agencyId: number): Promise<WorkRow> {
  const row = await readWork(db.read, agencyId, kind.name)
  if (row === null) throw new Error(`no work for ${agencyId}`)
  return row
}

const ended = (agencyId: number): Promise<void> =>
  until('the work has ended', async () => (await find(agencyId)).ended_at !== null)

const entries = (agencyId: number) =>
  db.read.selectFrom('journal').selectAll().where('agency_id', '=', agencyId).execute()

test('a database that ends connections while the queue stops does not end this process with them', async () => {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and application_name = 'agency-support jobs'`.execute(db.write)
  expect(rows).not.toEqual([])
  // The backends receive the signal while stopped, so they report their end only after the queue has begun to stop.
  for (const { pid } of rows) process.kill(pid, 'SIGSTOP')
  for (const { pid } of rows) process.kill(pid, 'SIGTERM')
  const stopped = queue.stop()
  for (const { pid } of rows) process.kill(pid, 'SIGCONT')
  await stopped
})

test('the queue finds its tables as its release wants them', async () => {
  const boss = new PgBoss({ connectionString: database.url, schema: queueSchema, migrate: false, max: 1 })
  onTestFinished(() => boss.stop())
  await boss.start()
  const drift = await boss.detectSchemaDrift()
  expect(Object.values(drift).filter((found) => Array.isArray(found) && found.length > 0)).toEqual([])
})

describe('carried out by the queue', () => {
  test('[PROV-13] a work that is committed is done step by step, and its end is a row of the system', async () => {
    start()
    expect(await add(1)).toBe(true)
    await ended(1)
    expect(provider.asked).toEqual(['a 1', 'a 2', 'a 3'])
    expect(toView(await find(1))).toMatchObject({ requestedBy: 'ann', succeeded: true, nextAttemptAt: null })
    expect(await entries(1)).toMatchObject([
      { actor_kind: 'system', actor: 'system', event: 'agencies.renamed', after: { name: 'a' } },
    ])
  })

  test('[PROV-10] it starts within a second of its commit', async () => {
    start()
    const listener = new pg.Client(database.url)
    await listener.connect()
    onTestFinished(() => listener.end())
    await listener.query('listen committed')
    const delays: number[] = []
    for (const agencyId of [31, 32, 33, 34, 35]) {
      // When this process hears of the commit, so that a busy machine delays both.
      let committedAt = Number.NaN
      let begunAt = Number.NaN
      listener.once('notification', () => (committedAt = performance.now()))
      provider.onStep = ({ progress }) => {
        if (progress === 1) begunAt = performance.now()
      }
      await inTx(async (tx) => {
        await queue.add(tx, kind, { agencyId, input: 'a', by: 'ann', progress: 1 })
        await sql`notify committed`.execute(tx)
      })
      await ended(agencyId)
      await until('the commit is heard of', () => !Number.isNaN(committedAt))
      delays.push(begunAt - committedAt)
    }
    const [, , median] = delays.toSorted((one, other) => one - other)
    expect(median).toBeLessThanOrEqual(1_000)
  })

  test('[PROV-09] a work whose transaction is undone is never begun', async () => {
    start()
    const undone = inTx(async (tx) => {
      await queue.add(tx, kind, { agencyId: 2, input: 'never', by: 'ann', progress: 1 })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await add(3, 'after')
    await ended(3)
    expect(provider.asked).toEqual(['after 1', 'after 2', 'after 3'])
    expect(await readWork(db.read, 2, kind.name)).toBeNull()
  })

  test('[PROV-12] a second one of the kind is refused while the first is under way, other agencies are not', async () => {
    expect([await add(4), await add(4), await add(5)]).toEqual([true, false, true])
    start()
    await ended(4)
    expect(await add(4, 'b')).toBe(true)
    await ended(4)
  })

  test('[PROV-11] two processes do each step once', async () => {
    start()
    start(await openQueue())
    const agencies = Array.from({ length: 20 }, (_, at) => 100 + at)
    await Promise.all(agencies.map((agencyId) => add(agencyId, String(agencyId))))
    for (const agencyId of agencies) await ended(agencyId)
    expect(provider.asked.toSorted()).toEqual(agencies.flatMap((id) => [`${id} 1`, `${id} 2`, `${id} 3`]))
  })

  test('another aim waits for the last step under way, whose end then counts no more', async () => {
    const held = Promise.withResolvers<void>()
    provider.onStep = ({ input }) => (input === 'old' ? held.promise : undefined)
    start()
    start(await openQueue())
    await inTx((tx) => queue.add(tx, kind, { agencyId: 6, input: 'old', by: 'ann', progress: 3 }))
    await until('the old step is under way', () => provider.asked.length === 1)
    await inTx((tx) => queue.replace(tx, kind, { agencyId: 6, input: 'new', by: 'bob', progress: 1 }))
    await add(7, 'other')
    await ended(7)
    expect(provider.asked.filter((asked) => asked.startsWith('new'))).toEqual([])
    held.resolve()
    await ended(6)
    expect(provider.asked.filter((asked) => !asked.startsWith('other'))).toEqual([
      'old 3',
      'new 1',
      'new 2',
      'new 3',
    ])
    expect(await find(6)).toMatchObject({ requested_by: 'bob', input: 'new' })
    expect(await entries(6)).toMatchObject([{ after: { name: 'new' } }])
  })

  test('what wakes a work while its step is under way has that step done again at once', async () => {
    const held = Promise.withResolvers<void>()
    provider.onStep = () => held.promise
    start()
    await add(13)
    await until('the step is under way', () => provider.asked.length === 1)
    // The second comes within the same millisecond.
    for (const _ of [1, 2]) await inTx((tx) => queue.wake(tx, kind, 13))
    held.resolve()
    await ended(13)
    expect(provider.asked).toEqual(['a 1', 'a 1', 'a 2', 'a 3'])
  })

  test('[PROV-11] what a process had begun that fell silent is done by another', async () => {
    await add(8)
    // Takes the job like a worker and then falls silent, like a killed process.
    const killed = new PgBoss({ connectionString: database.url, schema: queueSchema, migrate: false, max: 1 })
    await killed.start()
    expect(await killed.fetch('outside-work')).toHaveLength(1)
    await killed.stop({ graceful: false })
    start()
    await ended(8)
    expect(provider.asked).toEqual(['a 1', 'a 2', 'a 3'])
    // Noticed after ten seconds, at the next check, and retried one second later.
  })

  test('work whose job the queue has given up goes on when a process starts', async () => {
    await add(11)
    await sql`delete from ${sql.table(`${queueSchema}.job`)}`.execute(db.write)
    // Another one still has its job.
    await add(12, 'b')
    start()
    await ended(11)
    expect(provider.asked.filter((asked) => asked.startsWith('a'))).toEqual(['a 1', 'a 2', 'a 3'])
  })

  test('a step whose progress the database does not take is logged once and tried until it works', async () => {
    const lines: string[] = []
    const output = { write: (line: string) => void lines.push(line) }
    const loud = new OutsideWorkQueue({ db, clock, log: openLog('warn', output) })
    onTestFinished(() => loud.stop())
    await loud.open()
    provider.onStep = () => {
      if (provider.asked.length < 3) throw Object.assign(new Error('read-only'), { code: '25006' })
    }
    start(loud)
    await add(12, 'a', loud)
    await ended(12)
    expect(provider.asked).toEqual(['a 1', 'a 1', 'a 1', 'a 2', 'a 3'])
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { event: 'outsideWork.broken', error: 'read-only' },
    ])
  })
})

describe('one job', () => {
  let sent: { job: Job; seconds: number }[]
  let engine: Engine<Provider>
  beforeEach(() => {
    sent = []
    engine = {
      db,
      clock,
      log,
      kinds: new Map([[kind.name, kind]]),
      needs: provider,
      send: (_tx, job, seconds) => {
        sent.push({ job, seconds })
        return Promise.resolve()
      },
      ...silent,
    }
  })

  async function makeJob(agencyId: number): Promise<Job> {
    expect(await add(agencyId)).toBe(true)
    const { work_id, next_attempt_at } = await find(agencyId)
    return { workId: work_id, due: next_attempt_at?.toISOString() ?? '' }
  }

  test('[PROV-10] after a failure it is tried after 5 s, 30 s, 2 min, 10 min, then hourly, or when the provider says', async () => {
    provider.onStep = () => {
      throw new ProviderError('Test', 'unavailable', 'Test answered with status 503', { status: 503 })
    }
    let job = await makeJob(20)
    for (const seconds of [5, 30, 120, 600, 3_600, 3_600]) {
      await carryOut(engine, job)
      expect(sent.at(-1)?.seconds).toBe(seconds)
      const expected = new Date(clock.now().getTime() + seconds * 1_000)
      expect(await find(20)).toMatchObject({
        failures: sent.length,
        last_failure: 'Test answered with status 503',
        next_attempt_at: expected,
      })
      clock.turn(seconds)
      job = sent.at(-1)?.job ?? job
    }
    provider.onStep = () => {
      throw new ProviderError('Test', 'rateLimited', 'busy', { status: 429, retryAfterMs: 7_200_000 })
    }
    await carryOut(engine, job)
    expect(sent.at(-1)?.seconds).toBe(7_200)
    provider.onStep = () => undefined
    await carryOut(engine, sent.at(-1)?.job ?? job)
    expect(await find(20)).toMatchObject({ failures: 0, last_failure: null, succeeded: true })
  })

  test('another aim is tried at once, and shows no failure of the one before', async () => {
    provider.onStep = () => {
      throw new ProviderError('Test', 'auth', 'Test answered with status 403', { status: 403 })
    }
    await carryOut(engine, await makeJob(24))
    expect(await find(24)).toMatchObject({ failures: 1, last_failure: 'Test answered with status 403' })
    clock.turn(1)
    await inTx((tx) => queue.replace(tx, kind, { agencyId: 24, input: 'new', by: 'bob', progress: 1 }))
    expect(toView(await find(24))).toMatchObject({ failures: 0, lastFailure: null, requestedBy: 'bob' })
    expect(await find(24)).toMatchObject({ last_failed_at: null, requested_at: clock.now() })
  })

  test('[PROV-11] killed after any step at the provider, it goes on with that step', async () => {
    const job = await makeJob(21)
    for (const step of [1, 2, 3]) {
      provider.onStep = ({ progress }) => {
        if (progress === step) throw killed()
      }
      await expect(carryOut(engine, job)).rejects.toThrow('killed')
      expect(await find(21)).toMatchObject({ progress: step, ended_at: null })
    }
    provider.onStep = () => undefined
    await carryOut(engine, job)
    expect(provider.asked).toEqual(['a 1', 'a 1', 'a 2', 'a 2', 'a 3', 'a 3'])
    expect(await entries(21)).toHaveLength(1)
  })

  test('once the queue has given it to another worker it goes no further, and that one goes on', async () => {
    const job = await makeJob(23)
    const given = new AbortController()
    provider.onStep = ({ progress }) => {
      if (progress === 2) given.abort()
    }
    await carryOut(engine, job, given.signal)
    expect(provider.asked).toEqual(['a 1', 'a 2'])
    expect(await find(23)).toMatchObject({ progress: 3, ended_at: null })
    await carryOut(engine, job)
    expect(provider.asked).toEqual(['a 1', 'a 2', 'a 3'])
  })

  test('a job of an instant that is past does nothing', async () => {
    const job = await makeJob(22)
    await carryOut(engine, { ...job, due: new Date(clock.now().getTime() - 1).toISOString() })
    expect(provider.asked).toEqual([])
    await carryOut(engine, job)
    await carryOut(engine, job)
    expect(provider.asked).toHaveLength(3)
  })
})
