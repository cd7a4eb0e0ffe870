import { agencies } from '@agency-support/contract/modules/agencies'
import { certificates } from '@agency-support/contract/modules/certificates'
import { secondFactor } from '@agency-support/contract/modules/second-factor'
import { session } from '@agency-support/contract/modules/session'
import { P, permissionMessages } from '@agency-support/contract/permissions'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testServer } from '../../test/app.ts'
import type { TestClient } from '../../test/client.ts'
import { openStream } from '../../test/event-stream.ts'
import { madeUpServer } from '../../test/made-up.ts'
import { setReadOnly } from '../../test/read-only.ts'
import { until } from '../../test/until.ts'
import { withDatabase } from '../db/open.ts'

const readOnly = 'The database is read-only at the moment. Reading works; changes are refused.'
const diskFull = 'The disk of the database is full. Reading works; changes are refused until there is space.'
const minute = 60
const active = { 'x-idle-seconds': '0' }

/** Makes every change fail as on a full disk, or stops that. */
async function setDiskFull(databaseUrl: string, on: boolean): Promise<void> {
  await withDatabase(databaseUrl, async ({ write }) => {
    await sql`create or replace function disk_is_full() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(write)
    for (const table of ['session', 'staff', 'journal', 'sign_in_address', 'sign_in_failure', 'idempotency'])
      if (on)
        await sql`create trigger disk_is_full before insert or update on ${sql.id(table)}
          for each statement execute function disk_is_full()`.execute(write)
      else await sql`drop trigger disk_is_full on ${sql.id(table)}`.execute(write)
  })
}

const getStatus = async (client: TestClient, headers = {}): Promise<number> =>
  (await client.call(session.whoami, {}, headers)).status

test('while the database is read-only people read on, and whoever changes something is told why not', async () => {
  await using server = await testServer()
  await server.agency(6938, 'Smith Insurance')
  const client = await server.asNew({ permissions: [P.CanAccess, P.EditAgencyStatus] })
  await setReadOnly(server.database.url, true)
  // Late enough that the person's activity would be saved.
  server.clock.turn(5 * minute)
  const config = (): ReturnType<typeof client.call<typeof agencies.config>> =>
    client.call(agencies.config, { agencyId: 6938 }, active)
  await until('reading works', async () => (await config()).status === 200)
  expect((await config()).data[0]?.name).toBe('Smith Insurance')
  const rename = { agencyId: 6938, name: 'Other' }
  const refused = await client.call(agencies.updateName, rename, active)
  expect([refused.status, refused.message, refused.headers['retry-after']]).toEqual([503, readOnly, '2'])

  await setReadOnly(server.database.url, false)
  await until('changing works', async () => (await client.call(agencies.updateName, rename)).status === 200)
})

describe.each([
  ['is read-only', setReadOnly, readOnly],
  ['has a full disk', setDiskFull, diskFull],
])('while the database %s', (_how, setFailing, sentence) => {
  /** Reads until the pool has replaced the connections that were cut. */
  const settled = (client: TestClient): Promise<void> =>
    until('reading works', async () => (await getStatus(client)) === 200)

  test('who signs out is out at once, and for good when changes are taken again', async () => {
    await using server = await testServer()
    const client = await server.asNew()
    const [cookie, { username }] = [client.cookie, client.person]
    await setFailing(server.database.url, true)
    await settled(client)
    const got = await client.call(session.signOut, {}, { 'idempotency-key': 'sign-out-once-1' })
    expect([got.status, got.code]).toEqual([200, 0])
    expect(got.headers['set-cookie']).toEqual([
      'agency_support=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict',
    ])
    client.cookie = cookie
    expect(await getStatus(client)).toBe(401)
    expect((await client.call(session.renew, {})).status).toBe(401)
    await setFailing(server.database.url, false)
    const ended = () =>
      server.db.read
        .selectFrom('session')
        .select('session_id')
        .where('staff_id', '=', client.person.staffId)
        .where('ended_at', 'is not', null)
        .execute()
    await until('the session is ended', async () => (await ended().catch(() => [])).length === 1)
    const rows = await server.db.read
      .selectFrom('journal')
      .select(['event', 'actor'])
      .where('subject', '=', username)
      .execute()
    expect(rows).toEqual([{ event: 'session.signedOut', actor: username }])
    expect(await getStatus(client)).toBe(401)
  })

  test('nobody at work is signed out for input or a renewal that could not be saved; who is idle is', async () => {
    await using server = await testServer()
    const [busy, idle] = [await server.asNew(), await server.asNew()]
    await setFailing(server.database.url, true)
    await settled(busy)
    const seconds = () => Math.floor(server.clock.now().getTime() / 1000)
    for (let at = 0; at < 4 * 60; at += 20) {
      server.clock.turn(20 * minute)
      const renewed = await busy.call(session.renew, {}, active)
      expect([renewed.status, renewed.data[0]?.claims.exp]).toEqual([200, seconds() + 60 * minute])
    }
    expect((await busy.call(session.whoami, {}, active)).bare().claims.exp).toBe(seconds() + 60 * minute)
    expect(await getStatus(idle, active)).toBe(401)
    server.clock.turn(30 * minute - 1)
    expect(await getStatus(busy)).toBe(200)
    server.clock.turn(1)
    expect(await getStatus(busy)).toBe(401)
  })

  test('twelve hours end a session all the same', async () => {
    await using server = await testServer()
    const client = await server.asNew()
    await setFailing(server.database.url, true)
    await settled(client)
    for (let at = 0; at < 12 * 60 - 20; at += 20) {
      server.clock.turn(20 * minute)
      expect((await client.call(session.renew, {}, active)).status).toBe(200)
    }
    server.clock.turn(20 * minute)
    expect(await getStatus(client, active)).toBe(401)
  })

  test('what could not be saved is, once changes are taken again, and counts in every process', async () => {
    await using server = await testServer()
    const client = await server.asNew()
    await setFailing(server.database.url, true)
    await settled(client)
    for (let at = 0; at < 100; at += 20) {
      server.clock.turn(20 * minute)
      expect(await getStatus(client, active)).toBe(200)
    }
    await setFailing(server.database.url, false)
    await using other = await testServer({ database: server.database, clock: server.clock })
    const there = await other.as(null)
    there.cookie = client.cookie
    await until('another process knows the input', async () => (await getStatus(there)) === 200)
  })

  test('a missing right is answered 403, with a line in the log instead of the journal', async () => {
    await using server = await madeUpServer()
    const client = await server.asNew()
    await setFailing(server.databaseUrl, true)
    await settled(client)
    const refused = await client.call(agencies.updateName, { agencyId: 6938, name: 'Other' })
    expect([refused.status, refused.message]).toEqual([403, permissionMessages.feature])
    expect(server.logged).toMatchObject([
      {
        level: 'warn',
        event: 'refusal.unrecorded',
        facts: { route: 'agencies.updateName', missing: 'EditAgencyStatus' },
      },
    ])
    await setFailing(server.databaseUrl, false)
  })

  test('who reads what is recorded is told that it cannot be, not that reading works', async () => {
    await using server = await testServer()
    await server.agency(6938)
    const client = await server.asNew()
    await setFailing(server.database.url, true)
    await settled(client)
    const got = await client.call(certificates.encodeUrl, { agencyId: 6938, clientId: '1' })
    expect([got.status, got.message]).toEqual([
      503,
      'This is recorded in the journal, which takes no entries at the moment. Please try again later.',
    ])
    await setFailing(server.database.url, false)
  })

  test('an open screen hears on, until its person signs out', async () => {
    await using server = await testServer({ heartbeatMs: 20 })
    const client = await server.asNew()
    await setFailing(server.database.url, true)
    await settled(client)
    const stream = await openStream(server, client)
    for (let at = 0; at < 60; at += 20) {
      server.clock.turn(20 * minute)
      expect(await getStatus(client, active)).toBe(200)
    }
    const beats = stream.beats()
    await until('the session is looked at again', () => stream.beats() > beats + 2)
    expect(stream.hasEnded()).toBe(false)
    await client.call(session.signOut, {})
    await until('the stream is ended', () => stream.saidEnd() && stream.hasEnded())
    await setFailing(server.database.url, false)
  })

  test('every answer says so from the first change that was refused until one is taken again', async () => {
    await using server = await testServer()
    const client = await server.asNew({ password: 'three green boats' })
    const readHeader = async (): Promise<unknown> =>
      (await client.call(session.whoami, {})).headers['x-read-only']
    expect(await readHeader()).toBeUndefined()
    await setFailing(server.database.url, true)
    await settled(client)
    const asConsole = { 'idempotency-key': 'confirm-once-1' }
    const refused = await client.call(secondFactor.stepUp, { password: 'three green boats' }, asConsole)
    expect([refused.status, refused.message, refused.headers['x-read-only']]).toEqual([503, sentence, '1'])
    expect(await readHeader()).toBe('1')
    const live = await client.send({ method: 'GET', path: '/health/live' })
    expect(live.headers['x-read-only']).toBe('1')
    await setFailing(server.database.url, false)
    await until('answers are as usual', async () => (await readHeader()) === undefined)
  })
})
