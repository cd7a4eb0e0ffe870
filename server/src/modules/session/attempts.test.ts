import { expect, test } from 'vitest'
import { turnableClock } from '../../../test/clock.ts'
import { useDatabase } from '../../../test/use-database.ts'
import { setReadOnly } from '../../../test/read-only.ts'
import { openDatabase } from '../../db/open.ts'
import {
  nameCounter,
  assertFewFail,
  browserCounter,
  isLocked,
  judging,
  maxFailedPerMinute,
  noteFailure,
  sessionCounter,
  takeAttempt,
} from './attempts.ts'
import {
  type Counter,
  countFailedSignIn,
  deleteCounter,
  deleteCounters,
  giveBackAttempt,
  lockedAmong,
  requireWritable,
} from './attempts-store.ts'

const clock = turnableClock()
const { database, db, inTx } = useDatabase()

const take = (counter: Counter): Promise<boolean> => inTx((tx) => takeAttempt(tx, counter, clock.now()))
const noteFailed = (counter: Counter): Promise<boolean> => inTx((tx) => noteFailure(tx, counter, clock.now()))
const giveBack = (counter: Counter): Promise<void> => inTx((tx) => giveBackAttempt(tx, counter))
const looksLocked = (counter: Counter): Promise<boolean> => isLocked(db.read, counter, clock.now())

async function takeAll(counter: Counter): Promise<void> {
  for (let at = 0; at < 10; at += 1) expect(await take(counter)).toBe(true)
}
const lock = async (counter: Counter): Promise<void> => {
  await takeAll(counter)
  expect(await noteFailed(counter)).toBe(true)
}
const rowOf = ({ key }: Counter) =>
  db.read.selectFrom('sign_in_failure').selectAll().where('name_hash', '=', key).executeTakeFirst()

test('ten attempts may be taken; the failure of the tenth locks, and that is reported once', async () => {
  const counter = nameCounter('ten@support.test')
  for (let at = 0; at < 9; at += 1) {
    expect(await take(counter)).toBe(true)
    expect(await noteFailed(counter)).toBe(false)
  }
  expect(await looksLocked(counter)).toBe(false)
  expect([await take(counter), await take(counter)]).toEqual([true, false])
  expect([await noteFailed(counter), await noteFailed(counter)]).toEqual([true, false])
  expect(await looksLocked(counter)).toBe(true)
})

test('a lock holds for fifteen minutes to the second; then ten attempts are there again', async () => {
  const counter = nameCounter('lock@support.test')
  await lock(counter)
  clock.turn(15 * 60 - 1)
  expect([await looksLocked(counter), await take(counter)]).toEqual([true, false])
  clock.turn(1)
  expect(await looksLocked(counter)).toBe(false)
  await takeAll(counter)
  expect(await take(counter)).toBe(false)
})

test('attempts count for fifteen minutes from the first of them', async () => {
  const counter = nameCounter('window@support.test')
  await takeAll(counter)
  clock.turn(15 * 60 - 1)
  expect(await take(counter)).toBe(false)
  clock.turn(1)
  expect(await take(counter)).toBe(true)
  expect(await rowOf(counter)).toMatchObject({ failures: 1, window_start: clock.now() })
})

test('an attempt that is given back may be taken again; never more than ten, and none of a lock', async () => {
  const counter = nameCounter('back@support.test')
  await takeAll(counter)
  await giveBack(counter)
  expect([await take(counter), await take(counter)]).toEqual([true, false])
  for (let at = 0; at < 12; at += 1) await giveBack(counter)
  expect((await rowOf(counter))?.failures).toBe(0)
  await lock(counter)
  await giveBack(counter)
  expect(await rowOf(counter)).toMatchObject({ failures: 10 })
  expect(await take(counter)).toBe(false)
})

