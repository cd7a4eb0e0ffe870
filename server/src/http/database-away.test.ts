import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { agencies } from '@agency-support/contract/modules/agencies'
import { session } from '@agency-support/contract/modules/session'
import { switches } from '@agency-support/contract/modules/switches'
import { P } from '@agency-support/contract/permissions'
import { type RunningPostgres, startPostgres } from '@agency-support/sandbox/postgres'
import { makeMemoryDir } from '@agency-support/sandbox/temporary-postgres'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { testServer } from '../../test/app.ts'
import { madeUpServer } from '../../test/made-up.ts'
import { until } from '../../test/until.ts'
import { migrate } from '../db/migrate.ts'
import { query, statement } from '../db/query.ts'
import type { Handler } from '../calls/context.ts'

const away =
  'The database cannot be reached at the moment. Nothing was changed. Please try again in a few seconds.'

test('while PostgreSQL is away calls answer 503, and the server recovers by itself', async () => {
  const dir = makeMemoryDir()
  const start = (): Promise<RunningPostgres> =>
    startPostgres({ dataDir: join(dir, 'pg'), socketDir: dir, logFile: join(dir, 'log'), durable: false })
  let postgres = await start()
  await migrate(postgres.url)
  const server = await testServer({ database: { url: postgres.url, drop: () => Promise.resolve() } })
  try {
    await server.agency(6938)
    const client = await server.asNew()
    const health = async (path: string): Promise<number> =>
      (await client.send({ method: 'GET', path })).status
    expect(await health('/health/ready')).toBe(200)

    await postgres.stop()
    const got = await client.call(agencies.config, { agencyId: 6938 })
    expect([got.status, got.message, got.headers['retry-after']]).toEqual([503, away, '2'])
    expect(got.text).not.toMatch(/ENOENT|socket|postgres/i)
    expect(await health('/health/ready')).toBe(503)
    expect(await health('/health/live')).toBe(200)
    expect((await client.call(switches.environment, {})).status).toBe(200)

    postgres = await start()
    await until('the server is ready again', async () => (await health('/health/ready')) === 200)
    expect((await client.call(agencies.config, { agencyId: 6938 })).data).toHaveLength(1)
  } finally {
    await server.close()
    await postgres.stop()
    rmSync(dir, { recursive: true, force: true })
  }
})

test('who signs out while PostgreSQL is away is out, and for good when it is back', async () => {
  const dir = makeMemoryDir()
  const start = (): Promise<RunningPostgres> =>
    startPostgres({ dataDir: join(dir, 'pg'), socketDir: dir, logFile: join(dir, 'log'), durable: false })
  let postgres = await start()
  await migrate(postgres.url)
  const server = await testServer({ database: { url: postgres.url, drop: () => Promise.resolve() } })
  try {
    const client = await server.asNew()
    const { cookie } = client
    await postgres.stop()
    const got = await client.call(session.signOut, {}, { 'idempotency-key': 'sign-out-once-1' })
    expect([got.status, got.code]).toEqual([200, 0])
    expect(client.cookie).toBe('agency_support=')
    postgres = await start()
    const ended = () =>
      server.db.read.selectFrom('session').select('ended_at').where('ended_at', 'is not', null).execute()
    client.cookie = cookie
    await until(
      'the server is back',
      async () => (await client.send({ method: 'GET', path: '/health/ready' })).status === 200,
    )
    expect((await client.call(session.whoami, {})).status).toBe(401)
    await until('the session is ended', async () => (await ended().catch(() => [])).length === 1)
    expect((await client.call(session.whoami, {})).status).toBe(401)
  } finally {
    await server.close()
    await postgres.stop()
    rmSync(dir, { recursive: true, force: true })
  }
})

const endOwnSql = statement<[]>('end_own_connection', 'select pg_terminate_backend(pg_backend_pid())')

test('a read whose connection dies under it is done again on another', async () => {
  let times = 0
  const config: Handler<typeof agencies.config> = async (_input, ctx) => {
    times += 1
    if (times === 1) await query(ctx.db, endOwnSql, [])
    throw ctx.refuse('notFound')
  }
  await using server = await madeUpServer()
  server.replace({ agencies: { config } })
  const client = await server.asNew()
  expect((await client.call(agencies.config, { agencyId: 1 })).code).toBe(2)
  expect(times).toBe(2)
})

test('a write whose connection dies under it is not done again: it may have been saved', async () => {
  let times = 0
  const updateName: Handler<typeof agencies.updateName> = async (_input, ctx) => {
    times += 1
    if (times === 1) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(ctx.tx)
    throw ctx.refuse('notFound')
  }
  await using server = await madeUpServer()
  server.replace({ agencies: { updateName } })
  const client = await server.asNew({ permissions: [P.CanAccess, P.EditAgencyStatus] })
  const rename = { agencyId: 1, name: 'New Name' }
  const got = await client.call(agencies.updateName, rename)
  expect([got.status, got.message]).toEqual([
    503,
    'The connection to the database was lost. Please look whether your change was saved before you try again.',
  ])
  expect(times).toBe(1)
  expect((await client.call(agencies.updateName, rename)).code).toBe(2)
})

test('after every connection was cut the next calls work', async () => {
  await using server = await testServer()
  await server.agency(6938)
  const client = await server.asNew()
  for (let round = 0; round < 5; round += 1) {
    await Promise.all(Array.from({ length: 8 }, () => client.call(agencies.config, { agencyId: 6938 })))
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(server.db.write)
    await until(
      'calls work again',
      async () => (await client.call(agencies.config, { agencyId: 6938 })).status === 200,
    )
  }
})

test('when all connections are taken, whoever waits is told that the server is busy', async () => {
  await using server = await madeUpServer()
  const holder = new pg.Client({ connectionString: server.databaseUrl })
  await holder.connect()
  await holder.query('select pg_advisory_lock(1)')
  let held = 0
  const config: Handler<typeof agencies.config> = async (_input, ctx) => {
    held += 1
    await query(ctx.db, statement<[]>('wait_for_lock', 'select pg_advisory_xact_lock_shared(1)'), [])
    throw ctx.refuse('notFound')
  }
  const timeZones: Handler<typeof agencies.timeZones> = async (_input, ctx) => {
    await query(ctx.db, statement<[]>('anything', 'select 1'), [])
    return []
  }
  server.replace({ agencies: { config, timeZones } })
  const client = await server.asNew()
  const holding = Array.from({ length: 5 }, () => client.call(agencies.config, { agencyId: 1 }))
  await until('every connection is taken', () => held === 5)
  const got = await client.call(agencies.timeZones, {})
  expect([got.status, got.message, got.headers['retry-after']]).toEqual([
    503,
    'The server is busy. Please try again in a few seconds.',
    '2',
  ])
  await holder.query('select pg_advisory_unlock(1)')
  expect((await Promise.all(holding)).map(({ code }) => code)).toEqual([2, 2, 2, 2, 2])
  expect((await client.call(agencies.timeZones, {})).status).toBe(200)
  await holder.end()
})
