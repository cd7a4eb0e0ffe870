import { contract } from '@agency-support/contract'
import { SignInStatus } from '@agency-support/contract/modules/session'
import { staff } from '@agency-support/contract/modules/staff'
import { P, permissionMessages } from '@agency-support/contract/permissions'
import { Agent, request } from 'node:http'
import { generate } from 'otplib'
import { describe, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'
import { allPermissions, type Person, staffStatus } from '../../../test/people.ts'
import { softAuthenticator } from '../../../test/soft-authenticator.ts'
import { attemptStatuses, wrongPasswords } from '../../../test/sign-in.ts'

const server = useServer()

const { secondFactor, session } = contract
const password = 'three green boats'
const admin = (permissions: readonly number[] = allPermissions) => server.asNew({ permissions })
const row = ({ username }: { username: string }) =>
  server.db.read.selectFrom('staff').selectAll().where('username', '=', username).executeTakeFirstOrThrow()
const events = ({ username }: { username: string }) =>
  server.db.read
    .selectFrom('journal')
    .select(['event', 'before', 'after', 'reason'])
    .where('subject', '=', username)
    .where('event', 'like', 'staff.%')
    .orderBy('seq')
    .execute()
const lockSeconds = 15 * 60
/** Locks a name by wrong passwords. */
async function lockName({ username }: Person): Promise<void> {
  // Otherwise the attempts of several tests would exceed the rate limit of one address.
  server.clock.turn(61)
  expect(await attemptStatuses(server, username, wrongPasswords(10))).toEqual(Array(10).fill(3))
}
const setStatus = ({ staffId }: Person, status: number) =>
  server.db.write.updateTable('staff').set({ status }).where('staff_id', '=', staffId).execute()
async function signIn(username: string, given: string): Promise<[status: number, client: TestClient]> {
  const client = await server.as(null)
  const got = await client.call(session.signIn, { username, password: given })
  return [got.bare().status, client]
}

/** Opens the live stream of a session; `ended` resolves when the server ends it. */
async function liveStream(client: TestClient): Promise<{ ended: Promise<string> }> {
  return new Promise((resolve, reject) => {
    const headers = { cookie: client.cookie, 'sec-fetch-site': 'same-origin' }
    const agent = new Agent()
    const going = request({ port: server.port, path: '/api/live', headers, agent }, (response) => {
      let text = ''
      const ended = new Promise<string>((end) => response.once('end', () => end(text)))
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
        if (text.includes('event: hello')) resolve({ ended })
      })
    })
    going.once('error', reject)
    going.end()
  })
}

