import { agencies } from '@agency-support/contract/modules/agencies'
import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { journal } from '@agency-support/contract/modules/journal'
import { session } from '@agency-support/contract/modules/session'
import { switches } from '@agency-support/contract/modules/switches'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { type TestServer, testServer } from '../test/app.ts'
import { testDatabase } from '../test/database.ts'
import { useDatabase } from '../test/use-database.ts'
import { openStream } from '../test/event-stream.ts'
import { allPermissions } from '../test/people.ts'
import { hasPgBouncer, startPgBouncer } from '../test/pgbouncer.ts'
import { poolers } from '../test/poolers.ts'
import { logNamed, sendFile } from '../test/send-file.ts'
import { attempt } from '../test/sign-in.ts'
import { until } from '../test/until.ts'
import type { WorkKind } from './jobs/outside-work/kind.ts'
import { OutsideWorkQueue } from './jobs/outside-work/outside-work.ts'
import { readWork } from './jobs/outside-work/store.ts'
import { openDatabase } from './db/open.ts'
import { openLog } from './lib/log.ts'

const closing: WorkKind<string, number, { asked: string[] }> = {
  name: 'test.close',
  module: 'agencies',
  input: z.string(),
  progress: z.int(),
  step: (work, provider) => {
    provider.asked.push(`${work.input} ${work.progress}`)
    return Promise.resolve(
      work.progress < 3
        ? { is: 'on', progress: work.progress + 1 }
        : { is: 'done', entry: { event: 'agencies.renamed', after: { name: work.input } } },
    )
  },
}

