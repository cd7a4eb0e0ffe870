import { beforeAll, expect, test } from 'vitest'
import { giveAgentKey } from '../../../test/agent-keys.ts'
import { ann } from '../../../test/agency-users.ts'
import { turnableClock } from '../../../test/clock.ts'
import { useDatabase } from '../../../test/use-database.ts'
import { plusSeconds } from '../../lib/clock.ts'
import { addEmailEvents, addSignins, lastMailAt, listSignins, type ReportedSignin } from './log-store.ts'
import { findUser, listUsers, replaceUsers, type ReportedUser } from './store.ts'
import { dropExpiredHashes, insertSuperUser, listLiveHashes } from './super-user-store.ts'

const clock = turnableClock()
const { db, inTx } = useDatabase()
const now = clock.now()
const hour = 3_600
beforeAll(async () => {
  for (const agencyId of [1, 2]) await giveAgentKey(db, clock, agencyId)
})

const report = (user: ReportedUser, at = now) =>
  inTx((tx) => replaceUsers(tx, 1, { users: [user], present: [] }, at))
const addTemporary = (agencyId: number, username: string) => {
  const made = {
    agencyId,
    username,
    passwordHash: 'a hash',
    createdBy: 'ann',
    expiresAt: plusSeconds(now, hour),
  }
  return inTx((tx) => insertSuperUser(tx, made, { now, shownSince: now }))
}

test.each([
  { firstName: 'Anna' },
  { lastName: 'Green' },
  { online: false },
  { status: 2 },
  { userFlags: 4 },
  { agencyPermissions: [10] },
  { emailVerified: true },
])('of a reported user a change of %j alone is shown', async (change) => {
  await report(ann)
  const [before] = await listUsers(db.read, { agencyId: 1, shownSince: now })
  expect(await report({ ...ann, ...change })).toEqual({ added: 0, changed: 1, removed: 0 })
  expect(await listUsers(db.read, { agencyId: 1, shownSince: now })).not.toEqual([before])
})

test('an address that is confirmed no longer has no date, and gets a new one when it is again', async () => {
  const dates: (Date | null | undefined)[] = []
  for (const [at, emailVerified] of [false, true, false, true].entries()) {
    await report({ ...ann, emailVerified, lastName: `Brown ${at}` }, plusSeconds(now, at))
    dates.push((await findUser(db.read, 1, ann.username))?.email_verified_at)
  }
  expect(dates).toEqual([null, plusSeconds(now, 1), null, plusSeconds(now, 3)])
})

test('a temporary user is found at their own agency alone', async () => {
  await addTemporary(1, '-AA')
  expect(await findUser(db.read, 1, '-AA')).toEqual({ email_verified: false, email_verified_at: null })
  expect(await findUser(db.read, 2, '-AA')).toBeUndefined()
})

test('a temporary user whose hash a wrong clock took away is not sent to the agency', async () => {
  await addTemporary(2, '-BB')
  expect(await listLiveHashes(db.read, 2, now)).toHaveLength(1)
  await inTx((tx) => dropExpiredHashes(tx, plusSeconds(now, hour)))
  expect(await listLiveHashes(db.read, 2, now)).toEqual([])
})

test('the last mail about an address is that of this user of this agency', async () => {
  const mail = { event: 1, category: 1, toEmail: 'ann@agency.test' }
  const events = [
    { agencyId: 1, username: 'ABC', seconds: 0 },
    { agencyId: 1, username: 'XYZ', seconds: 60 },
    { agencyId: 2, username: 'ABC', seconds: 120 },
  ].map(({ seconds, ...of }, at) => ({
    ...mail,
    ...of,
    sgEventId: `event ${at}`,
    sendGridTS: plusSeconds(now, seconds).toISOString(),
  }))
  await inTx((tx) => addEmailEvents(tx, events))
  expect(await lastMailAt(db.read, { ...mail, agencyId: 1, username: 'ABC' })).toEqual(now)
})

test('after a sign-in of a clock that was ahead those of a right clock are kept, and that one stays one', async () => {
  const signin = { username: 'ABC', outcome: 0, ip: '10.0.0.4', hostname: 'FRONT-1' }
  const ahead = plusSeconds(now, 48 * hour).toISOString()
  const add = (...entries: Pick<ReportedSignin, 'created' | 'told'>[]) =>
    inTx((tx) =>
      addSignins(
        tx,
        1,
        'locals',
        entries.map((entry) => ({ ...signin, ...entry })),
      ),
    )
  await add({ created: now.toISOString(), told: ahead })
  expect(await add({ created: plusSeconds(now, 60).toISOString() })).toBe(true)
  expect(await add({ created: ahead })).toBe(false)
  const listed = await listSignins(db.read, { agencyId: 1, username: 'ABC', lastN: 10 })
  expect(listed.map(({ created_at: at }) => at)).toEqual([plusSeconds(now, 60), now])
})
