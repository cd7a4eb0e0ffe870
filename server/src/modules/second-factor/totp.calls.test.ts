import { contract } from '@agency-support/contract'
import { generate } from 'otplib'
import { describe, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'

const { secondFactor, session } = contract
const password = 'a passphrase with some length'
const server = useServer()

/** The code of an authenticator app, some steps from now. */
function makeCode(secret: string, steps = 0): Promise<string> {
  return generate({ secret, epoch: server.clock.now().getTime() / 1000 + steps * 30 })
}

interface Protected {
  username: string
  staffId: number
  browser: TestClient
  secret: string
  recoveryCodes: string[]
}

/** A person who has just set up an authenticator app; the confirming code is used up. */
async function personWithTotp(): Promise<Protected> {
  const person = await server.person({ password })
  const browser = await server.as(person)
  const [begun] = (await browser.call(secondFactor.beginTotp, { proof: { password } })).data
  const secret = begun?.secret ?? ''
  const confirmed = await browser.call(secondFactor.confirmTotp, { code: await makeCode(secret) })
  expect(confirmed.code).toBe(0)
  server.clock.turn(60)
  return { ...person, browser, secret, recoveryCodes: confirmed.data[0]?.recoveryCodes ?? [] }
}

async function signIn(username: string, extra: { mfaCode?: string; password?: string } = {}) {
  const browser = await server.as(null)
  const answer = await browser.call(session.signIn, { username, password, ...extra })
  return { browser, ...answer.bare() }
}

async function readMfa(staffId: number): Promise<number | undefined> {
  const row = server.db.read.selectFrom('staff').select('mfa').where('staff_id', '=', staffId)
  return (await row.executeTakeFirst())?.mfa
}

async function readEvents(username: string): Promise<string[]> {
  const rows = await server.db.read
    .selectFrom('journal')
    .select('event')
    .where('subject', '=', username)
    .orderBy('seq')
    .execute()
  return rows.map(({ event }) => event)
}

describe('setting up an authenticator app', () => {
  test('a first code turns it on, answers ten recovery codes once, and staff.mfa follows', async () => {
    const person = await server.person({ password })
    const browser = await server.as(person)
    expect((await browser.call(secondFactor.status, {})).data).toEqual([
      { totp: false, recoveryCodesLeft: 0, passkeys: [] },
    ])
    const [begun] = (await browser.call(secondFactor.beginTotp, { proof: { password } })).data
    const secret = begun?.secret ?? ''
    expect(new URL(begun?.uri ?? '').searchParams.get('secret')).toBe(secret)
    expect(await readMfa(person.staffId)).toBe(1)
    const key = { 'idempotency-key': 'confirm-once-0001' }
    const code = await makeCode(secret)
    const confirmed = await browser.call(secondFactor.confirmTotp, { code }, key)
    const codes = confirmed.data[0]?.recoveryCodes ?? []
    expect(new Set(codes).size).toBe(10)
    for (const one of codes) expect(one).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/)
    expect(await readMfa(person.staffId)).toBe(0)
    const again = await browser.call(secondFactor.confirmTotp, { code }, key)
    expect([again.code, again.message]).toEqual([
      409,
      'This was carried out already; what it showed is shown only once.',
    ])
    expect((await browser.call(secondFactor.status, {})).data).toEqual([
      { totp: true, recoveryCodesLeft: 10, passkeys: [] },
    ])
    expect(await readEvents(person.username)).toEqual(['session.confirmed', 'session.secondFactorOn'])
  })

  test('neither secret nor recovery codes can be read in the database', async () => {
    const { staffId, secret, recoveryCodes } = await personWithTotp()
    const { db } = server
    const staff = await db.read.selectFrom('staff').selectAll().where('staff_id', '=', staffId).execute()
    const codes = await db.read
      .selectFrom('recovery_code')
      .selectAll()
      .where('staff_id', '=', staffId)
      .execute()
    const kept = await db.read.selectFrom('idempotency').selectAll().where('owner', '=', staffId).execute()
    const texts = [staff, codes, kept].map((rows) =>
      JSON.stringify(rows, (_key, value: unknown) =>
        value instanceof Object && 'type' in value && value.type === 'Buffer' && 'data' in value
          ? Buffer.from(value.data as number[]).toString('latin1')
          : value,
      ),
    )
    for (const given of [secret, ...recoveryCodes])
      for (const text of texts) expect(text).not.toContain(given)
  })

  test('refusals: a wrong code, none begun, one there already, none to remove', async () => {
    const browser = await server.asNew({ password })
    const notBegun = await browser.call(secondFactor.confirmTotp, { code: '123456' })
    expect([notBegun.code, notBegun.message]).toEqual([2, 'Please start the set-up again.'])
    const none = await browser.call(secondFactor.removeTotp, {})
    expect([none.code, none.message]).toEqual([304, 'No authenticator app is set up.'])
    const noFactor = await browser.call(secondFactor.renewRecoveryCodes, {})
    expect([noFactor.code, noFactor.message]).toEqual([
      409,
      'Set up an authenticator app or a passkey first.',
    ])
    const [begun] = (await browser.call(secondFactor.beginTotp, { proof: { password } })).data
    const old = await makeCode(begun?.secret ?? '', -3)
    const wrong = await browser.call(secondFactor.confirmTotp, { code: old })
    expect([wrong.code, wrong.message]).toEqual([
      422,
      'Incorrect code. Check the time on your phone, then type the next code.',
    ])
    const code = await makeCode(begun?.secret ?? '')
    expect((await browser.call(secondFactor.confirmTotp, { code })).code).toBe(0)
    const already = await browser.call(secondFactor.beginTotp, {})
    expect([already.code, already.message]).toEqual([
      409,
      'An authenticator app is set up already. Remove it first.',
    ])
    const short = await browser.call(secondFactor.confirmTotp, { code: '12345' })
    expect([short.status, short.message]).toEqual([400, 'The code is 6 digits, or a recovery code.'])
  })

  test('removing it removes the recovery codes too, and sign-in asks for no code', async () => {
    const { browser, username, staffId, secret } = await personWithTotp()
    const proof = { code: await makeCode(secret) }
    expect((await browser.call(secondFactor.removeTotp, { proof })).code).toBe(0)
    expect(await readMfa(staffId)).toBe(1)
    expect((await browser.call(secondFactor.status, {})).data[0]?.recoveryCodesLeft).toBe(0)
    expect((await signIn(username)).status).toBe(0)
  })

  test.each(['beginTotp', 'beginPasskey'] as const)(
    '%s asks for the password, however fresh the sign-in is',
    async (name) => {
      const browser = await server.asNew({ password })
      const refused = await browser.call(secondFactor[name], {})
      expect([refused.code, refused.message]).toEqual([428, 'Please confirm that it is you.'])
      expect(refused.refusal).toEqual({ by: ['password'] })
      const wrong = await browser.call(secondFactor[name], { proof: { password: 'not the password' } })
      expect([wrong.code, wrong.message]).toEqual([428, 'Incorrect password. Please try again.'])
      server.clock.turn(15 * 60)
      expect((await browser.call(secondFactor[name], { proof: { password } })).code).toBe(0)
    },
  )
})

