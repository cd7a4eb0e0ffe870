import { contract } from '@agency-support/contract'
import { describe, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'
import { type SoftAuthenticator, softAuthenticator } from '../../../test/soft-authenticator.ts'

const { secondFactor, session } = contract
const password = 'a passphrase with some length'
const wrongFactor = 'Incorrect code or passkey. Please try again.'
const server = useServer()

/** Options for a new passkey; `device` proves identity for a person who already has one. */
async function begin(browser: TestClient, device?: SoftAuthenticator): Promise<Record<string, unknown>> {
  const proof = device === undefined ? { password } : { passkey: await use(browser, device) }
  const [begun] = (await browser.call(secondFactor.beginPasskey, { proof })).data
  if (begun === undefined) throw new Error('no options were answered')
  return begun.options
}

/** A device's answer to a confirmation of identity. */
async function use(
  browser: TestClient,
  device: SoftAuthenticator,
  input: { passkeyId?: number } = {},
): Promise<Record<string, unknown>> {
  const [options] = (await browser.call(secondFactor.stepUpOptions, input)).data
  return device.get(options?.passkey)
}

/** A person with one passkey. */
async function personWithPasskey() {
  const person = await server.person({ password })
  const browser = await server.as(person)
  const device = softAuthenticator(server.origin)
  const response = device.create(await begin(browser))
  const stored = await browser.call(secondFactor.finishPasskey, { name: 'Laptop', response })
  expect(stored.code).toBe(0)
  return { ...person, browser, device, recoveryCodes: stored.data[0]?.recoveryCodes ?? [] }
}

async function signIn(username: string, passkey?: Record<string, unknown>) {
  const browser = await server.as(null)
  const given = passkey === undefined ? {} : { passkey }
  const answer = await browser.call(session.signIn, { username, password, ...given })
  return { browser, ...answer.bare() }
}

describe('adding a passkey', () => {
  test('it counts as a second factor, is listed by its name and brings recovery codes the first time', async () => {
    const { browser, device, staffId, recoveryCodes } = await personWithPasskey()
    expect(recoveryCodes).toHaveLength(10)
    const second = softAuthenticator(server.origin).create(await begin(browser, device))
    const stored = await browser.call(secondFactor.finishPasskey, { name: ' Phone ', response: second })
    expect(stored.data).toEqual([{ recoveryCodes: [] }])
    const [status] = (await browser.call(secondFactor.status, {})).data
    expect(status).toMatchObject({ totp: false, recoveryCodesLeft: 10 })
    expect(status?.passkeys.map(({ name, lastUsedAt }) => [name, lastUsedAt])).toEqual([
      ['Laptop', server.clock.now().toISOString()],
      ['Phone', null],
    ])
    const row = server.db.read.selectFrom('staff').select('mfa').where('staff_id', '=', staffId)
    expect(await row.execute()).toEqual([{ mfa: 0 }])
  })

  test('a challenge is good once, for five minutes and for its person', async () => {
    const [browser, other] = [await server.asNew({ password }), await server.asNew({ password })]
    const refusedFor = async (client: TestClient, response: Record<string, unknown>) => {
      const refused = await client.call(secondFactor.finishPasskey, { name: 'Laptop', response })
      return [refused.code, refused.message]
    }
    const options = await begin(browser)
    const device = softAuthenticator(server.origin)
    const response = device.create(options)
    expect(await refusedFor(other, response)).toEqual([2, 'Please start again.'])
    expect(await refusedFor(browser, response)).toEqual([0, ''])
    expect(await refusedFor(browser, response)).toEqual([2, 'Please start again.'])
    const late = softAuthenticator(server.origin).create(await begin(browser, device))
    server.clock.turn(5 * 60)
    expect(await refusedFor(browser, late)).toEqual([2, 'Please start again.'])
  })

  test('an answer from another site, a broken one and rubbish are not verified', async () => {
    const browser = await server.asNew({ password })
    const device = softAuthenticator(server.origin)
    const whole = device.create(await begin(browser))
    const broken = { ...whole, response: { ...Object(whole['response']), attestationObject: 'AAAA' } }
    const foreign = device.create(await begin(browser), { origin: 'https://support.example.evil' })
    for (const response of [broken, foreign, {}, { response: { clientDataJSON: '%%%' } }]) {
      const refused = await browser.call(secondFactor.finishPasskey, { name: 'Laptop', response })
      expect([refused.code, refused.message]).toEqual([
        422,
        'The browser’s answer could not be verified. Please start again.',
      ])
    }
  })

  test('text that the database cannot store is not verified either', async () => {
    const browser = await server.asNew({ password })
    const whole = softAuthenticator(server.origin).create(await begin(browser))
    const changed = (part: object) => ({ ...whole, response: { ...Object(whole['response']), ...part } })
    const clientDataJSON = Buffer.from('{"challenge":"a\\u0000"}').toString('base64url')
    for (const response of [changed({ clientDataJSON }), changed({ transports: ['usb\0'] })])
      expect((await browser.call(secondFactor.finishPasskey, { name: 'Laptop', response })).code).toBe(422)
  })

  test('one passkey is stored once; it needs a name', async () => {
    const { browser, device } = await personWithPasskey()
    const response = device.create(await begin(browser, device))
    const exists = await browser.call(secondFactor.finishPasskey, { name: 'Again', response })
    expect([exists.code, exists.message]).toEqual([409, 'This passkey is already registered.'])
    const nameless = await browser.call(secondFactor.finishPasskey, { name: ' ', response })
    expect([nameless.status, nameless.message]).toEqual([
      400,
      'A passkey needs a name of 1 to 60 characters.',
    ])
  })

  test('the last factor takes the recovery codes along', async () => {
    const { browser, device, username } = await personWithPasskey()
    const [status] = (await browser.call(secondFactor.status, {})).data
    const passkeyId = status?.passkeys[0]?.passkeyId ?? 0
    const proof = { passkey: await use(browser, device, { passkeyId }) }
    expect((await browser.call(secondFactor.removePasskey, { passkeyId, proof })).code).toBe(0)
    const gone = await browser.call(secondFactor.removePasskey, { passkeyId })
    expect([gone.code, gone.message]).toEqual([2, 'This passkey has already been removed.'])
    expect((await browser.call(secondFactor.status, {})).data).toEqual([
      { totp: false, recoveryCodesLeft: 0, passkeys: [] },
    ])
    expect((await signIn(username)).status).toBe(0)
  })

  test('nobody removes a passkey of somebody else', async () => {
    const { browser } = await personWithPasskey()
    const [status] = (await browser.call(secondFactor.status, {})).data
    const passkeyId = status?.passkeys[0]?.passkeyId ?? 0
    const stranger = await server.asNew()
    expect((await stranger.call(secondFactor.removePasskey, { passkeyId })).code).toBe(2)
    expect((await browser.call(secondFactor.status, {})).data[0]?.passkeys).toHaveLength(1)
  })
})

describe('signing in with a passkey', () => {
  test('status 1 carries what the browser asks with; its answer signs in, once', async () => {
    const { username, device, browser } = await personWithPasskey()
    const asked = await signIn(username)
    expect([asked.status, asked.by]).toEqual([1, ['recoveryCode', 'passkey']])
    expect(asked.passkey).toMatchObject({ rpId: 'localhost', allowCredentials: [{ id: device.id }] })
    const passkey = device.get(asked.passkey)
    expect((await signIn(username, passkey)).status).toBe(0)
    const replayed = await signIn(username, passkey)
    expect([replayed.status, replayed.desc]).toEqual([99, wrongFactor])
    const [status] = (await browser.call(secondFactor.status, {})).data
    expect(status?.passkeys[0]?.lastUsedAt).toBe(server.clock.now().toISOString())
  })

  test('a counter that falls back is a copy of the device and refused', async () => {
    const { username, device } = await personWithPasskey()
    const sign = async (counter: number): Promise<number> => {
      const { passkey } = await signIn(username)
      return (await signIn(username, device.get(passkey, { counter }))).status
    }
    expect([await sign(5), await sign(5), await sign(4), await sign(6)]).toEqual([0, 99, 99, 0])
  })

  test('the wrong key, the wrong site, the wrong purpose and an old challenge are refused', async () => {
    const { username, device, browser } = await personWithPasskey()
    const refused = async (make: (options: unknown) => Record<string, unknown>): Promise<number> => {
      const { passkey } = await signIn(username)
      return (await signIn(username, make(passkey))).status
    }
    const stranger: SoftAuthenticator = softAuthenticator(server.origin)
    expect(await refused((options) => stranger.get(options))).toBe(99)
    expect(await refused((options) => ({ ...stranger.get(options), id: device.id, rawId: device.id }))).toBe(
      99,
    )
    expect(await refused((options) => device.get(options, { origin: 'http://localhost:1' }))).toBe(99)
    expect(await refused(() => ({}))).toBe(99)
    const [stepUp] = (await browser.call(secondFactor.stepUpOptions, {})).data
    expect((await signIn(username, device.get(stepUp?.passkey))).status).toBe(99)
    const { passkey } = await signIn(username)
    server.clock.turn(5 * 60)
    expect((await signIn(username, device.get(passkey))).status).toBe(99)
    expect(await refused((options) => device.get(options))).toBe(0)
  })

  test('six digits are no code of somebody who has no app', async () => {
    const { username } = await personWithPasskey()
    const browser = await server.as(null)
    const answer = await browser.call(session.signIn, { username, password, mfaCode: '123456' })
    expect(answer.bare()).toMatchObject({ status: 99, desc: wrongFactor })
  })

  test('a recovery code stands in for a lost passkey', async () => {
    const { username, recoveryCodes } = await personWithPasskey()
    const browser = await server.as(null)
    const [mfaCode = ''] = recoveryCodes
    const answer = await browser.call(session.signIn, { username, password, mfaCode })
    expect(answer.bare().status).toBe(0)
  })
})

test('a passkey confirms who is acting', async () => {
  const { browser, device } = await personWithPasskey()
  server.clock.turn(15 * 60)
  const confirmTotp = async () => (await browser.call(secondFactor.confirmTotp, { code: '123456' })).code
  expect(await confirmTotp()).toBe(428)
  const passkey = await use(browser, device)
  expect((await browser.call(secondFactor.stepUp, { passkey })).code).toBe(0)
  expect(await confirmTotp()).toBe(2)
  const replayed = await browser.call(secondFactor.stepUp, { passkey })
  expect([replayed.code, replayed.message]).toEqual([428, 'This passkey was not accepted. Please try again.'])
})
