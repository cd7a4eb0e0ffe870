import { staff } from '@agency-support/contract/modules/staff'
import { P, permissionMessages } from '@agency-support/contract/permissions'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import { allPermissions, type Person, staffStatus } from '../../../test/people.ts'
import { until } from '../../../test/until.ts'
import { advisoryLocks } from '../../db/locks.ts'

const server = useServer()

const admin = (permissions: readonly number[] = allPermissions) => server.asNew({ permissions })
const save = (person: { username: string }, permissions: readonly number[], version?: number) => ({
  user: { username: person.username, agencyId: 0, permissions: [...permissions], version },
})
const row = (person: Person) =>
  server.db.read
    .selectFrom('staff')
    .select(['permissions', 'version'])
    .where('staff_id', '=', person.staffId)
    .executeTakeFirstOrThrow()
const entries = (person: Person) =>
  server.db.read
    .selectFrom('journal')
    .select(['event', 'actor', 'before', 'after'])
    .where('subject', '=', person.username)
    .where('event', '=', 'staff.permissionsChanged')
    .orderBy('seq')
    .execute()

describe('the permissions there are', () => {
  test('[USERMGMT-17] [USERMGMT-18] [USERMGMT-19] come by group without a payload, code 0', async () => {
    const got = await (await admin()).call(staff.availablePermissions, {})
    expect(got.code).toBe(0)
    const [{ groups, definitions } = { groups: [], definitions: [] }] = got.data
    const ids = (label: string): number[] => {
      const group = groups.find((one) => one.label === label)
      return definitions.filter(({ groupId }) => groupId === group?.id).map(({ id }) => id)
    }
    expect(groups.map(({ label, order }) => [label, order, ids(label)])).toEqual([
      ['Users', 1, [1, 2, 3, 4, 5, 9, 13, 14]],
      ['Agency Users', 2, [611]],
      ['Agency Support', 3, [2000, 2001, 2002, 2003, 2004, 2005, 2006, 2007, 2008, 2011]],
      ['Alerts', 4, [3000, 3001]],
      ['Texting', 5, [4001]],
      ['E-Signature', 6, [5001, 5002, 5003]],
      ['Agency Administration', 7, [6000]],
    ])
    expect(groups[1]).toEqual({
      id: 2,
      label: 'Agency Users',
      description: 'Users of the agencies.',
      order: 2,
    })
    expect(new Set(definitions.map(({ id }) => id))).toEqual(new Set(allPermissions))
    for (const { description } of [...groups, ...definitions]) expect(description).toMatch(/^[A-Z].+\.$/)
    expect(definitions.filter(({ adminOnly }) => adminOnly).map(({ id }) => id)).toEqual([3, 13, 14])
    expect(definitions.find(({ id }) => id === 2006)).toEqual({
      id: 2006,
      groupId: 3,
      label: 'EditAgencyStatus',
      description: 'Change the status of an agency.',
      order: 7,
      flags: 1,
      adminOnly: false,
    })
  })
})

describe('the list of users', () => {
  test('[USERMGMT-15] [USERMGMT-16] [USERMGMT-20] is of staff for agency id 0', async () => {
    const person = await server.person({ permissions: [2006, 2000, P.CanDeleteUser, 2009] })
    await server.db.write
      .updateTable('staff')
      .set({ first_name: 'Ann', last_name: 'Lee' })
      .where('username', '=', person.username)
      .execute()
    const got = await (await admin()).call(staff.userPermissionList, { agencyId: 0 })
    expect(JSON.parse(got.text)).toMatchObject({ code: 0, outcome: { code: 0, message: '' } })
    expect(got.data.find(({ username }) => username === person.username)).toEqual({
      username: person.username,
      firstName: 'Ann',
      lastName: 'Lee',
      status: 0,
      mfa: 1,
      // Permissions that the screen hides are left out.
      permissions: [2000, 2006],
      type: 0,
      agencyId: 0,
      version: 1,
    })
  })

  test('is in the order of the names', async () => {
    const listed = ['zoe@order.test', 'ann@order.test', 'max@order.test']
    for (const username of listed) await server.person({ username })
    const { data } = await (await admin()).call(staff.userPermissionList, { agencyId: 0 })
    const names = data.map(({ username }) => username).filter((username) => listed.includes(username))
    expect(names).toEqual(listed.toSorted())
  })

  test('[USERMGMT-20] is code 2 for an agency', async () => {
    const got = await (await admin()).call(staff.userPermissionList, { agencyId: 6938 })
    const message = 'No users found.'
    expect([got.status, JSON.parse(got.text)]).toEqual([
      200,
      { code: 2, message, data: [], outcome: { code: 2, message } },
    ])
  })
})

