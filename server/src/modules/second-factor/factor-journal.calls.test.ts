import { contract } from '@agency-support/contract'
import { generate } from 'otplib'
import { expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'
import { softAuthenticator } from '../../../test/soft-authenticator.ts'

const { secondFactor } = contract
const password = 'a passphrase with some length'
const server = useServer()

/** Journal rows about a person, without confirmations. */
async function readJournal(username: string): Promise<unknown[]> {
  const rows = await server.db.read
    .selectFrom('journal')
    .select(['event', 'before', 'after'])
    .where('subject', '=', username)
    .where('event', '<>', 'session.confirmed')
    .orderBy('seq')
    .execute()
  return rows.map(({ event, before, after }) => [event, before, after])
}

async function addPasskey(browser: TestClient, proof: object, name: string) {
  const device = softAuthenticator(server.origin)
  const [begun] = (await browser.call(secondFactor.beginPasskey, { proof })).data
  const response = device.create(begun?.options)
  const stored = await browser.call(secondFactor.finishPasskey, { name, response })
  expect(stored.code).toBe(0)
  return { device, recoveryCodes: stored.data[0]?.recoveryCodes ?? [] }
}

test('what is set up and removed stands in the journal by its name, and whether a factor is left; the last one takes the codes', async () => {
  const browser = await server.asNew({ password })
  const { device, recoveryCodes } = await addPasskey(browser, { password }, 'Laptop')
  const proof = { code: recoveryCodes[0] ?? '' }
  const [begun] = (await browser.call(secondFactor.beginTotp, { proof })).data
  const secret = begun?.secret ?? ''
  const code = (): Promise<string> => {
    server.clock.turn(30)
    return generate({ secret, epoch: server.clock.now().getTime() / 1000 })
  }
  const first = await code()
  const spaced = `${first.slice(0, 3)} ${first.slice(3)}`
  const confirmed = await browser.call(secondFactor.confirmTotp, { code: spaced })
  // The person already has recovery codes, which are kept.
  expect([confirmed.code, confirmed.data]).toEqual([0, [{ recoveryCodes: [] }]])
  await browser.call(secondFactor.renewRecoveryCodes, { proof: { code: await code() } })
  expect((await browser.call(secondFactor.removeTotp, { proof: { code: await code() } })).code).toBe(0)
  const [status] = (await browser.call(secondFactor.status, {})).data
  expect(status).toMatchObject({ totp: false, recoveryCodesLeft: 10 })
  const passkeyId = status?.passkeys[0]?.passkeyId ?? 0
  const [options] = (await browser.call(secondFactor.stepUpOptions, { passkeyId })).data
  expect(options?.by).toEqual(['recoveryCode', 'passkey'])
  const passkey = device.get(options?.passkey)
  expect((await browser.call(secondFactor.removePasskey, { passkeyId, proof: { passkey } })).code).toBe(0)
  expect((await browser.call(secondFactor.status, {})).data[0]).toMatchObject({ recoveryCodesLeft: 0 })
  const app = { factor: 'authenticator app' }
  expect(await readJournal(browser.person.username)).toEqual([
    ['session.passkeyAdded', null, { name: 'Laptop' }],
    ['session.secondFactorOn', null, app],
    ['session.recoveryCodesRenewed', null, null],
    ['session.secondFactorOff', app, { secondFactorLeft: true }],
    ['session.passkeyRemoved', { name: 'Laptop' }, { secondFactorLeft: false }],
  ])
})

test('a failed confirmation stands there with its address, the tenth with the lock', async () => {
  const browser = await server.asNew({ password })
  for (let at = 0; at < 11; at += 1) await browser.call(secondFactor.stepUp, { password: 'wrong' })
  const failed = (locked?: true) => [
    'session.confirmFailed',
    null,
    { why: 'wrong', address: '127.0.0.1', ...(locked && { locked }) },
  ]
  const all = [...Array.from({ length: 9 }, () => failed()), failed(true)]
  expect(await readJournal(browser.person.username)).toEqual(all)
  // The eleventh attempt was not checked, only counted.
  const counted = server.db.read.selectFrom('failed_sign_in').select(['address', 'why', 'attempts'])
  expect(await counted.execute()).toEqual([{ address: '127.0.0.1', why: 'locked out', attempts: 1 }])
})

test('ended sessions stand there by number, and by how many they were', async () => {
  const person = await server.person()
  const [mine, other] = [await server.as(person), await server.as(person)]
  const [theirs] = (await other.call(secondFactor.sessions, {})).data
  const sessionId = theirs?.sessionId ?? 0
  await mine.call(secondFactor.endSession, { sessionId })
  await Promise.all([server.as(person), server.as(person)])
  await mine.call(secondFactor.endOtherSessions, {})
  expect(await readJournal(person.username)).toEqual([
    ['session.ended', null, { session: sessionId }],
    ['session.ended', null, { sessions: 2 }],
  ])
})

test('without recovery codes left a passkey goes by itself alone, and an app is set up by it', async () => {
  const browser = await server.asNew({ password })
  const { device } = await addPasskey(browser, { password }, 'Laptop')
  await server.db.write
    .updateTable('recovery_code')
    .set({ used_at: server.clock.now() })
    .where('staff_id', '=', browser.person.staffId)
    .execute()
  const [status] = (await browser.call(secondFactor.status, {})).data
  const [passkey] = status?.passkeys ?? []
  expect(passkey?.createdAt).toBe(server.clock.now().toISOString())
  const passkeyId = passkey?.passkeyId ?? 0
  const asked = await browser.call(secondFactor.removePasskey, { passkeyId })
  expect(asked.refusal).toEqual({ by: ['passkey'], passkeyId })
  const refused = await browser.call(secondFactor.beginTotp, {})
  expect(refused.refusal).toEqual({ by: ['passkey'] })
  const [options] = (await browser.call(secondFactor.stepUpOptions, {})).data
  const proof = { passkey: device.get(options?.passkey) }
  expect((await browser.call(secondFactor.beginTotp, { proof })).code).toBe(0)
})

test('who has a passkey is not told of one of somebody else', async () => {
  const [browser, other] = [await server.asNew({ password }), await server.asNew({ password })]
  await addPasskey(browser, { password }, 'Laptop')
  await addPasskey(other, { password }, 'Laptop')
  const [status] = (await other.call(secondFactor.status, {})).data
  const passkeyId = status?.passkeys[0]?.passkeyId ?? 0
  expect((await browser.call(secondFactor.removePasskey, { passkeyId })).code).toBe(2)
  const [options] = (await browser.call(secondFactor.stepUpOptions, { passkeyId })).data
  expect(options?.passkey).toBeNull()
})