test('a success forgets the failures of its own counter alone', async () => {
  const [one, other] = [
    browserCounter('own@support.test', 'first'),
    browserCounter('own@support.test', 'second'),
  ]
  await lock(one)
  await lock(other)
  await inTx((tx) => deleteCounter(tx, one))
  expect([await looksLocked(one), await looksLocked(other)]).toEqual([false, true])
})

test('a name, its browsers and its sessions count apart, are reported by the name and are unlocked with it', async () => {
  const name = 'apart@support.test'
  const anyone = nameCounter(` ${name.toUpperCase()}`)
  const counters = [anyone, browserCounter(name, '1'), browserCounter(name, '2'), sessionCounter(name)]
  expect(new Set(counters.map(({ key }) => key.toString('hex'))).size).toBe(4)
  const { nameHash } = anyone
  for (const counter of counters) expect(counter.nameHash).toEqual(nameHash)
  const stranger = nameCounter('stranger@support.test')
  await lock(stranger)
  const locked = () => lockedAmong(db.read, [nameHash, nameCounter('free@support.test').key], clock.now())
  for (const counter of counters) {
    expect(await locked()).toEqual(new Set())
    await lock(counter)
    expect(await locked()).toEqual(new Set([nameHash.toString('hex')]))
    // The index on `of_name` does not need rows of the names themselves.
    expect((await rowOf(counter))?.of_name).toEqual(counter === anyone ? null : nameHash)
    expect(await inTx((tx) => deleteCounters(tx, nameHash))).toBe(true)
    expect(await rowOf(counter)).toBeUndefined()
  }
  expect(await inTx((tx) => deleteCounters(tx, nameHash))).toBe(false)
  expect(await looksLocked(stranger)).toBe(true)
})

test('work that fails before it has judged gives its attempt back; what is reported is why it failed', async () => {
  const counter = nameCounter('judging@support.test')
  await takeAll(counter)
  const away = new Error('the factors are away')
  const fail = (): Promise<never> => Promise.reject(away)
  await expect(judging({ bookkeeping: inTx, counter }, fail)).rejects.toBe(away)
  expect([await take(counter), await take(counter)]).toEqual([true, false])
  const gone = { bookkeeping: () => Promise.reject(new Error('the database is gone')), counter }
  await expect(judging(gone, fail)).rejects.toBe(away)
  expect(await judging({ bookkeeping: inTx, counter }, () => Promise.resolve('judged'))).toBe('judged')
  expect(await take(counter)).toBe(false)
})

test('a hundred failed sign-ins in a minute are too many; with the next minute nobody is held up', async () => {
  clock.turn(3600)
  for (let at = 1; at < maxFailedPerMinute; at += 1) await inTx((tx) => countFailedSignIn(tx, clock.now()))
  clock.turn(10)
  await assertFewFail(db.read, clock.now())
  await inTx((tx) => countFailedSignIn(tx, clock.now()))
  await expect(assertFewFail(db.read, clock.now())).rejects.toMatchObject({
    status: 429,
    message: 'Too many requests. Please wait 50 seconds and try again.',
  })
  clock.turn(50)
  await assertFewFail(db.read, clock.now())
})

test('a probe changes a row of its own, and fails while the database takes no changes', async () => {
  clock.turn(3600)
  await inTx((tx) => countFailedSignIn(tx, clock.now()))
  await requireWritable(db, clock.now())
  await requireWritable(db, clock.now())
  const counted = () =>
    db.read
      .selectFrom('sign_in_address')
      .select(['address', 'attempts'])
      .where('window_start', '=', clock.now())
      .orderBy('address')
      .execute()
  expect(await counted()).toEqual([
    { address: 'all failures', attempts: 1 },
    { address: 'probe', attempts: 2 },
  ])
  await setReadOnly(database.url, true)
  const readOnly = openDatabase({ url: database.url, poolSize: 1, onError: () => undefined })
  await expect(requireWritable(readOnly, clock.now())).rejects.toThrow('read-only transaction')
  await readOnly.close()
})
