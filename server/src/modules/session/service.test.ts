import { expect, test, vi } from 'vitest'
import { turnableClock } from '../../../test/clock.ts'
import { useDatabase } from '../../../test/use-database.ts'
import { makeStaff, openTestSession } from '../../../test/people.ts'
import { tokenHash } from '../../auth/find-session.ts'
import { openLog } from '../../lib/log.ts'
import { countFailed, journalFailed } from './failed-sign-ins.ts'
import { openSession, renewedEnd, toClaims } from './open-session.ts'
import {
  asOwnAttempt,
  forgetAttempts,
  forgetOwnAttempts,
  judgeOwnPassword,
  listOpenPlaces,
  listSignIns,
  lockedNames,
  noteNoneLeft,
  noteWrongAttempt,
  renewToken,
  startCountingFailedSignIns,
} from './service.ts'

const clock = turnableClock()
const password = 'correct horse battery'
const { db, inTx } = useDatabase({ poolSize: 3 })

const attempting = () => ({ db: db.read, bookkeeping: inTx, now: clock.now() })
const lastOf = (username: string) => asOwnAttempt(attempting(), username, () => Promise.resolve('judged'))
const noteWrong = (username: string) => inTx((tx) => noteWrongAttempt(tx, username, clock.now()))
const locked = async (...usernames: string[]): Promise<string[]> => [
  ...(await lockedNames(db.read, usernames, clock.now())),
]

test('ten own attempts are judged; the tenth wrong one locks the name, until they are forgotten', async () => {
  const username = 'own@support.test'
  for (let at = 1; at <= 10; at += 1) {
    expect(await lastOf(username)).toBe('judged')
    expect(await noteWrong(username)).toBe(at === 10)
  }
  expect(await lastOf(username)).toBe('none left')
  expect(await locked('free@support.test', username)).toEqual([username])
  expect(await locked()).toEqual([])
  await inTx((tx) => forgetOwnAttempts(tx, username))
  expect(await locked(username)).toEqual([])
  expect(await lastOf(username)).toBe('judged')
  const forget = () => inTx((tx) => forgetAttempts(tx, username))
  expect([await forget(), await forget()]).toEqual([true, false])
})

test('the own password is judged as an attempt, and is made sure of in the transaction of what it opens', async () => {
  const person = await makeStaff(db, clock, { password })
  const judge = (given: string) => judgeOwnPassword(attempting(), person, given)
  expect(await judge('another')).toBeUndefined()
  const still = await judge(password)
  if (typeof still !== 'function') throw new Error('the password was not right')
  expect(await inTx(still)).toBe(true)
  await db.write
    .updateTable('staff')
    .set({ password_hash: 'of another' })
    .where('staff_id', '=', person.staffId)
    .execute()
  expect(await inTx(still)).toBe(false)
  for (let at = 2; at < 10; at += 1) await lastOf(person.username)
  expect(await judge(password)).toBe('none left')
})

test('who has no password has none that is right, and uses up no attempt', async () => {
  const person = await makeStaff(db, clock)
  for (let at = 0; at < 12; at += 1) expect(await judgeOwnPassword(attempting(), person, '')).toBeUndefined()
  expect(await judgeOwnPassword(attempting(), { staffId: 0, username: 'nobody' }, '')).toBeUndefined()
  expect(await lastOf(person.username)).toBe('judged')
})

const request = {
  id: 'request',
  whenGone: () => undefined,
  address: '203.0.113.1',
  network: '203.0.113.1',
  getBrowserId: () => undefined,
  lastEventId: undefined,
  range: undefined,
  ifRange: undefined,
  upload: undefined,
  file: undefined,
  userAgent: 'Browser of a test',
}

