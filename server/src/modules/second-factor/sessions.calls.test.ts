import { contract } from '@agency-support/contract'
import { expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'

const { secondFactor, session } = contract
const password = 'a passphrase with some length'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0'
const server = useServer()

async function listAlive(browsers: readonly TestClient[]): Promise<number[]> {
  return Promise.all(browsers.map(async (one) => (await one.call(session.whoami, {})).status))
}

test('the list tells device, place and times of every open session, the asking one first', async () => {
  const person = await server.person({ password })
  const early = await server.as(person)
  server.clock.turn(120)
  const late = await server.as(null)
  await late.call(session.signIn, { username: person.username, password }, { 'user-agent': firefox })
  const at = server.clock.now().toISOString()
  const [first, second, ...others] = (await late.call(secondFactor.sessions, {})).data
  expect(others).toEqual([])
  expect(first).toMatchObject({
    device: 'Firefox on Linux',
    address: '127.0.0.1',
    signedInAt: at,
    lastUsedAt: at,
    current: true,
  })
  expect(second).toMatchObject({ device: 'Unknown browser', current: false })
  expect((await early.call(secondFactor.sessions, {})).data[0]?.sessionId).toBe(second?.sessionId)
})

test('[B11] ending one session ends that one only', async () => {
  const person = await server.person()
  const [mine, other, third] = [await server.as(person), await server.as(person), await server.as(person)]
  const [current] = (await other.call(secondFactor.sessions, {})).data
  const sessionId = current?.sessionId ?? 0
  expect((await mine.call(secondFactor.endSession, { sessionId })).code).toBe(0)
  expect(await listAlive([mine, other, third])).toEqual([200, 401, 200])
  expect((await mine.call(secondFactor.sessions, {})).data).toHaveLength(2)
  const gone = await mine.call(secondFactor.endSession, { sessionId })
  expect([gone.code, gone.message]).toEqual([2, 'This session has already ended.'])
})

test('nobody ends a session of somebody else', async () => {
  const [mine, theirs] = [await server.asNew(), await server.asNew()]
  const [current] = (await theirs.call(secondFactor.sessions, {})).data
  const refused = await mine.call(secondFactor.endSession, { sessionId: current?.sessionId ?? 0 })
  expect(refused.code).toBe(2)
  expect(await listAlive([theirs])).toEqual([200])
})

test('ending all others leaves the asking one; there must be one', async () => {
  const person = await server.person()
  const stranger = await server.asNew()
  const [mine, other, third] = [await server.as(person), await server.as(person), await server.as(person)]
  expect((await mine.call(secondFactor.endOtherSessions, {})).code).toBe(0)
  expect(await listAlive([mine, other, third, stranger])).toEqual([200, 401, 401, 200])
  const none = await mine.call(secondFactor.endOtherSessions, {})
  expect([none.code, none.message]).toEqual([2, 'There are no other sessions.'])
})

test('others that have been idle for too long count as ended already', async () => {
  const person = await server.person()
  const mine = await server.as(person)
  await server.as(person)
  server.clock.turn(20 * 60)
  await mine.call(session.whoami, {}, { 'x-idle-seconds': '0' })
  server.clock.turn(15 * 60)
  expect((await mine.call(secondFactor.sessions, {})).data).toHaveLength(1)
  expect((await mine.call(secondFactor.endOtherSessions, {})).code).toBe(2)
  await server.as(person)
  expect((await mine.call(secondFactor.endOtherSessions, {})).code).toBe(0)
  const rows = await server.db.read
    .selectFrom('journal')
    .select('after')
    .where('event', '=', 'session.ended')
    .where('subject', '=', person.username)
    .execute()
  expect(rows).toEqual([{ after: { sessions: 1 } }])
})

test('[B10] changing the password ends the other sessions, and only those', async () => {
  const person = await server.person({ password })
  const [mine, other] = [await server.as(person), await server.as(person)]
  const [before] = (await mine.call(secondFactor.sessions, {})).data
  const newPassword = 'another passphrase of mine'
  expect((await mine.call(session.updatePassword, { newPassword, currentPassword: password })).code).toBe(0)
  expect(await listAlive([mine, other])).toEqual([200, 401])
  // The same session with a new token, so its live stream and its screen stay open.
  expect((await mine.call(secondFactor.sessions, {})).data).toEqual([before])
})

test('sessions that are over are not listed', async () => {
  const person = await server.person()
  await server.as(person)
  server.clock.turn(31 * 60)
  const mine = await server.as(person)
  expect((await mine.call(secondFactor.sessions, {})).data).toHaveLength(1)
})
