import { expect, test } from 'vitest'
import { turnableClock } from '../../test/clock.ts'
import { makeStaff, openTestSession, type Person } from '../../test/people.ts'
import { useDatabase } from '../../test/use-database.ts'
import { plusSeconds } from '../lib/clock.ts'
import {
  endFutureSessions,
  endSession,
  endSessionsBeyond,
  endStaffSession,
  extendSession,
  isConfirmed,
  listOpenSessions,
  moveEnds,
  moveLastInput,
  replaceToken,
} from './session-store.ts'

const clock = turnableClock()
const { db, inTx } = useDatabase()
const minute = 60
const hour = 60 * minute
const at = (seconds: number): Date => plusSeconds(clock.now(), seconds)

const newPerson = (): Promise<Person> => makeStaff(db, clock)
const open = async (person: Person): Promise<number> => (await openTestSession(db, clock, person)).sessionId
const openOne = async (): Promise<number> => open(await newPerson())
const read = (sessionId: number) =>
  db.read
    .selectFrom('session')
    .select(['created_at', 'last_input_at', 'expires_at', 'hard_end_at', 'ended_at'])
    .where('session_id', '=', sessionId)
    .executeTakeFirstOrThrow()

test('input that another tab reported before, saved later, makes nobody idle sooner', async () => {
  const sessionId = await openOne()
  await moveLastInput(db.write, sessionId, at(10 * minute))
  await moveLastInput(db.write, sessionId, at(5 * minute))
  expect((await read(sessionId)).last_input_at).toEqual(at(10 * minute))
})

test('a renewal that is saved late shortens no session', async () => {
  const sessionId = await openOne()
  await inTx((tx) => extendSession(tx, sessionId, at(2 * hour)))
  await inTx((tx) => extendSession(tx, sessionId, at(hour)))
  expect((await read(sessionId)).expires_at).toEqual(at(2 * hour))
})

test('input kept during an outage moves no session back, and none past its twelve hours', async () => {
  const sessionId = await openOne()
  const move = (seconds: number): Promise<void> =>
    moveEnds(db.write, { sessionId, lastInputAt: at(seconds), expiresAt: at(seconds + hour) })
  await move(10 * minute)
  await move(5 * minute)
  expect(await read(sessionId)).toMatchObject({
    last_input_at: at(10 * minute),
    expires_at: at(hour + 10 * minute),
  })
  await move(11.5 * hour)
  expect((await read(sessionId)).expires_at).toEqual(at(12 * hour))
})

test('what a wrong clock dated ahead is repaired, and nothing else of that session or of others', async () => {
  const [input, end, right] = [await openOne(), await openOne(), await openOne()]
  const set = (sessionId: number, values: { last_input_at: Date } | { hard_end_at: Date }) =>
    db.write.updateTable('session').set(values).where('session_id', '=', sessionId).execute()
  await set(input, { last_input_at: at(2 * hour) })
  await set(end, { hard_end_at: at(24 * hour) })
  const before = await Promise.all([input, end, right].map(read))
  const now = at(hour)
  const latest = { input: now, hardEnd: at(13 * hour) }
  await endFutureSessions(db.write, { now, hardEnd: at(13 * hour), latest }, undefined)
  expect(await Promise.all([input, end, right].map(read))).toEqual([
    { ...before[0], last_input_at: now },
    { ...before[1], hard_end_at: at(13 * hour) },
    before[2],
  ])
})

test('of one’s sessions the one used last comes first, and those that ended are not listed', async () => {
  const person = await newPerson()
  const [first, second, third] = [await open(person), await open(person), await open(person)]
  await moveLastInput(db.write, first, at(minute))
  await inTx((tx) => endSession(tx, second, at(minute)))
  const listed = await listOpenSessions(db.read, person.staffId)
  expect(listed.map(({ session_id: id }) => id)).toEqual([first, third])
})

test('a session that reached its twelve hours has ended already', async () => {
  const person = await newPerson()
  const sessionId = await open(person)
  const end = (seconds: number): Promise<boolean> =>
    inTx((tx) => endStaffSession(tx, { staffId: person.staffId, sessionId, now: at(seconds) }))
  expect([await end(12 * hour), await end(12 * hour - 1), await end(12 * hour - 1)]).toEqual([
    false,
    true,
    false,
  ])
})

test('a confirmation is neither taken from before its time nor from ahead of it', async () => {
  const sessionId = await openOne()
  const token = { sessionId, tokenHash: Buffer.alloc(32, 1), now: at(hour), confirmed: true }
  await inTx((tx) => replaceToken(tx, token))
  const isBetween = (after: number, until: number): Promise<boolean> =>
    isConfirmed(db.read, sessionId, { after: at(after), until: at(until) })
  expect(await isBetween(hour - 1, hour)).toBe(true)
  expect([await isBetween(hour, 2 * hour), await isBetween(0, hour - 1)]).toEqual([false, false])
})

test('of too many sessions the oldest end, though a clock went back since, and none of anybody else', async () => {
  const [person, other] = [await newPerson(), await newPerson()]
  const sessionIds = [await open(person), await open(other), await open(person)]
  clock.turn(-hour)
  sessionIds.push(await open(person))
  await inTx((tx) => endSessionsBeyond(tx, person.staffId, 2, clock.now()))
  clock.turn(hour)
  const ended = (await Promise.all(sessionIds.map(read))).map((row) => row.ended_at !== null)
  expect(ended).toEqual([true, false, false, false])
})
