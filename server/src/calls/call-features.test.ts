import { contract } from '@agency-support/contract'
import { stepUpSentence } from '@agency-support/contract/rules/recent'
import { expiresOn } from '@agency-support/contract/rules/temporary-users'
import { beforeAll, describe, expect, test } from 'vitest'
import { useServer } from '../../test/use-server.ts'
import type { TestClient } from '../../test/client.ts'
import { allPermissions } from '../../test/people.ts'

const { agencies, agencyUsers, secondFactor, staff } = contract
const server = useServer()

const getStatus = async (username: string): Promise<number | undefined> =>
  (await server.db.read.selectFrom('staff').select('status').where('username', '=', username).execute())[0]
    ?.status

describe('a call that asks for a recent sign-in', () => {
  const quarter = 15 * 60

  test('is carried out within a quarter of an hour and answers 428 from then on', async () => {
    const [early, late] = [await server.person(), await server.person()]
    const admin = await server.asNew({ permissions: allPermissions })
    server.clock.turn(quarter - 1)
    expect((await admin.call(staff.disableAccount, early)).code).toBe(0)
    server.clock.turn(1)
    const refused = await admin.call(staff.disableAccount, late)
    expect([refused.status, refused.code, refused.message]).toEqual([200, 428, stepUpSentence])
    expect(await getStatus(late.username)).toBe(0)
  })

  test('looks at the permission and at the input first', async () => {
    const [weak, admin] = [await server.asNew(), await server.asNew({ permissions: allPermissions })]
    server.clock.turn(quarter)
    expect((await weak.call(staff.disableAccount, { username: 'a@b.test' })).status).toBe(403)
    expect((await admin.call(staff.disableAccount, { username: 'nobody' })).status).toBe(400)
  })

  test('does not burn the Idempotency-Key of the try that was refused', async () => {
    const person = await server.person()
    const admin = await server.asNew({ permissions: allPermissions })
    const key = { 'idempotency-key': 'the-same-action' }
    server.clock.turn(quarter)
    expect((await admin.call(staff.disableAccount, person, key)).code).toBe(428)
    const again = await server.db.write
      .updateTable('session')
      .set({ authenticated_at: server.clock.now() })
      .where('staff_id', '=', admin.person.staffId)
      .executeTakeFirst()
    expect(again.numUpdatedRows).toBe(1n)
    expect((await admin.call(staff.disableAccount, person, key)).code).toBe(0)
    expect(await getStatus(person.username)).toBe(1)
  })
})

describe('with a sign-in older than a quarter of an hour', () => {
  const password = 'three green boats'
  const agencyId = 6938
  beforeAll(() => server.agency(agencyId))

  async function stale(): Promise<TestClient> {
    const admin = await server.asNew({ permissions: allPermissions, password })
    server.clock.turn(15 * 60)
    return admin
  }
  const confirm = (client: TestClient) => client.call(secondFactor.stepUp, { password })

  test.each([
    ['5.x', agencyUsers.createSuperUser, 0, 'AB1'],
    ['6.x', agencyUsers.createSuperUser6x, 200, 'AB2'],
  ] as const)(
    'a super user of version %s is made only after confirming',
    async (_version, call, done, initials) => {
      const admin = await stale()
      const input = {
        Username: initials,
        AgencyId: agencyId,
        Password: 'Kx7#mQ2!vR9@tL4$',
        ExpiresOn: expiresOn(server.clock.now(), 2),
        Again: true,
      }
      const refused = await admin.call(call, input)
      expect([refused.status, refused.code, refused.message]).toEqual([200, 428, stepUpSentence])
      const made = server.db.read.selectFrom('super_user').selectAll().where('username', '=', initials)
      expect(await made.execute()).toEqual([])
      await confirm(admin)
      expect((await admin.call(call, input)).code).toBe(done)
      expect(await made.execute()).toHaveLength(1)
    },
  )

  test('the status Deleting is set only after confirming, any other at once', async () => {
    const admin = await stale()
    const set = async (status: number) => (await admin.call(agencies.updateStatus, { agencyId, status })).code
    const stored = async () => (await admin.call(agencies.config, { agencyId })).data[0]?.status
    for (const status of [0, 1, 2, 3, 4]) expect(await set(status)).toBe(0)
    expect([await set(5), await stored()]).toEqual([428, 4])
    await confirm(admin)
    expect([await set(5), await stored()]).toEqual([0, 5])
  })
})

describe('an answer that is shown once', () => {
  test('is not kept: a repetition changes nothing and does not show it again', async () => {
    const admin = await server.asNew({ permissions: allPermissions })
    const key = { 'idempotency-key': 'creating-somebody' }
    const input = { username: 'once@support.test', firstName: 'On', lastName: 'Ce' }
    const first = await admin.call(staff.createAccount, input, key)
    const password = first.data[0]?.password ?? ''
    expect(password).toMatch(/^\S{20}$/)
    const again = await admin.call(staff.createAccount, input, key)
    expect([again.status, again.code, again.message]).toEqual([
      200,
      409,
      'This was carried out already; what it showed is shown only once.',
    ])
    expect(again.text).not.toContain(password)
    const kept = await server.db.read.selectFrom('idempotency').select('answer').execute()
    expect(kept.filter(({ answer }) => answer?.includes(password) !== false)).toEqual([])
    const added = await server.db.read
      .selectFrom('journal')
      .select('seq')
      .where('event', '=', 'staff.added')
      .where('subject', '=', input.username)
      .execute()
    expect(added).toHaveLength(1)
  })
})

describe('outcome beside the envelope', () => {
  test.each([
    [0, 0, ''],
    [6938, 2, 'No users found.'],
  ])('of a list, for agency id %d', async (agencyId, code, message) => {
    const admin = await server.asNew({ permissions: allPermissions })
    const { text } = await admin.call(staff.userPermissionList, { agencyId })
    expect(JSON.parse(text)).toMatchObject({ code, message, outcome: { code, message } })
  })
})
