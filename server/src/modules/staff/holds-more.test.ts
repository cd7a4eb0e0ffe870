import { contract } from '@agency-support/contract'
import { staff } from '@agency-support/contract/modules/staff'
import { P } from '@agency-support/contract/permissions'
import { describe, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import { allPermissions, type Person, staffStatus } from '../../../test/people.ts'
import { untilOneWaits } from '../../../test/until-one-waits.ts'
import type { Tx } from '../../db/open.ts'

const { session } = contract
const calls = ['resetPassword', 'removeSecondFactor', 'disableAccount', 'enableAccount'] as const
const refused = [403, 'This person has a permission that you do not have. Somebody who has it must do this.']
const helpDesk = [P.CanAccess, P.CanListUsers, P.CanResetPassword, P.CanDeleteUser]
const server = useServer()

const row = ({ username }: { username: string }) =>
  server.db.read.selectFrom('staff').selectAll().where('username', '=', username).executeTakeFirstOrThrow()
const statusFor = (call: (typeof calls)[number]): number =>
  call === 'enableAccount' ? staffStatus.disabled : staffStatus.enabled

describe.each(calls)('%s', (name) => {
  test('is refused for somebody who holds a permission that the sender lacks, and changes nothing', async () => {
    const person = await server.person({
      permissions: [P.CanAccess, P.CanUpdatePermissions],
      secondFactor: true,
      status: statusFor(name),
    })
    const before = await row(person)
    const got = await (await server.asNew({ permissions: helpDesk })).call(staff[name], person)
    expect([got.status, got.code, got.message]).toEqual([200, ...refused])
    expect(await row(person)).toEqual(before)
    const about = server.db.read.selectFrom('journal').select('event').where('subject', '=', person.username)
    expect(await about.execute()).toEqual([])
  })

  test('counts a permission that the user screen does not show', async () => {
    const given = { secondFactor: true, status: statusFor(name) }
    const person = await server.person({ permissions: [P.CanAccess, P.CanLoginOnBehalfOf], ...given })
    const got = await (await server.asNew({ permissions: helpDesk })).call(staff[name], person)
    expect([got.code, got.message]).toEqual(refused)
  })

  test('is carried out for somebody with the same permissions; a stray number does not count', async () => {
    const given = { secondFactor: true, status: statusFor(name) }
    const person = await server.person({ permissions: [...helpDesk, 2009], ...given })
    const got = await (await server.asNew({ permissions: helpDesk })).call(staff[name], person)
    expect(got.code).toBe(0)
  })
})

/** Makes a call wait for the row of a person while `meanwhile` changes it, as another request would. */
async function callMeanwhile<Got>(
  person: Person,
  { call, meanwhile }: { call: () => Promise<Got>; meanwhile: (tx: Tx) => Promise<unknown> },
): Promise<Got> {
  const { running } = await server.db.write.transaction().execute(async (tx) => {
    await tx
      .selectFrom('staff')
      .select('staff_id')
      .where('staff_id', '=', person.staffId)
      .forUpdate()
      .execute()
    const started = call()
    await untilOneWaits(tx, 'staff')
    await meanwhile(tx)
    return { running: started }
  })
  return running
}
const give = (tx: Tx, { staffId }: Person, permissions: number[]) =>
  tx.updateTable('staff').set({ permissions }).where('staff_id', '=', staffId).execute()

test('what the sender held when the call came in does not count, but what they hold when it is done', async () => {
  const [person, sender] = [
    await server.person({ permissions: [P.CanAccess, P.EditAgencyStatus] }),
    await server.asNew({ permissions: [...helpDesk, P.EditAgencyStatus] }),
  ]
  const got = await callMeanwhile(person, {
    call: () => sender.call(staff.disableAccount, person),
    meanwhile: (tx) => give(tx, sender.person, helpDesk),
  })
  expect([got.code, got.message]).toEqual(refused)
  expect((await row(person)).status).toBe(staffStatus.enabled)
})

test('whoever gets more permissions while their new password is made keeps the old one', async () => {
  const [person, sender] = [await server.person(), await server.asNew({ permissions: helpDesk })]
  const before = await row(person)
  const got = await callMeanwhile(person, {
    call: () => sender.call(staff.resetPassword, person),
    meanwhile: (tx) => give(tx, person, [P.CanAccess, P.CanUpdatePermissions]),
  })
  expect([got.code, got.message, got.data]).toEqual([...refused, []])
  expect(await row(person)).toEqual({ ...before, permissions: [P.CanAccess, P.CanUpdatePermissions] })
})

test('a permission that the sender loses while the save waits is not given', async () => {
  const held = [P.CanAccess, P.CanUpdatePermissions]
  const [person, sender] = [
    await server.person(),
    await server.asNew({ permissions: [...held, P.EditAgencyStatus] }),
  ]
  const user = { username: person.username, permissions: [P.CanAccess, P.EditAgencyStatus] }
  const got = await callMeanwhile(person, {
    call: () => sender.call(staff.savePermissions, { user }),
    meanwhile: (tx) => give(tx, sender.person, held),
  })
  expect([got.code, got.message]).toEqual([403, 'You cannot grant a permission that you do not hold.'])
  expect((await row(person)).permissions).toEqual([P.CanAccess])
})

test('the help desk cannot become an administrator by way of one’s account', async () => {
  const password = 'three green boats'
  const admin = await server.person({ permissions: allPermissions, password, secondFactor: true })
  const helper = await server.asNew({ permissions: [P.CanAccess, P.CanResetPassword] })
  expect((await helper.call(staff.removeSecondFactor, admin)).code).toBe(403)
  const reset = await helper.call(staff.resetPassword, admin)
  expect([reset.code, reset.data]).toEqual([403, []])
  const theirs = await (await server.as(null)).call(session.signIn, { username: admin.username, password })
  // Password and factor are unchanged: the right password still leads to the question for the factor.
  expect(theirs.bare().status).toBe(1)
})

test('the accounts tell what each person holds, so that the console can say why not', async () => {
  const person = await server.person({ permissions: [P.CanLoginOnBehalfOf, P.CanAccess] })
  const got = await (await server.asNew({ permissions: helpDesk })).call(staff.accounts, {})
  const account = got.data.find(({ username }) => username === person.username)
  expect(account?.permissions).toEqual([P.CanLoginOnBehalfOf, P.CanAccess])
})