describe('saving', () => {
  test('[USERMGMT-21] stores the list, counts the version and tells the record what came and went', async () => {
    const [sender, person] = [await admin(), await server.person({ permissions: [2000, 2006] })]
    const got = await sender.call(staff.savePermissions, save(person, [2007, 2000, 2005], 1))
    expect(JSON.parse(got.text)).toMatchObject({ code: 0, outcome: { code: 0, message: '' } })
    expect(got.data[0]).toMatchObject({ permissions: [2000, 2005, 2007], version: 2 })
    expect(await row(person)).toEqual({ permissions: [2000, 2005, 2007], version: 2 })
    expect(await entries(person)).toEqual([
      {
        event: 'staff.permissionsChanged',
        actor: sender.person.username,
        before: { permissions: '2000, 2006' },
        after: {
          permissions: '2000, 2005, 2007',
          added: 'SeatManagement, DownloadClientFiles',
          removed: 'EditAgencyStatus',
        },
      },
    ])
  })

  test('the same list changes nothing and leaves no row', async () => {
    const person = await server.person({ permissions: [2000, 2006] })
    expect((await (await admin()).call(staff.savePermissions, save(person, [2006, 2000], 1))).code).toBe(0)
    expect([(await row(person)).version, await entries(person)]).toEqual([1, []])
  })

  test('what somebody else has set already is set, whatever was read before', async () => {
    const [first, second, person] = [await admin(), await admin(), await server.person()]
    await first.call(staff.savePermissions, save(person, [2000, 2006], 1))
    const got = await second.call(staff.savePermissions, save(person, [2000, 2006], 1))
    expect([got.code, got.data[0]?.version]).toEqual([0, 2])
    expect(await entries(person)).toHaveLength(1)
  })

  test('numbers the sender cannot see stay, whatever is sent', async () => {
    const held = [2000, P.CanDeleteUser, 2009]
    const person = await server.person({ permissions: held })
    const sent = [2000, 2006, P.CanLoginOnBehalfOf]
    const got = await (await admin()).call(staff.savePermissions, save(person, sent, 1))
    expect(got.data[0]?.permissions).toEqual([2000, 2006])
    expect((await row(person)).permissions).toEqual([P.CanDeleteUser, 2000, 2006, 2009])
  })

  test('taking away what one does not hold is allowed', async () => {
    const person = await server.person({ permissions: [2000, 4001] })
    const sender = await admin([2000, P.CanUpdatePermissions])
    expect((await sender.call(staff.savePermissions, save(person, [2000]))).code).toBe(0)
    expect((await row(person)).permissions).toEqual([2000])
  })

  test('taking CanAccess away leaves the person’s sessions nothing to use', async () => {
    const person = await server.asNew({ permissions: [2000] })
    await (await admin()).call(staff.savePermissions, save(person.person, [], 1))
    const got = await person.call(staff.accounts, {})
    expect([got.status, got.message]).toEqual([403, permissionMessages.access])
  })
})

