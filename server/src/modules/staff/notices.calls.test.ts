import { contract } from '@agency-support/contract'
import { staff } from '@agency-support/contract/modules/staff'
import { P } from '@agency-support/contract/permissions'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'
import { allPermissions, type Person } from '../../../test/people.ts'

const { session } = contract
const password = 'three green boats'
const server = useServer()
let admin: TestClient & { person: Person }
beforeAll(async () => {
  admin = await server.asNew({ permissions: allPermissions, username: 'ada@support.test' })
})

const toldTo = async (client: TestClient) =>
  (await client.call(staff.ownNotices, {})).data.map(({ kind, doneBy, at }) => [kind, doneBy, at])

test('whoever’s account others changed is told at the next sign-in: what, by whom and when', async () => {
  const person = await server.person({ secondFactor: true })
  const acts = ['disableAccount', 'enableAccount', 'removeSecondFactor', 'resetPassword'] as const
  const times: string[] = []
  let made = ''
  for (const act of acts) {
    server.clock.turn(60)
    times.unshift(server.clock.now().toISOString())
    const got = await admin.call(staff[act], person)
    expect(got.code).toBe(0)
    made = (got.data[0] as { password?: string } | undefined)?.password ?? made
  }
  const browser = await server.as(null)
  const signedIn = await browser.call(session.signIn, { username: person.username, password: made })
  expect(signedIn.bare().status).toBe(5)
  // Until the password is changed the session allows nothing else.
  expect((await browser.call(staff.ownNotices, {})).status).toBe(403)
  expect((await browser.call(session.updatePassword, { newPassword: password })).code).toBe(0)
  expect(await toldTo(browser)).toEqual([
    ['passwordSet', 'ada@support.test', times[0]],
    ['secondFactorRemoved', 'ada@support.test', times[1]],
    ['enabled', 'ada@support.test', times[2]],
    ['disabled', 'ada@support.test', times[3]],
  ])
})

test('a notice stands until it is dismissed, which the journal keeps; one that came later stays', async () => {
  const person = await server.person()
  await admin.call(staff.disableAccount, person)
  await admin.call(staff.enableAccount, person)
  const browser = await server.as(person)
  const [newest] = (await browser.call(staff.ownNotices, {})).data
  expect(await toldTo(browser)).toHaveLength(2)
  await admin.call(staff.resetPassword, person)
  const again = await server.as(person)
  expect(await toldTo(again)).toHaveLength(3)
  const upTo = newest?.noticeId ?? 0
  expect((await again.call(staff.dismissNotices, { upTo })).code).toBe(0)
  expect((await toldTo(again)).map(([kind]) => kind)).toEqual(['passwordSet'])
  const none = await again.call(staff.dismissNotices, { upTo })
  expect([none.status, none.code, none.message]).toEqual([200, 2, 'There is nothing to dismiss.'])
  const rows = await server.db.read
    .selectFrom('journal')
    .select(['actor', 'subject', 'after'])
    .where('event', '=', 'staff.noticesRead')
    .execute()
  const { username } = person
  expect(rows).toEqual([{ actor: username, subject: username, after: { notices: 'disabled, enabled' } }])
})

test('nobody sees or dismisses notices of somebody else', async () => {
  const person = await server.person()
  await admin.call(staff.resetPassword, person)
  const [browser, stranger] = [await server.as(person), await server.asNew({ permissions: allPermissions })]
  const [notice] = (await browser.call(staff.ownNotices, {})).data
  expect(await toldTo(stranger)).toEqual([])
  expect((await stranger.call(staff.dismissNotices, { upTo: notice?.noticeId ?? 0 })).code).toBe(2)
  expect(await toldTo(browser)).toHaveLength(1)
})

test('what was refused or changed nothing is told to nobody', async () => {
  const [helper, person] = [
    await server.asNew({ permissions: [P.CanAccess, P.CanResetPassword, P.CanDeleteUser] }),
    await server.person({ permissions: [P.CanAccess, P.EditAgencyStatus] }),
  ]
  expect((await helper.call(staff.resetPassword, person)).code).toBe(403)
  expect((await helper.call(staff.disableAccount, person)).code).toBe(403)
  expect((await admin.call(staff.enableAccount, person)).code).toBe(0)
  expect(await toldTo(await server.as(person))).toEqual([])
})

test('of more than twenty the latest twenty are shown, and all are dismissed together', async () => {
  const person = await server.person()
  for (let round = 0; round < 11; round += 1) {
    await admin.call(staff.disableAccount, person)
    await admin.call(staff.enableAccount, person)
  }
  const browser = await server.as(person)
  const notices = (await browser.call(staff.ownNotices, {})).data
  expect(notices).toHaveLength(20)
  await browser.call(staff.dismissNotices, { upTo: notices[0]?.noticeId ?? 0 })
  expect(await toldTo(browser)).toEqual([])
})
