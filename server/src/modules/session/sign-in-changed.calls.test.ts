import { secondFactor } from '@agency-support/contract/modules/second-factor'
import { session } from '@agency-support/contract/modules/session'
import { staff } from '@agency-support/contract/modules/staff'
import { P } from '@agency-support/contract/permissions'
import type os from 'node:os'
import { generate } from 'otplib'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'
import { holdHashes } from '../../../test/held-hash.ts'
import { allPermissions, type Person } from '../../../test/people.ts'
import { attempt, type SignInAnswer } from '../../../test/sign-in.ts'

// The real hashing, which the test can delay.
vi.mock('@node-rs/argon2', { spy: true })
// Enough cores to hash other passwords while one is delayed.
vi.mock('node:os', async (original) => ({
  ...(await original<typeof os>()),
  availableParallelism: () => 4,
}))

const password = 'correct horse battery'
const newPassword = 'staple of another stable'
const server = useServer()
let admin: TestClient
beforeEach(async () => {
  server.clock.turn(3600)
  admin = await server.asNew({ permissions: allPermissions })
})

/** Signs in with the old password and changes the account while that password is being judged. */
async function signInWhile(person: Person, change: () => Promise<unknown>): Promise<SignInAnswer> {
  const held = await holdHashes(1)
  const signingIn = attempt(server, person.username, password)
  try {
    await held.begun(1)
    await change()
  } finally {
    held.letGo()
  }
  return signingIn
}

const openSessions = ({ staffId }: Person) =>
  server.db.read
    .selectFrom('session')
    .select('session_id')
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .execute()

const code0 = async (answer: Promise<{ code: number }>): Promise<void> => {
  expect((await answer).code).toBe(0)
}

describe('a sign-in whose account changes while its password is judged opens no session:', () => {
  const changes: [string, (person: Person, own: TestClient) => Promise<void>][] = [
    [
      'an administrator resets the password',
      ({ username }) => code0(admin.call(staff.resetPassword, { username })),
    ],
    [
      'the person changes the password',
      (_person, own) => code0(own.call(session.updatePassword, { newPassword, currentPassword: password })),
    ],
    ['the account is disabled', ({ username }) => code0(admin.call(staff.disableAccount, { username }))],
    [
      'the account is disabled and enabled again',
      async ({ username }) => {
        await code0(admin.call(staff.disableAccount, { username }))
        await code0(admin.call(staff.enableAccount, { username }))
      },
    ],
    [
      'a second factor is set up',
      async (_person, own) => {
        const [begun] = (await own.call(secondFactor.beginTotp, { proof: { password } })).data
        const epoch = server.clock.now().getTime() / 1000
        const code = await generate({ secret: begun?.secret ?? '', epoch })
        await code0(own.call(secondFactor.confirmTotp, { code }))
      },
    ],
  ]
  test.each(changes)('%s', async (_what, change) => {
    const person = await server.person({ password })
    const own = await server.as(person)
    const got = await signInWhile(person, async () => {
      await change(person, own)
      // Ends sessions that were open before the attempt.
      await server.db.write.updateTable('session').set({ ended_at: server.clock.now() }).execute()
    })
    expect(got.bare()).toEqual({ status: 3, desc: 'Invalid Credentials', claims: null })
    expect(got.headers['set-cookie']).toBeUndefined()
    expect(await openSessions(person)).toEqual([])
  })
})

test('eight sign-ins at once with the old password: none is left after the reset is answered', async () => {
  const person = await server.person({ password })
  const signingIn = Array.from({ length: 8 }, () => attempt(server, person.username, password))
  await code0(admin.call(staff.resetPassword, { username: person.username }))
  await Promise.all(signingIn)
  expect(await openSessions(person)).toEqual([])
})

test('a change of permissions meanwhile keeps nobody out, and counts from the first moment', async () => {
  const person = await server.person({ password })
  const permissions = [P.CanAccess, P.EditAgencyStatus]
  const got = await signInWhile(person, () =>
    code0(
      admin.call(staff.savePermissions, {
        user: { username: person.username, permissions, version: 1 },
      }),
    ),
  )
  expect(got.bare()).toMatchObject({ status: 0, claims: { permissions } })
})

test('a confirmation by a password that is the person’s no longer is wrong', async () => {
  const person = await server.person({ password })
  const [own, thief] = [await server.as(person), await server.as(null)]
  thief.cookie = own.cookie
  const held = await holdHashes(1)
  const confirming = thief.call(secondFactor.stepUp, { password })
  await held.begun(1)
  await code0(own.call(session.updatePassword, { newPassword, currentPassword: password }))
  held.letGo()
  expect((await confirming).code).toBe(428)
  expect((await thief.call(session.whoami, {})).status).toBe(401)
  expect((await own.call(session.whoami, {})).status).toBe(200)
})

test('a confirmation by the password is wrong once a second factor was set up meanwhile', async () => {
  const own = await server.asNew({ password })
  const thief = await server.as(null)
  thief.cookie = own.cookie
  const held = await holdHashes(1)
  const confirming = thief.call(secondFactor.stepUp, { password })
  await held.begun(1)
  const [begun] = (await own.call(secondFactor.beginTotp, { proof: { password } })).data
  const code = await generate({ secret: begun?.secret ?? '', epoch: server.clock.now().getTime() / 1000 })
  await code0(own.call(secondFactor.confirmTotp, { code }))
  held.letGo()
  const { code: refused, message } = await confirming
  expect([refused, message]).toEqual([428, 'Incorrect password. Please try again.'])
})