describe('the accounts', () => {
  test('tell status, lock, second factor, last sign-in and open sessions', async () => {
    const person = await server.person({ password, secondFactor: false })
    await signIn(person.username, password)
    const signedInAt = server.clock.now().toISOString()
    server.clock.turn(60)
    await signIn(person.username, 'not the password')
    const locked = await server.person({ secondFactor: true, status: staffStatus.locked })
    const nameLocked = await server.person()
    await lockName(nameLocked)
    const got = await (await admin([P.CanAccess, P.CanListUsers])).call(staff.accounts, {})
    const of = ({ username }: Person) => got.data.find((one) => one.username === username)
    expect(of(person)).toEqual({
      username: person.username,
      firstName: '',
      lastName: '',
      status: 0,
      mfa: 1,
      permissions: [P.CanAccess],
      version: 1,
      lastSignInAt: signedInAt,
      openSessions: 1,
      locked: false,
    })
    expect(of(locked)).toMatchObject({ status: 2, mfa: 0, lastSignInAt: null, openSessions: 0, locked: true })
    expect(of(nameLocked)).toMatchObject({ status: 2, locked: true })
    server.clock.turn(31 * 60)
    const later = await (await admin()).call(staff.accounts, {})
    const at = (one: Person) => later.data.find(({ username }) => username === one.username)
    expect([at(person)?.openSessions, at(nameLocked)?.locked]).toEqual([0, false])
  })

  test('[TRUTH-23] a name locked by failed sign-ins is Locked in every list, and what it was before afterwards', async () => {
    const sender = await admin()
    const names = { firstName: 'New', lastName: 'Person' }
    const made = await sender.call(staff.createAccount, { username: 'locked@support.test', ...names })
    const { account: person, password } = made.data[0] ?? expect.unreachable('it was made')
    const disabled = await server.person()
    await sender.call(staff.disableAccount, disabled)
    const statuses = async ({ username }: Pick<Person, 'username'>) => {
      const lists = [
        await sender.call(staff.userPermissionList, { agencyId: 0 }),
        await sender.call(staff.accounts, {}),
      ]
      return lists.map(({ data }) => data.find((one) => one.username === username)?.status)
    }
    expect(await statuses(person)).toEqual([3, 3])
    for (let attempt = 1; attempt <= 10; attempt += 1) await signIn(person.username, 'not the password')
    expect((await signIn(person.username, password))[0]).toBe(SignInStatus.lockedOut)
    expect(await statuses(person)).toEqual([2, 2])
    const saved = await sender.call(staff.savePermissions, {
      user: { username: person.username, agencyId: 0, permissions: [P.CanAccess, P.Rerun] },
    })
    expect(saved.data[0]).toMatchObject({ permissions: [P.CanAccess, P.Rerun], status: 2 })
    // It stays disabled after the lock, so the message says so.
    await lockName(disabled)
    expect(await statuses(disabled)).toEqual([1, 1])
    server.clock.turn(lockSeconds)
    expect(await statuses(person)).toEqual([3, 3])
  })

  test.each([
    ['accounts', P.CanListUsers],
    ['createAccount', P.CanCreateUser],
    ['disableAccount', P.CanDeleteUser],
    ['enableAccount', P.CanDeleteUser],
    ['unlockAccount', P.CanUnlockUsers],
    ['resetPassword', P.CanResetPassword],
    ['removeSecondFactor', P.CanResetPassword],
  ] as const)('%s needs permission %d', async (name, needed) => {
    const person = await server.person()
    const sender = await admin(allPermissions.filter((id) => id !== needed))
    const input = { username: person.username, firstName: 'A', lastName: 'B' }
    const got = await sender.call(staff[name], input)
    expect([got.status, got.message]).toEqual([403, permissionMessages.feature])
    expect(await row(person)).toMatchObject({ version: 1, status: 0 })
  })
})

describe('creating', () => {
  test('makes an account that may look, with a password that must be changed first', async () => {
    const sender = await admin()
    const got = await sender.call(staff.createAccount, {
      username: ' New.Person@Support.TEST ',
      firstName: ' New ',
      lastName: 'Person',
      reason: 'joins support',
    })
    const username = 'new.person@support.test'
    const [created] = got.data
    expect(created?.account).toMatchObject({ username, firstName: 'New', status: 3, locked: false })
    expect(await row({ username })).toMatchObject({ permissions: [P.CanAccess], status: 3, mfa: 1 })
    expect(await events({ username })).toEqual([
      {
        event: 'staff.added',
        before: null,
        after: { firstName: 'New', lastName: 'Person', status: 3, permissions: '2000' },
        reason: 'joins support',
      },
    ])
    const [status, client] = await signIn(username, created?.password ?? '')
    expect(status).toBe(SignInStatus.passwordChangeRequired)
    expect((await client.call(staff.accounts, {})).status).toBe(403)
  })

  test('refuses a name that is taken', async () => {
    const person = await server.person()
    const input = { username: person.username.toUpperCase(), firstName: 'A', lastName: 'B' }
    const got = await (await admin()).call(staff.createAccount, input)
    expect([got.code, got.message]).toEqual([409, 'There is already an account with this user name.'])
  })

  test('of the same name at once makes one', async () => {
    const [one, other] = [await admin(), await admin()]
    const input = { username: 'twice@support.test', firstName: 'A', lastName: 'B' }
    const got = await Promise.all([
      one.call(staff.createAccount, input),
      other.call(staff.createAccount, input),
    ])
    expect(got.map(({ code }) => code)).toEqual(expect.arrayContaining([0, 409]))
  })

  test.each([
    [{ username: 'a b@c' }, 'User name must be an email address, such as name@example.com.'],
    [{ firstName: 'x'.repeat(101) }, 'Names must be at most 100 characters, without control characters.'],
    [{ lastName: 'a\nb' }, 'Names must be at most 100 characters, without control characters.'],
    [{ reason: 'x'.repeat(501) }, 'Reason must be at most 500 characters, without control characters.'],
    [{ reason: 'a\0b' }, 'Reason must be at most 500 characters, without control characters.'],
    [{ username: '\ud800@support.test' }, 'User name must be an email address, such as name@example.com.'],
  ])('bad input %j', async (given, sentence) => {
    const input = { username: 'bad@support.test', firstName: 'A', lastName: 'B', ...given }
    const got = await (await admin()).call(staff.createAccount, input)
    expect([got.status, got.message]).toEqual([400, sentence])
  })
})