test('a session opened is alive for an hour, and the browser has its token alone', async () => {
  const { staffId, username } = await makeStaff(db, clock)
  const now = clock.now()
  const permissions = [2000, 2006]
  const opened = await inTx((tx) =>
    openSession(tx, { staff_id: staffId, username, permissions }, { restricted: true, now, request }),
  )
  expect(opened.token).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(opened.claims).toEqual({
    hsUserName: username,
    exp: now.getTime() / 1000 + 3600,
    permissions,
    passwordChangeRequired: true,
  })
  const places = () => listOpenPlaces(db.read, staffId, clock.now())
  const place = {
    sessionId: opened.sessionId,
    userAgent: 'Browser of a test',
    address: '203.0.113.1',
    signedInAt: now,
    lastUsedAt: now,
  }
  expect(await places()).toEqual([place])
  const renewed = await inTx((tx) => renewToken(tx, opened.sessionId, now))
  const row = db.read
    .selectFrom('session')
    .select(['token_hash', 'hard_end_at'])
    .where('staff_id', '=', staffId)
  expect(await row.executeTakeFirst()).toEqual({
    token_hash: tokenHash(renewed ?? ''),
    hard_end_at: new Date(now.getTime() + 12 * 3_600_000),
  })
  clock.turn(30 * 60 - 1)
  expect(await places()).toEqual([place])
  clock.turn(1)
  expect(await places()).toEqual([])
  await db.write
    .updateTable('session')
    .set({ ended_at: clock.now() })
    .where('staff_id', '=', staffId)
    .execute()
  expect(await inTx((tx) => renewToken(tx, opened.sessionId, clock.now()))).toBeUndefined()
})

test('no end that is reported lies behind the twelve hours', () => {
  const at = (time: string) => new Date(`2026-11-20T${time}Z`)
  expect(renewedEnd(at('10:00:00'), at('20:00:00'))).toEqual(at('11:00:00'))
  expect(renewedEnd(at('19:30:00'), at('20:00:00'))).toEqual(at('20:00:00'))
  const session = { username: 'a', permissions: [1], restricted: false }
  const ends = { expiresAt: at('11:00:00.900'), hardEndAt: at('10:00:00.900') }
  expect(toClaims({ ...session, ...ends })).toEqual({
    hsUserName: 'a',
    exp: at('10:00:00').getTime() / 1000,
    permissions: [1],
    passwordChangeRequired: false,
  })
})

test('sign-ins are reported for each person: when the last was, and which sessions are alive', async () => {
  const [one, other, idle] = [
    await makeStaff(db, clock),
    await makeStaff(db, clock),
    await makeStaff(db, clock),
  ]
  await openTestSession(db, clock, idle)
  clock.turn(30 * 60)
  await openTestSession(db, clock, one)
  await openTestSession(db, clock, one)
  const at = clock.now()
  await db.write
    .insertInto('journal')
    .values({ at, actor_kind: 'staff', actor: one.username, event: 'session.signedIn' })
    .execute()
  const ids = [one, other, idle].map(({ staffId }) => staffId)
  expect(await listSignIns(db.read, ids, clock.now())).toEqual(
    new Map([
      [one.staffId, { lastSignInAt: at, openSessions: 2 }],
      [other.staffId, { lastSignInAt: null, openSessions: 0 }],
      [idle.staffId, { lastSignInAt: null, openSessions: 0 }],
    ]),
  )
})

test('what failed in an hour is written down a minute after it at most, and reported where there was any', async () => {
  clock.turn(24 * 3600)
  const now = clock.now()
  const hour = `${now.toISOString().slice(0, 13)}:00:00.000Z`
  await inTx((tx) => noteNoneLeft(tx, { network: '203.0.113.1', now }))
  await inTx((tx) => countFailed(tx, { now, network: '203.0.113.2', why: 'locked out' }))
  await inTx((tx) => countFailed(tx, { now, network: '203.0.113.2', why: 'unknown name' }))
  expect(await journalFailed(db, clock)).toBe(0)
  clock.turn(3600)
  const written = vi.fn<() => void>()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const counting = startCountingFailedSignIns({ db, clock, log: openLog('silent'), committed: written })
  expect(counting.task).toMatchObject({ name: 'signIn.count', everyMs: 60_000 })
  for (let round = 0; round < 2; round += 1) {
    vi.advanceTimersByTime(60_000)
    await vi.waitFor(() => expect(counting.task?.doneAt).not.toBeNull())
  }
  await counting.stop()
  vi.useRealTimers()
  expect(written).toHaveBeenCalledTimes(1)
  const rows = db.read
    .selectFrom('journal')
    .select(['at', 'actor', 'after'])
    .where('event', '=', 'session.failedInHour')
  expect(await rows.orderBy('seq').execute()).toEqual([
    { at: clock.now(), actor: 'sign-in', after: { hour, why: 'locked out', attempts: 2, addresses: 2 } },
    { at: clock.now(), actor: 'sign-in', after: { hour, why: 'unknown name', attempts: 1, addresses: 1 } },
  ])
  expect(await journalFailed(db, clock)).toBe(0)
})