describe('signing in with a code', () => {
  test('the password alone is answered status 1 and opens no session; with the code it does', async () => {
    const { username, secret } = await personWithTotp()
    const asked = await signIn(username)
    expect([asked.status, asked.desc, asked.claims, asked.by]).toEqual([
      1,
      'Multi-factor authentication is required.',
      null,
      ['code'],
    ])
    expect(asked.browser.cookie).toBeUndefined()
    const code = await makeCode(secret)
    const entered = await signIn(username, { mfaCode: ` ${code.slice(0, 3)} ${code.slice(3)}` })
    expect(entered.status).toBe(0)
    expect((await entered.browser.call(session.whoami, {})).status).toBe(200)
  })

  test('a right code with a wrong password is reported as Invalid Credentials and stays unused', async () => {
    const { username, secret } = await personWithTotp()
    const mfaCode = await makeCode(secret)
    const wrong = await signIn(username, { mfaCode, password: 'not the password' })
    expect([wrong.status, wrong.desc]).toEqual([3, 'Invalid Credentials'])
    expect((await signIn(username, { mfaCode })).status).toBe(0)
  })

  test('[A17] a code works once, also when it is sent ten times at once', async () => {
    const { username, secret } = await personWithTotp()
    const mfaCode = await makeCode(secret)
    const answers = await Promise.all(Array.from({ length: 5 }, () => signIn(username, { mfaCode })))
    expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([0, 99, 99, 99, 99])
    const replayed = await signIn(username, { mfaCode })
    expect([replayed.status, replayed.desc]).toEqual([99, 'Incorrect code or passkey. Please try again.'])
    expect(replayed.browser.cookie).toBeUndefined()
  })

  test('[A17] the code of two steps ahead is refused, as is the one that set the app up', async () => {
    const { username, secret } = await personWithTotp()
    for (const steps of [2, -2]) {
      expect((await signIn(username, { mfaCode: await makeCode(secret, steps) })).status).toBe(99)
    }
    expect((await signIn(username, { mfaCode: await makeCode(secret, 1) })).status).toBe(0)
  })

  test('ten wrong codes lock the name, the right one included; asking for a code costs nothing', async () => {
    const { username, secret } = await personWithTotp()
    for (let at = 0; at < 12; at += 1) expect((await signIn(username)).status).toBe(1)
    // An address may try 30 times a minute.
    server.clock.turn(60)
    const statuses = []
    for (let at = 0; at < 10; at += 1) {
      // A right password alone must not reset the count of wrong codes.
      const asked = await signIn(username)
      const wrong = await signIn(username, { mfaCode: '000000' })
      statuses.push([asked.status, wrong.status])
    }
    expect(statuses).toEqual(Array.from({ length: 10 }, () => [1, 99]))
    const locked = await signIn(username, { mfaCode: await makeCode(secret) })
    expect([locked.status, locked.desc]).toEqual([4, 'This account is locked out.'])
    server.clock.turn(15 * 60)
    expect((await signIn(username, { mfaCode: await makeCode(secret) })).status).toBe(0)
  })

  test('wrong codes and wrong passwords count together', async () => {
    const { username, secret } = await personWithTotp()
    for (let at = 0; at < 5; at += 1) {
      await signIn(username, { mfaCode: '000000' })
      await signIn(username, { password: 'not the password' })
    }
    expect((await signIn(username, { mfaCode: await makeCode(secret) })).status).toBe(4)
  })

  test('a recovery code works once, in any dress; new ones end the old ones', async () => {
    const { username, browser, secret, recoveryCodes } = await personWithTotp()
    const [first = '', second = '', third = ''] = recoveryCodes
    expect((await signIn(username, { mfaCode: first.toUpperCase().replace('-', ' ') })).status).toBe(0)
    expect((await signIn(username, { mfaCode: first })).status).toBe(99)
    expect((await browser.call(secondFactor.status, {})).data[0]?.recoveryCodesLeft).toBe(9)
    const proof = { code: await makeCode(secret) }
    const [renewed] = (await browser.call(secondFactor.renewRecoveryCodes, { proof })).data
    expect(renewed?.recoveryCodes).toHaveLength(10)
    expect((await signIn(username, { mfaCode: second })).status).toBe(99)
    const [fresh = ''] = renewed?.recoveryCodes ?? []
    const [one, other] = await Promise.all([
      signIn(username, { mfaCode: fresh }),
      signIn(username, { mfaCode: fresh }),
    ])
    expect(new Set([one.status, other.status])).toEqual(new Set([0, 99]))
    const somebodyElse = await personWithTotp()
    expect((await signIn(somebodyElse.username, { mfaCode: third })).status).toBe(99)
  })

  test('who must change the password is asked for the code first', async () => {
    const { username, secret, staffId } = await personWithTotp()
    await server.db.write.updateTable('staff').set({ status: 3 }).where('staff_id', '=', staffId).execute()
    expect((await signIn(username)).status).toBe(1)
    expect((await signIn(username, { mfaCode: await makeCode(secret) })).status).toBe(5)
  })

  test('every outcome is in the record, without codes', async () => {
    const { username, secret } = await personWithTotp()
    const code = await makeCode(secret)
    await signIn(username, { mfaCode: '000000' })
    await signIn(username, { mfaCode: code })
    expect(await readEvents(username)).toEqual([
      'session.confirmed',
      'session.secondFactorOn',
      'session.signInFailed',
      'session.signedIn',
    ])
    const rows = await server.db.read.selectFrom('journal').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(code)
    expect(JSON.stringify(rows)).not.toContain(secret)
  })
})

test('with a second factor 8 characters are enough; without it such a password must be changed at the next sign-in', async () => {
  const { browser, username, secret } = await personWithTotp()
  const short = 'zebra-42-kite'
  const change = { newPassword: short, currentPassword: password }
  expect((await browser.call(session.updatePassword, change)).code).toBe(0)
  const tooShort = await browser.call(session.updatePassword, { newPassword: 'zeb-42k' })
  expect([tooShort.code, tooShort.message]).toEqual([400, 'Password must be at least 8 characters.'])
  const entered = await signIn(username, { password: short, mfaCode: await makeCode(secret) })
  expect(entered.status).toBe(0)
  const proof = { code: await makeCode(secret, 1) }
  expect((await entered.browser.call(secondFactor.removeTotp, { proof })).code).toBe(0)
  const restricted = await signIn(username, { password: short })
  expect([restricted.status, restricted.claims?.passwordChangeRequired]).toEqual([5, true])
  expect((await restricted.browser.call(secondFactor.status, {})).status).toBe(403)
  await restricted.browser.call(session.updatePassword, { newPassword: password })
  expect((await signIn(username)).status).toBe(0)
})
