import { contract } from '@agency-support/contract'
import { generate } from 'otplib'
import { expect, test } from 'vitest'
import { untilOneWaits } from '../../../test/until-one-waits.ts'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'

const { secondFactor, session } = contract
const password = 'a passphrase with some length'
const quarter = 15 * 60
const server = useServer()

/** True while the session is freshly authenticated: then the call only fails because there is nothing to confirm. */
const isFresh = async (browser: TestClient): Promise<boolean> => {
  const { code } = await browser.call(secondFactor.confirmTotp, { code: '123456' })
  expect([2, 428]).toContain(code)
  return code === 2
}

/** A person with an authenticator app, and its current code. */
async function withApp() {
  const browser = await server.asNew({ password })
  const [begun] = (await browser.call(secondFactor.beginTotp, { proof: { password } })).data
  const secret = begun?.secret ?? ''
  const code = (): Promise<string> => generate({ secret, epoch: server.clock.now().getTime() / 1000 })
  await browser.call(secondFactor.confirmTotp, { code: await code() })
  return { browser, code }
}

test('the password confirms: the session counts as fresh and has a new token; the old one is nobody', async () => {
  const browser = await server.asNew({ password })
  const old = browser.cookie
  server.clock.turn(quarter)
  expect(await isFresh(browser)).toBe(false)
  expect((await browser.call(secondFactor.stepUp, { password })).code).toBe(0)
  expect(browser.cookie).not.toBe(old)
  expect(await isFresh(browser)).toBe(true)
  const thief = await server.as(null)
  if (old !== undefined) thief.cookie = old
  expect((await thief.call(session.whoami, {})).status).toBe(401)
  expect((await browser.call(secondFactor.sessions, {})).data).toHaveLength(1)
})

test('a code confirms, once', async () => {
  const { browser, code } = await withApp()
  server.clock.turn(quarter)
  expect((await browser.call(secondFactor.stepUpOptions, {})).data).toEqual([{ by: ['code'], passkey: null }])
  const spent = await code()
  expect((await browser.call(secondFactor.stepUp, { code: spent })).code).toBe(0)
  expect(await isFresh(browser)).toBe(true)
  const again = await browser.call(secondFactor.stepUp, { code: spent })
  expect([again.code, again.message]).toEqual([
    428,
    'Incorrect code. Type the code that the app shows now, or an unused recovery code.',
  ])
})

test('with a second factor the password does not confirm, and trying it costs no attempt', async () => {
  const { browser, code } = await withApp()
  server.clock.turn(quarter)
  for (let at = 0; at < 12; at += 1) {
    const refused = await browser.call(secondFactor.stepUp, { password })
    expect([refused.code, refused.message]).toEqual([428, 'Please confirm with your second factor.'])
    expect(refused.refusal).toEqual({ by: ['code'] })
  }
  expect(await isFresh(browser)).toBe(false)
  // Together with the factor, a wrong password does no harm.
  expect((await browser.call(secondFactor.stepUp, { password: 'wrong', code: await code() })).code).toBe(0)
  expect(await isFresh(browser)).toBe(true)
})

test('a password that was judged before a factor was set up confirms no more', async () => {
  const browser = await server.asNew({ password })
  const { confirming } = await server.db.write.transaction().execute(async (tx) => {
    await tx
      .updateTable('staff')
      .set({ mfa: 0, totp_secret: Buffer.from('set up elsewhere') })
      .where('staff_id', '=', browser.person.staffId)
      .execute()
    const asked = browser.call(secondFactor.stepUp, { password })
    await untilOneWaits(tx, 'staff')
    return { confirming: asked }
  })
  expect((await confirming).code).toBe(428)
})

test('without a second factor a code is none, and the password is asked for', async () => {
  const browser = await server.asNew({ password })
  const refused = await browser.call(secondFactor.stepUp, { code: '123456' })
  expect([refused.code, refused.refusal]).toEqual([428, { by: ['password'] }])
})

test('refusals: nothing given, wrong, and after ten wrong ones locked', async () => {
  const browser = await server.asNew({ password })
  const nothing = await browser.call(secondFactor.stepUp, {})
  expect([nothing.status, nothing.code, nothing.message]).toEqual([
    200,
    400,
    'Give your password, a code or a passkey.',
  ])
  for (let at = 0; at < 10; at += 1) {
    const wrong = await browser.call(secondFactor.stepUp, { password: 'not the password' })
    expect([wrong.code, wrong.message]).toEqual([428, 'Incorrect password. Please try again.'])
  }
  const locked = await browser.call(secondFactor.stepUp, { password })
  expect([locked.code, locked.message]).toEqual([428, 'Too many wrong attempts. Please wait 15 minutes.'])
  server.clock.turn(quarter)
  expect((await browser.call(secondFactor.stepUp, { password })).code).toBe(0)
})

test('the lock lasts fifteen minutes from the tenth wrong one, which the journal names', async () => {
  const browser = await server.asNew({ password })
  const wrong = () => browser.call(secondFactor.stepUp, { password: 'not the password' })
  for (let at = 0; at < 9; at += 1) await wrong()
  server.clock.turn(14 * 60)
  await wrong()
  server.clock.turn(10 * 60)
  const { code, message } = await browser.call(secondFactor.stepUp, { password })
  expect([code, message]).toEqual([428, 'Too many wrong attempts. Please wait 15 minutes.'])
  server.clock.turn(5 * 60)
  expect((await browser.call(secondFactor.stepUp, { password })).code).toBe(0)
  const rows = await server.db.read
    .selectFrom('journal')
    .select('after')
    .where('subject', '=', browser.person.username)
    .where('event', '=', 'session.confirmFailed')
    .orderBy('seq')
    .execute()
  const locking = rows.map(({ after }) => (after as { locked?: boolean }).locked === true)
  expect(locking.slice(0, 10)).toEqual([...Array.from({ length: 9 }, () => false), true])
})

test('a right confirmation forgets the wrong ones before it', async () => {
  const browser = await server.asNew({ password })
  for (let round = 0; round < 2; round += 1) {
    for (let at = 0; at < 9; at += 1) await browser.call(secondFactor.stepUp, { password: 'wrong' })
    expect((await browser.call(secondFactor.stepUp, { password })).code).toBe(0)
  }
})

test('both outcomes are in the record', async () => {
  const browser = await server.asNew({ password })
  await browser.call(secondFactor.stepUp, { password: 'wrong' })
  await browser.call(secondFactor.stepUp, { password })
  const rows = await server.db.read
    .selectFrom('journal')
    .select(['event', 'after'])
    .where('subject', '=', browser.person.username)
    .orderBy('seq')
    .execute()
  expect(rows.map(({ event }) => event)).toEqual(['session.confirmFailed', 'session.confirmed'])
  expect(rows[0]?.after).toMatchObject({ why: 'wrong' })
})