describe('disabling and enabling', () => {
  test('ends every session and stream at once, and sign-in until it is enabled', async () => {
    const person = await server.person({ password })
    const [one, other] = [await server.as(person), await server.as(person)]
    const stream = await liveStream(one)
    const sender = await admin()
    const got = await sender.call(staff.disableAccount, { ...person, reason: 'left' })
    expect(got.data[0]).toMatchObject({ status: 1, openSessions: 0 })
    expect(await stream.ended).toContain('event: end')
    expect((await other.call(session.whoami, {})).status).toBe(401)
    expect((await signIn(person.username, password))[0]).toBe(SignInStatus.failed)
    expect((await sender.call(staff.enableAccount, person)).data[0]?.status).toBe(0)
    expect((await other.call(session.whoami, {})).status).toBe(401)
    expect((await signIn(person.username, password))[0]).toBe(SignInStatus.success)
    expect(await events(person)).toEqual([
      { event: 'staff.disabled', before: { status: 0 }, after: { status: 1 }, reason: 'left' },
      { event: 'staff.enabled', before: { status: 1 }, after: { status: 0 }, reason: null },
    ])
  })

  test('again changes nothing and leaves no row', async () => {
    const [sender, person] = [await admin(), await server.person()]
    expect((await sender.call(staff.enableAccount, person)).code).toBe(0)
    await sender.call(staff.disableAccount, person)
    expect((await sender.call(staff.disableAccount, person)).code).toBe(0)
    expect((await events(person)).map(({ event }) => event)).toEqual(['staff.disabled'])
  })

  test('a password that somebody else knows must still be changed after enabling or unlocking', async () => {
    const [sender, person] = [await admin(), await server.person({ password })]
    await sender.call(staff.disableAccount, person)
    expect((await sender.call(staff.resetPassword, person)).data[0]?.account.status).toBe(1)
    expect((await sender.call(staff.enableAccount, person)).data[0]?.status).toBe(3)
    await setStatus(person, staffStatus.locked)
    expect((await sender.call(staff.unlockAccount, person)).data[0]).toMatchObject({
      status: 3,
      locked: false,
    })
  })
})

describe('unlocking', () => {
  test('forgets the failed attempts of the name', async () => {
    const person = await server.person({ password })
    await lockName(person)
    expect((await signIn(person.username, password))[0]).toBe(SignInStatus.lockedOut)
    const got = await (await admin()).call(staff.unlockAccount, person)
    expect(got.data[0]).toMatchObject({ locked: false })
    expect((await signIn(person.username, password))[0]).toBe(SignInStatus.success)
    expect((await events(person)).map(({ event }) => event)).toEqual(['staff.unlocked'])
  })

  test('lifts a lock set by hand', async () => {
    const person = await server.person({ status: staffStatus.locked })
    expect((await (await admin()).call(staff.unlockAccount, person)).data[0]?.status).toBe(0)
  })

  test('of nobody locked says so', async () => {
    const person = await server.person()
    await lockName(person)
    server.clock.turn(lockSeconds)
    const got = await (await admin()).call(staff.unlockAccount, person)
    expect([got.status, got.code, got.message]).toEqual([200, 304, 'User not locked. No action taken.'])
    expect(await events(person)).toEqual([])
  })
})