describe.each(poolers)('a server through %s', (_name, start) => {
  const { database } = useDatabase()
  let server: TestServer
  let other: TestServer
  let url: string
  let end: () => Promise<void>
  beforeAll(async () => {
    const pooler = await start(database.url)
    url = pooler.url
    const config = { databaseUrl: url, databasePooler: { directUrl: database.url, prepares: false } }
    server = await testServer({ database, config })
    other = await testServer({ database, config, clock: server.clock })
    end = async () => {
      await other.close()
      await server.close()
      await pooler[Symbol.asyncDispose]()
    }
  })
  afterAll(() => end())

  const journalOf = (agencyId: number) =>
    server.db.read
      .selectFrom('journal')
      .select(['event', 'actor'])
      .where('agency_id', '=', agencyId)
      .execute()

  test('signs in, changes with a row of the journal, once for a repeated key, and tells screens of both servers', async () => {
    const password = 'correct horse battery staple'
    const person = await server.person({ password, permissions: allPermissions })
    const browser = await server.as(null)
    expect((await attempt(server, person.username, password, browser)).bare().status).toBe(0)
    await server.agency(101, 'First')
    const streams = [await openStream(server, browser), await openStream(other, await other.asNew())]
    const key = { 'idempotency-key': 'rename-once-only' }
    const renames = await Promise.all(
      [0, 1].map(() => browser.call(agencies.updateName, { agencyId: 101, name: 'Second' }, key)),
    )
    expect(renames.map(({ code }) => code)).toEqual([0, 0])
    expect(await journalOf(101)).toEqual([{ event: 'agencies.renamed', actor: person.username }])
    for (const stream of streams) {
      await stream.sees('the rename', (hint) => hint.agencyId === 101)
      stream.drop()
    }
    await browser.call(session.signOut, {})
    expect((await browser.call(agencies.config, { agencyId: 101 })).status).toBe(401)
  })

  test('hands a command to polling software of another server, and takes its file', async () => {
    const [agencyId, person] = [102, await server.asNew({ permissions: allPermissions })]
    const software = await other.software(agencyId)
    const waiting = software.call(agencyCommands.claim, { waitSeconds: 25 })
    await until('the poll has arrived', async () => {
      const rows = await server.db.read.selectFrom('agency_software').select('agency_id').execute()
      return rows.length > 0
    })
    const { data } = await person.call(agencyCommands.issue, { agencyId, agencyCommand: 'count' })
    expect((await waiting).data).toMatchObject([{ commandId: data[0]?.commandId }])
    expect(await sendFile(software, logNamed('sync.log'), 'It went well.')).toMatch(/./)
  })

  test('exports pages of rows beside changes', async () => {
    const admin = await server.asNew({ permissions: allPermissions })
    await sql`insert into journal (at, actor_kind, actor, event, reason)
      select now(), 'staff', 'ann', 'journal.exported', 'because' from generate_series(1, 5000)`.execute(
      server.db.write,
    )
    await server.agency(103, 'Name 0')
    const changing = async (): Promise<number[]> => {
      const codes: number[] = []
      for (let n = 1; n <= 10; n += 1)
        codes.push((await admin.call(agencies.updateName, { agencyId: 103, name: `Name ${n}` })).code)
      return codes
    }
    const [exported, codes] = await Promise.all([admin.call(journal.exportCsv, {}), changing()])
    expect(exported.status).toBe(200)
    expect(exported.text.split('because').length - 1).toBe(5_000)
    expect(codes).toEqual(codes.map(() => 0))
    expect(await journalOf(103)).toHaveLength(10)
  })

  test('seals, is ready, and shows its switches', async () => {
    await until('the journal is sealed', async () => {
      const seals = await server.db.read.selectFrom('journal_seal').select('seal_id').execute()
      return seals.length > 0
    })
    const nobody = await server.as(null)
    expect((await nobody.send({ method: 'GET', path: '/health/ready' })).status).toBe(200)
    expect((await nobody.call(switches.environment, {})).status).toBe(200)
  })

  test('carries out work at providers that was added through it, once for two that may', async () => {
    const pooler = { directUrl: database.url, prepares: false }
    const db = openDatabase({ url, pooler, poolSize: 2, onError: () => undefined })
    onTestFinished(() => db.close())
    const provider = { asked: [] as string[] }
    const queues = [0, 1].map(
      () =>
        new OutsideWorkQueue({
          db,
          clock: server.clock,
          log: openLog('silent'),
        }),
    )
    for (const queue of queues) {
      onTestFinished(() => queue.stop())
      await queue.open()
      queue.start([closing], provider, { hint: () => undefined, committed: () => undefined })
    }
    const work = { agencyId: 104, input: 'a', by: 'ann', progress: 1 }
    await db.write.transaction().execute((tx) => (queues[0] as OutsideWorkQueue).add(tx, closing, work))
    await until(
      'the work has ended',
      async () => ((await readWork(db.read, 104, closing.name))?.ended_at ?? null) !== null,
    )
    expect(provider.asked).toEqual(['a 1', 'a 2', 'a 3'])
  })
})

test.skipIf(!hasPgBouncer)(
  'while PgBouncer loses its sessions or is away nobody sees a fault, and all is well after it',
  async () => {
    const database = await testDatabase()
    const pooler = await startPgBouncer(database.url)
    const config = { databaseUrl: pooler.url, databasePooler: { directUrl: database.url, prepares: false } }
    const server = await testServer({ database, config })
    onTestFinished(async () => {
      await server.close()
      await pooler[Symbol.asyncDispose]()
      await database.drop()
    })
    await server.agency(105, 'Kept')
    const reader = await server.asNew()
    const read = async (): Promise<number> => (await reader.call(agencies.config, { agencyId: 105 })).status
    const statuses = new Set<number>()
    let lost = 0
    for (let times = 0; times < 5; times += 1) {
      const reads = Array.from({ length: 20 }, read)
      const { rows } =
        await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
        and application_name = 'agency-support' and pid <> pg_backend_pid()`.execute(server.db.write)
      lost += rows.length
      for (const status of await Promise.all(reads)) statuses.add(status)
    }
    expect(lost).toBeGreaterThan(0)
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
    await until('reads are answered', async () => (await read()) === 200)
    await pooler[Symbol.asyncDispose]()
    await until('it is known to be away', async () => (await read()) === 503)
    const again = await startPgBouncer(database.url, { port: Number(new URL(pooler.url).port) })
    onTestFinished(() => again[Symbol.asyncDispose]())
    await until('reads are answered again', async () => (await read()) === 200)
  },
)
