import { expect, test } from 'vitest'
import { turnableClock } from '../../../test/clock.ts'
import { makeStaff, staffStatus } from '../../../test/people.ts'
import { untilOneWaits } from '../../../test/until-one-waits.ts'
import { useDatabase } from '../../../test/use-database.ts'
import { changePassword, findStaff, lockJudged, lockPassword } from './store.ts'

const clock = turnableClock()
const { db, inTx } = useDatabase()

test.each([
  ['nothing', true, {}],
  ['the permissions alone', true, { version: 2, permissions_version: 2 }],
  ['something else', false, { version: 2 }],
  ['the permissions, then the status twice', false, { version: 4, permissions_version: 2 }],
  ['something else, then the permissions', false, { version: 3, permissions_version: 3 }],
  ['the password', false, { password_hash: 'another' }],
  ['the status', false, { status: staffStatus.disabled }],
  ['the second factor', false, { mfa: 0 }],
] as const)('a sign-in during which %s changed goes on: %s', async (_, goesOn, change) => {
  const { username } = await makeStaff(db, clock)
  await db.write
    .updateTable('staff')
    .set({ version: 1, permissions_version: 1 })
    .where('username', '=', username)
    .execute()
  const judged = (await findStaff(db.read, username)) ?? expect.unreachable('the person was made')
  if (Object.keys(change).length > 0)
    await db.write.updateTable('staff').set(change).where('username', '=', username).execute()
  const held = await inTx((tx) => lockJudged(tx, judged))
  expect(held !== undefined).toBe(goesOn)
})

test('a password that was found right stays the person’s until what it allows is done', async () => {
  const { staffId } = await makeStaff(db, clock)
  const change = { staffId, now: clock.now() }
  await inTx((tx) => changePassword(tx, { ...change, oldHash: null, newHash: 'first' }))
  const { changing } = await inTx(async (tx) => {
    expect(await lockPassword(tx, staffId, 'first')).toBe(true)
    const waiting = inTx((later) => changePassword(later, { ...change, oldHash: 'first', newHash: 'second' }))
    await untilOneWaits(tx, 'staff')
    return { changing: waiting }
  })
  expect(await changing).toBe(true)
})