describe('a new password', () => {
  test('replaces the old one, ends the sessions and must be changed first', async () => {
    const person = await server.person({ password })
    const browser = await server.as(person)
    const got = await (await admin()).call(staff.resetPassword, person)
    const [reset] = got.data
    expect(reset?.account).toMatchObject({ status: 3, openSessions: 0 })
    expect((await browser.call(session.whoami, {})).status).toBe(401)
    expect((await signIn(person.username, password))[0]).toBe(SignInStatus.invalidCredentials)
    const [status] = await signIn(person.username, reset?.password ?? '')
    expect(status).toBe(SignInStatus.passwordChangeRequired)
    expect(await events(person)).toEqual([
      {
        event: 'staff.passwordSet',
        before: { status: 0 },
        after: { status: 3, mustChange: true },
        reason: null,
      },
    ])
  })

  test('does not lift a lock: that is another permission', async () => {
    const person = await server.person({ status: staffStatus.locked })
    const sender = await admin([P.CanAccess, P.CanResetPassword])
    expect((await sender.call(staff.resetPassword, person)).data[0]?.account.locked).toBe(true)
  })
})

/** Sets up an authenticator app and a passkey as a person does, with the recovery codes. */
async function setUpSecondFactors(browser: TestClient): Promise<void> {
  const [begun] = (await browser.call(secondFactor.beginTotp, { proof: { password } })).data
  const secret = begun?.secret ?? ''
  const epoch = server.clock.now().getTime() / 1000
  const code = await generate({ secret, epoch })
  expect((await browser.call(secondFactor.confirmTotp, { code })).code).toBe(0)
  // A code works once, so this is the next one.
  const proof = { code: await generate({ secret, epoch: epoch + 30 }) }
  const [options] = (await browser.call(secondFactor.beginPasskey, { proof })).data
  const response = softAuthenticator(server.origin).create(options?.options)
  expect((await browser.call(secondFactor.finishPasskey, { name: 'Key', response })).code).toBe(0)
}

describe('removing the second factor', () => {
  test('takes every kind of it and ends the sessions', async () => {
    const person = await server.person({ password })
    const browser = await server.as(person)
    await setUpSecondFactors(browser)
    const [before] = (await browser.call(secondFactor.status, {})).data
    expect(before).toMatchObject({ totp: true, recoveryCodesLeft: 10, passkeys: [{ name: 'Key' }] })
    expect((await signIn(person.username, password))[0]).toBe(SignInStatus.mfaRequired)
    const sender = await admin()
    expect((await sender.call(staff.removeSecondFactor, { ...person, reason: 'lost phone' })).code).toBe(0)
    expect(await row(person)).toMatchObject({ mfa: 1, totp_secret: null, totp_pending: null, version: 3 })
    for (const table of ['recovery_code', 'passkey'] as const) {
      const left = server.db.read.selectFrom(table).selectAll().where('staff_id', '=', person.staffId)
      expect(await left.execute()).toEqual([])
    }
    expect((await browser.call(session.whoami, {})).status).toBe(401)
    expect((await signIn(person.username, password))[0]).toBe(SignInStatus.success)
    expect(await events(person)).toEqual([
      { event: 'staff.secondFactorRemoved', before: null, after: null, reason: 'lost phone' },
    ])
    const again = await sender.call(staff.removeSecondFactor, person)
    expect([again.code, again.message]).toEqual([304, 'This person has no second factor.'])
  })
})

describe('refusals of every account call', () => {
  const onOthers = ['disableAccount', 'enableAccount', 'resetPassword', 'removeSecondFactor'] as const

  test.each([...onOthers, 'unlockAccount'] as const)('%s of nobody', async (name) => {
    const got = await (await admin()).call(staff[name], { username: 'nobody@support.test' })
    expect([got.status, got.code, got.message]).toEqual([200, 2, 'This user no longer exists.'])
  })

  test.each(onOthers)('%s of oneself', async (name) => {
    const sender = await admin()
    const got = await sender.call(staff[name], sender.person)
    expect([got.code, got.message]).toEqual([403, 'You cannot do this to your own account.'])
    expect(await row(sender.person)).toMatchObject({ version: 1, status: 0 })
  })
})
