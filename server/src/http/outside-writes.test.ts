import { agencies } from '@agency-support/contract/modules/agencies'
import { session } from '@agency-support/contract/modules/session'
import { P } from '@agency-support/contract/permissions'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MadeUpServer, madeUpServer } from '../../test/made-up.ts'
import type { Handler } from '../calls/context.ts'

type RetrySetup = Handler<typeof agencies.retryStorageSetup>

let server: MadeUpServer
beforeAll(async () => {
  server = await madeUpServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const editor = { permissions: [P.CanAccess, P.EditAgencyStatus] }

test('what was done outside is answered and not done again when only its answer could not be kept', async () => {
  const { write } = server.db
  await sql`create function no_room() returns trigger language plpgsql as $$ begin raise 'no room'; end $$`.execute(
    write,
  )
  await sql`create trigger no_room before update on idempotency execute function no_room()`.execute(write)
  let times = 0
  const retryStorageSetup: RetrySetup = () => {
    times += 1
    return null
  }
  server.replace({ agencies: { retryStorageSetup } })
  const client = await server.asNew(editor)
  const send = (): ReturnType<typeof client.call<typeof agencies.retryStorageSetup>> =>
    client.call(agencies.retryStorageSetup, { agencyId: 6938 }, { 'idempotency-key': 'done-once-only' })
  const first = await send()
  expect([first.status, first.code]).toEqual([200, 0])
  expect(server.logged).toEqual([
    {
      level: 'warn',
      event: 'idempotency.unkept',
      facts: expect.objectContaining({
        requestId: first.headers['x-request-id'],
        error: expect.stringContaining('no room'),
      }),
    },
  ])
  await sql`drop trigger no_room on idempotency`.execute(write)
  expect((await send()).code).toBe(409)
  expect(times).toBe(1)
})

const look = 'Please look whether your change was made before you try again.'

test.each([
  ['57014', `This took too long and was stopped. ${look}`],
  ['57P03', `The database cannot be reached at the moment. ${look}`],
  ['53300', `The server is busy. ${look}`],
  ['40001', `Somebody changed the same data at the same moment. ${look}`],
  ['25006', `The database is read-only at the moment. ${look}`],
  ['53100', `The disk of the database is full. ${look}`],
])('a change outside that PostgreSQL ends with %s is not called undone', async (code, says) => {
  const retryStorageSetup: RetrySetup = () => {
    throw Object.assign(new Error('internal detail'), { code })
  }
  server.replace({ agencies: { retryStorageSetup } })
  const client = await server.asNew(editor)
  const got = await client.call(agencies.retryStorageSetup, { agencyId: 6938 })
  expect([got.status, got.message]).toEqual([503, says])
})

test('a change outside that was refused before it began is not one to look for', async () => {
  let times = 0
  const retryStorageSetup: RetrySetup = () => {
    times += 1
    return null
  }
  server.replace({ agencies: { retryStorageSetup } })
  const client = await server.asNew(editor)
  const { write } = server.db
  await sql`create function is_full() returns trigger language plpgsql as $$
    begin raise 'no space' using errcode = '53100'; end $$`.execute(write)
  await sql`create trigger is_full before insert on idempotency execute function is_full()`.execute(write)
  const key = { 'idempotency-key': 'refused-at-once' }
  const got = await client.call(agencies.retryStorageSetup, { agencyId: 6938 }, key)
  await sql`drop trigger is_full on idempotency`.execute(write)
  expect([got.status, got.message, times]).toEqual([
    503,
    'The disk of the database is full. Reading works; changes are refused until there is space.',
    0,
  ])
})

test('nobody who cannot sign in is told to look for a change', async () => {
  const signIn: Handler<typeof session.signIn> = () => {
    throw Object.assign(new Error('internal detail'), { code: '57P03' })
  }
  server.replace({ session: { signIn } })
  const got = await (await server.asNew()).call(session.signIn, { username: 'a@b.c', password: 'x' })
  expect([got.status, got.message]).toEqual([
    503,
    'The database cannot be reached at the moment. Nothing was changed. Please try again in a few seconds.',
  ])
})

test('a signal whose connection is lost is called neither undone nor a change to look for', async () => {
  const renew: Handler<typeof session.renew> = () => {
    throw Object.assign(new Error('internal detail'), { code: '57P01' })
  }
  server.replace({ session: { renew } })
  const got = await (await server.asNew()).call(session.renew, {})
  expect([got.status, got.message]).toEqual([
    503,
    'The connection to the database was lost. Please try again in a few seconds.',
  ])
})