describe('refusals', () => {
  test('[USERMGMT-26] a caller without CanUpdatePermissions', async () => {
    const person = await server.person()
    const sender = await admin(allPermissions.filter((id) => id !== P.CanUpdatePermissions))
    const got = await sender.call(staff.savePermissions, save(person, [2000, 2006]))
    const envelope = { code: 403, message: permissionMessages.feature, data: [] }
    expect([got.status, JSON.parse(got.text)]).toEqual([
      403,
      { ...envelope, outcome: { code: 403, message: permissionMessages.feature } },
    ])
    expect((await row(person)).permissions).toEqual([2000])
  })

  test('one’s own list, even the same', async () => {
    const sender = await admin()
    const got = await sender.call(staff.savePermissions, save(sender.person, allPermissions))
    expect([got.status, got.code, got.message]).toEqual([200, 403, 'You cannot change your own permissions.'])
  })

  test('a permission that the sender lacks', async () => {
    const person = await server.person()
    const sender = await admin([2000, P.CanUpdatePermissions])
    const got = await sender.call(staff.savePermissions, save(person, [2000, 2006]))
    expect([got.code, got.message]).toEqual([403, 'You cannot grant a permission that you do not hold.'])
    expect((await row(person)).permissions).toEqual([2000])
  })

  test('a person who is not there', async () => {
    const got = await (await admin()).call(staff.savePermissions, save({ username: 'no@support.test' }, []))
    expect([got.code, got.message]).toEqual([2, 'This user no longer exists.'])
  })

  test('a list that somebody else changed: who, when, and how it is now', async () => {
    const [first, second] = [await admin(), await admin()]
    const person = await server.person()
    const changedAt = server.clock.now().toISOString()
    await first.call(staff.savePermissions, save(person, [2000, 2006], 1))
    server.clock.turn(60)
    const got = await second.call(staff.savePermissions, save(person, [2000, 2007], 1))
    const { username } = first.person
    expect([got.code, got.message]).toEqual([
      409,
      `${username} changed the permissions of this user at ${changedAt}. Your change was not saved.`,
    ])
    expect(got.refusal).toMatchObject({
      changedBy: username,
      changedAt,
      current: { username: person.username, permissions: [2000, 2006], version: 2 },
    })
    expect((await row(person)).permissions).toEqual([2000, 2006])
  })

  test('a list changed by a release that does not write down by whom names nobody, and no time', async () => {
    const [sender, person] = [await admin(), await server.person({ permissions: [2000, 2006] })]
    await server.db.write
      .updateTable('staff')
      .set({ permissions_version: 2, version: 2 })
      .where('staff_id', '=', person.staffId)
      .execute()
    const got = await sender.call(staff.savePermissions, save(person, [2000], 1))
    expect([got.code, got.message]).toEqual([
      409,
      'Somebody else changed the permissions of this user. Your change was not saved.',
    ])
    expect(got.refusal).toMatchObject({ changedAt: null })
    expect((await row(person)).permissions).toEqual([2000, 2006])
  })

  test('but a change of something else does not stand in the way', async () => {
    const [sender, person] = [await admin(), await server.person()]
    await sender.call(staff.disableAccount, person)
    expect((await row(person)).version).toBe(2)
    expect((await sender.call(staff.savePermissions, save(person, [2000, 2006], 1))).code).toBe(0)
  })

  test.each([
    [{ permissions: [2000, 2009] }, 'Unknown permission'],
    [{ permissions: ['2000'] }, 'Unknown permission'],
    [{ permissions: [2000, 99_999] }, 'Unknown permission'],
    [{ permissions: [2000, -1] }, 'Unknown permission'],
    [{ permissions: [2000, 2000] }, 'permissions must not repeat a number.'],
    [{ permissions: '2000' }, 'permissions must be a list of numbers.'],
    [{ permissions: Array.from({ length: 101 }, () => 2000) }, 'permissions must be at most 100 numbers.'],
    [{ permissions: [], version: 1.5 }, 'Version must be a whole number.'],
    [
      { permissions: [], username: 'nobody' },
      'User name must be an email address, such as name@example.com.',
    ],
  ])('bad input %j', async (given, sentence) => {
    const body = JSON.stringify({
      command: 'SaveUserPermissions',
      user: { username: 'x@support.test', ...given },
    })
    const headers = { 'content-type': 'application/json' }
    const got = await (await admin()).send({ method: 'POST', path: '/api/user/request', headers, body })
    expect([got.status, JSON.parse(got.body)]).toMatchObject([400, { code: 400, message: sentence }])
  })
})

describe('the last person who can update permissions', () => {
  const lastOne =
    'This is the last person who can update permissions. Give somebody else CanUpdatePermissions first.'
  const takeFromAll = () =>
    server.db.write
      .updateTable('staff')
      .set({ permissions: [P.CanAccess] })
      .execute()

  type Administrator = Awaited<ReturnType<typeof admin>>
  test.each([
    [
      'take it from each other',
      (by: Administrator, from: Person) => by.call(staff.savePermissions, save(from, [2000], 1)),
    ],
    [
      'take the access to the console from each other',
      (by: Administrator, from: Person) =>
        by.call(staff.savePermissions, save(from, [9, P.CanDeleteUser], 1)),
    ],
    ['disable each other', (by: Administrator, from: Person) => by.call(staff.disableAccount, from)],
  ])('stays, even when the last two %s at the same instant', async (_what, takeFrom) => {
    await takeFromAll()
    const held = [2000, 9, P.CanDeleteUser]
    const [one, other] = [await admin(held), await admin(held)]
    const saves = await server.db.write.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${advisoryLocks.administrators})`.execute(tx)
      const running = [takeFrom(one, other.person), takeFrom(other, one.person)]
      await until('both have been let through and wait for their turn', async () => {
        const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from pg_locks
          where locktype = 'advisory' and objid = ${advisoryLocks.administrators} and not granted
          and database = (select oid from pg_database where datname = current_database())`.execute(tx)
        return rows[0]?.waiting === 2
      })
      return { running }
    })
    const outcomes = await Promise.all(saves.running)
    expect(outcomes.map(({ code }) => code)).toEqual(expect.arrayContaining([0, 409]))
    expect(outcomes.find(({ code }) => code === 409)?.message).toBe(lastOne)
    const holders = await server.db.read
      .selectFrom('staff')
      .select('username')
      .where('status', '<>', staffStatus.disabled)
      .where(sql<boolean>`permissions @> '{2000,9}'`)
      .execute()
    expect(holders).toHaveLength(1)
  })
})
