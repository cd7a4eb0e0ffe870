import { P } from '@agency-support/contract/permissions'
import { expect, test } from 'vitest'
import { turnableClock } from '../../../test/clock.ts'
import { makeStaff, type NewPerson, openTestSession, type Person, staffStatus } from '../../../test/people.ts'
import { useDatabase } from '../../../test/use-database.ts'
import { appendEntry, type NewEntry } from '../../journal/append.ts'
import {
  addMember,
  type Change,
  disableMember,
  enableMember,
  removeMemberFactors,
  setMemberPassword,
  setMemberPermissions,
  unlockMember,
} from './service.ts'
import { findMember, lockMember, type StaffMember } from './store.ts'

const { db } = useDatabase()
const clock = turnableClock()

/** Changes a person as the command line does, in a transaction. */
function act<Done>(
  { username }: Pick<Person, 'username'>,
  work: (change: Change<string>, member: StaffMember) => Promise<Done>,
  reason?: string,
): Promise<Done> {
  return db.write.transaction().execute(async (tx) => {
    const member = (await lockMember(tx, username)) ?? expect.unreachable('there is one')
    const actor = { kind: 'system', name: 'cli', sessionId: null } as const
    const append = (entry: NewEntry): Promise<void> =>
      appendEntry(tx, { at: clock.now(), actor, requestId: null }, entry)
    return work({ tx, now: clock.now(), by: 'cli', append, reason }, member)
  })
}
const person = (given?: NewPerson) => makeStaff(db, clock, given)
const entries = ({ username }: Pick<Person, 'username'>) =>
  db.read
    .selectFrom('journal')
    .select(['event', 'before', 'after', 'reason'])
    .where('subject', '=', username)
    .orderBy('seq')
    .execute()

test.each([
  ['enabled', 0, false, 0],
  ['password change required', 3, false, 0],
  ['password change required', 3, true, 3],
  ['disabled', 1, false, 1],
  ['locked', 2, true, 2],
])(
  'a new password for an account that is %s (%d), must change %s, leaves it %d',
  async (_word, status, mustChange, next) => {
    const one = await person({ status })
    await openTestSession(db, clock, one)
    await openTestSession(db, clock, one)
    const { member, ended } = await act(one, (change, of) =>
      setMemberPassword(change, of, { passwordHash: 'the new hash', mustChange }),
    )
    expect([member.status, ended]).toEqual([next, 2])
    const { password_hash: hash, password_changed_at: at } = await db.read
      .selectFrom('staff')
      .select(['password_hash', 'password_changed_at'])
      .where('staff_id', '=', one.staffId)
      .executeTakeFirstOrThrow()
    expect([hash, at]).toEqual(['the new hash', clock.now()])
    const after = mustChange ? { status: next, mustChange } : { status: next }
    expect(await entries(one)).toEqual([
      { event: 'staff.passwordSet', before: { status }, after, reason: null },
    ])
  },
)

test('whoever had to change their password when they were disabled must do so when enabled again', async () => {
  const one = await person({ status: staffStatus.mustChange })
  const disabled = await act(one, disableMember)
  expect(disabled?.member.status).toBe(staffStatus.disabled)
  expect((await act(one, enableMember))?.status).toBe(staffStatus.mustChange)
})

test('whoever chose their password and was disabled is simply enabled again', async () => {
  const one = await person({ status: staffStatus.mustChange })
  await act(one, (change, of) => setMemberPassword(change, of, { passwordHash: 'own', mustChange: false }))
  await act(one, disableMember)
  expect((await act(one, enableMember))?.status).toBe(staffStatus.enabled)
})

test('ending sessions is counted: two by disabling, one by removing the second factor', async () => {
  const [two, one] = [await person({ secondFactor: true }), await person({ secondFactor: true })]
  for (const of of [two, two, one]) await openTestSession(db, clock, of)
  expect((await act(two, disableMember))?.ended).toBe(2)
  expect((await act(one, removeMemberFactors)).ended).toBe(1)
})

test('an act that changes nothing says so and leaves no row', async () => {
  const [free, disabled] = [
    await person({ permissions: [P.Rerun, P.CanAccess] }),
    await person({ status: staffStatus.disabled }),
  ]
  expect(await act(free, unlockMember)).toBeUndefined()
  expect(await act(free, enableMember)).toBeUndefined()
  expect(await act(disabled, disableMember)).toBeUndefined()
  const same = [P.CanAccess, P.Rerun, P.CanAccess]
  expect(await act(free, (change, of) => setMemberPermissions(change, of, same))).toBeUndefined()
  expect([await entries(free), await entries(disabled)]).toEqual([[], []])
  expect(
    await db.read.selectFrom('staff_notice').selectAll().where('staff_id', '=', free.staffId).execute(),
  ).toEqual([])
})

test('a permission taken away is named in the journal; one without a name is reported by its number', async () => {
  const [stays, goes] = [await person({ permissions: [P.CanAccess, 2009] }), await person()]
  await act(stays, (change, of) => setMemberPermissions(change, of, [P.CanAccess]))
  await act(goes, (change, of) => setMemberPermissions(change, of, []))
  expect((await entries(stays)).map(({ after }) => after)).toEqual([{ permissions: '2000', removed: '2009' }])
  expect((await entries(goes)).map(({ after }) => after)).toEqual([{ permissions: '', removed: 'CanAccess' }])
})

test('an account is made with its permissions, and once', async () => {
  const given = {
    username: 'made@support.test',
    firstName: 'Ann',
    lastName: 'Made',
    passwordHash: 'a hash',
    mustChangePassword: false,
    permissions: [P.CanAccess, P.Rerun],
  }
  const maker = await person()
  const made = await act(maker, (change) => addMember(change, given))
  expect(made).toMatchObject({ first_name: 'Ann', last_name: 'Made', status: 0, must_change_password: false })
  expect(await act(maker, (change) => addMember(change, given))).toBeUndefined()
  expect(await entries(given)).toEqual([
    {
      event: 'staff.added',
      before: null,
      after: { firstName: 'Ann', lastName: 'Made', status: 0, permissions: '2000, 2003' },
      reason: null,
    },
  ])
  expect(await findMember(db.read, given.username)).toMatchObject({ permissions: [P.CanAccess, P.Rerun] })
})

test('the journal keeps the reason of every act, and none that is empty', async () => {
  for (const reason of ['asked by phone', '']) {
    const one = await person({ status: staffStatus.locked })
    await act(one, unlockMember, reason)
    await act(
      one,
      (change, of) => setMemberPassword(change, of, { passwordHash: 'h', mustChange: true }),
      reason,
    )
    await act(one, (change, of) => setMemberPermissions(change, of, [P.CanAccess, P.Rerun]), reason)
    await act(one, removeMemberFactors, reason)
    await act(one, disableMember, reason)
    await act(one, enableMember, reason)
    const kept = await entries(one)
    expect(kept.map((entry) => entry.reason)).toEqual(Array(6).fill(reason === '' ? null : reason))
  }
})
