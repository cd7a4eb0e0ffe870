import { secondFactor } from '@agency-support/contract/modules/second-factor'
import { session } from '@agency-support/contract/modules/session'
import { staff } from '@agency-support/contract/modules/staff'
import { P } from '@agency-support/contract/permissions'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'
import { allPermissions } from '../../../test/people.ts'
import { attempt, attemptStatus, attemptStatuses, wrongPasswords } from '../../../test/sign-in.ts'
import { deleteOld } from '../../jobs/retention.ts'
import { signInsPerMinute } from '../../calls/throttle.ts'

const password = 'correct horse battery'
const minute = 60
const hour = 60 * minute
const day = 24 * hour
const server = useServer()
beforeEach(() => server.clock.turn(2 * day))
afterEach(() => server.clock.turn(2 * day))

const getStatus = async (client: TestClient, idle?: number): Promise<number> =>
  (await client.call(session.whoami, {}, idle === undefined ? {} : { 'x-idle-seconds': String(idle) })).status

async function signedIn(): Promise<TestClient & { username: string }> {
  const { username } = await server.person({ password, permissions: allPermissions })
  const client = await server.as(null)
  expect((await attempt(server, username, password, client)).bare().status).toBe(0)
  return Object.assign(client, { username })
}

/** Works for some minutes, with input and renewals. */
async function workFor(client: TestClient, minutes: number): Promise<void> {
  for (let at = 0; at < minutes; at += 10) {
    server.clock.turn(10 * minute)
    await client.call(session.renew, {}, { 'x-idle-seconds': '0' })
  }
}

describe('a clock that went back by an hour', () => {
  test('holds a place up for a minute, not for an hour', async () => {
    for (let at = 0; at < signInsPerMinute; at += 1) await attempt(server, `name${at}@support.test`, 'guess')
    server.clock.turn(-hour)
    const refused = await attempt(server, 'nobody@support.test', 'guess')
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60'])
    server.clock.turn(minute)
    expect((await attempt(server, 'nobody@support.test', 'guess')).status).toBe(200)
  })

  test('lets failures count for a quarter of an hour from now, and a lock hold no longer', async () => {
    const { username } = await server.person({ password })
    await attemptStatuses(server, username, wrongPasswords(9))
    server.clock.turn(-hour)
    expect(await attemptStatus(server, username, 'the tenth wrong one')).toBe(3)
    expect(await attemptStatus(server, username, password)).toBe(4)
    server.clock.turn(-hour)
    expect(await attemptStatus(server, username, password)).toBe(4)
    server.clock.turn(15 * minute)
    expect(await attemptStatus(server, username, password)).toBe(0)
    const other = await server.person({ password })
    await attemptStatuses(server, other.username, wrongPasswords(8))
    server.clock.turn(-hour)
    expect(await attemptStatus(server, other.username, 'the ninth wrong one')).toBe(3)
    server.clock.turn(15 * minute)
    expect(await attemptStatus(server, other.username, 'wrong again')).toBe(3)
    expect(await attemptStatus(server, other.username, password)).toBe(0)
  })
})

describe('a clock that was a day ahead', () => {
  test('a session made then is good for twelve hours at most', async () => {
    server.clock.turn(day)
    const client = await signedIn()
    server.clock.turn(-day)
    expect(await getStatus(client, 0)).toBe(200)
    await workFor(client, 12 * 60 - 10)
    expect(await getStatus(client, 0)).toBe(200)
    server.clock.turn(10 * minute)
    expect(await getStatus(client, 0)).toBe(401)
  })

  test('a session made then ends after thirty minutes without input', async () => {
    server.clock.turn(day)
    const client = await signedIn()
    server.clock.turn(-day)
    expect(await getStatus(client)).toBe(200)
    server.clock.turn(30 * minute)
    expect(await getStatus(client)).toBe(401)
  })

  test('and one that nobody uses as well', async () => {
    server.clock.turn(day)
    const client = await signedIn()
    server.clock.turn(-day)
    await deleteOld(server.db, server.clock.now())
    server.clock.turn(30 * minute)
    expect(await getStatus(client, 0)).toBe(401)
  })

  test('input reported then is input of now', async () => {
    const client = await signedIn()
    server.clock.turn(20 * minute)
    expect(await getStatus(client, 0)).toBe(200)
    server.clock.turn(8 * hour)
    await server.db.write
      .updateTable('session')
      .set({ last_input_at: server.clock.now() })
      .where('ended_at', 'is', null)
      .execute()
    server.clock.turn(-8 * hour)
    expect(await getStatus(client)).toBe(200)
    server.clock.turn(30 * minute)
    expect(await getStatus(client)).toBe(401)
  })

  test('a sign-in of then is not recent', async () => {
    server.clock.turn(day)
    const client = await signedIn()
    server.clock.turn(-day)
    const { username } = await server.person()
    const granted = { user: { username, permissions: [P.CanAccess, P.CanListUsers], version: 1 } }
    expect((await client.call(staff.savePermissions, granted)).code).toBe(428)
    expect((await client.call(secondFactor.stepUp, { password })).code).toBe(0)
    expect((await client.call(staff.savePermissions, granted)).code).toBe(0)
  })

  test('the place that signed in then is free a minute from now', async () => {
    server.clock.turn(day)
    for (let at = 0; at < signInsPerMinute; at += 1) await attempt(server, `more${at}@support.test`, 'guess')
    server.clock.turn(-day)
    expect((await attempt(server, 'nobody@support.test', 'guess')).status).toBe(429)
    server.clock.turn(minute)
    expect((await attempt(server, 'nobody@support.test', 'guess')).status).toBe(200)
  })
})

test('clocks of two servers that differ by a second change nothing of a session', async () => {
  const client = await signedIn()
  const row = () =>
    server.db.read
      .selectFrom('session')
      .select(['created_at', 'last_input_at', 'hard_end_at'])
      .orderBy('session_id', 'desc')
      .limit(1)
      .executeTakeFirst()
  const before = await row()
  server.clock.turn(-1)
  expect(await getStatus(client, 0)).toBe(200)
  expect((await client.call(staff.accounts, {})).status).toBe(200)
  expect(await row()).toEqual(before)
})
