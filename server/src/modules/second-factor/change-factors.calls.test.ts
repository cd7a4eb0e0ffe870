import { contract } from '@agency-support/contract'
import { generate } from 'otplib'
import { describe, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'
import { type SoftAuthenticator, softAuthenticator } from '../../../test/soft-authenticator.ts'

const { secondFactor, session } = contract
const password = 'a passphrase with some length'
const wrongCode = [428, 'Incorrect code. Type the code that the app shows now, or an unused recovery code.']
const wrongRecoveryCode = [428, 'Incorrect recovery code. Type one that you have not used yet.']
const wrongPasskey = [428, 'This passkey was not accepted. Please try again.']
const server = useServer()

interface Holder {
  browser: TestClient
  username: string
  /** The app's current code; each call returns a later one, because a code works once. */
  code: () => Promise<string>
  /** A device's answer; without user interaction only if that passkey is requested. */
  answer: (from: SoftAuthenticator, input?: { passkeyId?: number }) => Promise<Record<string, unknown>>
  laptop: SoftAuthenticator
  phone: SoftAuthenticator
  laptopId: number
  recoveryCodes: string[]
}

/** A person with an app, two passkeys and recovery codes, in a freshly authenticated session. */
async function holder(): Promise<Holder> {
  const person = await server.person({ password })
  const browser = await server.as(person)
  const [begun] = (await browser.call(secondFactor.beginTotp, { proof: { password } })).data
  const secret = begun?.secret ?? ''
  const code = (): Promise<string> => {
    server.clock.turn(30)
    return generate({ secret, epoch: server.clock.now().getTime() / 1000 })
  }
  const confirmed = await browser.call(secondFactor.confirmTotp, { code: await code() })
  const devices = [softAuthenticator(server.origin), softAuthenticator(server.origin)] as const
  for (const [at, device] of devices.entries()) {
    const [options] = (await browser.call(secondFactor.beginPasskey, { proof: { code: await code() } })).data
    const response = device.create(options?.options)
    await browser.call(secondFactor.finishPasskey, { name: `Device ${at}`, response })
  }
  const [status] = (await browser.call(secondFactor.status, {})).data
  return {
    browser,
    username: person.username,
    code,
    answer: async (from, input = {}) => {
      const [options] = (await browser.call(secondFactor.stepUpOptions, input)).data
      return from.get(options?.passkey)
    },
    laptop: devices[0],
    phone: devices[1],
    laptopId: status?.passkeys[0]?.passkeyId ?? 0,
    recoveryCodes: confirmed.data[0]?.recoveryCodes ?? [],
  }
}

const listFactors = async ({ browser }: Holder) => {
  const [status] = (await browser.call(secondFactor.status, {})).data
  return [status?.totp, status?.passkeys.map(({ name }) => name)]
}
const everything = [true, ['Device 0', 'Device 1']]

describe('an authenticator app', () => {
  test('goes only by a code of it, however fresh the session is', async () => {
    const one = await holder()
    const remove = (proof?: object) => one.browser.call(secondFactor.removeTotp, { proof })
    for (const proof of [undefined, { password }, { passkey: await one.answer(one.laptop) }]) {
      const refused = await remove(proof)
      expect([refused.code, refused.message, refused.refusal]).toEqual([
        428,
        'Type a code of this app, or a recovery code, to remove it.',
        { by: ['code'] },
      ])
    }
    const guessed = await remove({ code: '000000' })
    expect([guessed.code, guessed.message]).toEqual(wrongCode)
    expect(await listFactors(one)).toEqual(everything)
    expect((await remove({ code: await one.code() })).code).toBe(0)
    expect(await listFactors(one)).toEqual([false, ['Device 0', 'Device 1']])
  })

  test('goes by a recovery code as well, once: that is for a phone that was lost', async () => {
    const one = await holder()
    const [code = ''] = one.recoveryCodes
    expect((await one.browser.call(secondFactor.removeTotp, { proof: { code } })).code).toBe(0)
    const signIn = await (await server.as(null)).call(session.signIn, {
      username: one.username,
      password,
      mfaCode: code,
    })
    expect(signIn.bare().status).toBe(99)
  })

  test('a code removes it once, also when it is sent twice at the same instant', async () => {
    const one = await holder()
    const proof = { code: await one.code() }
    const answers = await Promise.all([
      one.browser.call(secondFactor.removeTotp, { proof }),
      one.browser.call(secondFactor.removeTotp, { proof }),
    ])
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
  })
})

describe('a passkey', () => {
  test('goes only by itself: neither by the app nor by another passkey', async () => {
    const one = await holder()
    const passkeyId = one.laptopId
    const remove = (proof?: object) => one.browser.call(secondFactor.removePasskey, { passkeyId, proof })
    const asked = await remove()
    expect([asked.code, asked.message, asked.refusal]).toEqual([
      428,
      'Use this passkey, or type a recovery code, to remove it.',
      { by: ['passkey', 'recoveryCode'], passkeyId },
    ])
    const wrong = [
      [{ code: await one.code() }, wrongRecoveryCode],
      [{ passkey: await one.answer(one.phone) }, wrongPasskey],
    ] as const
    for (const [proof, sentence] of wrong) {
      const refused = await remove(proof)
      expect([refused.code, refused.message]).toEqual(sentence)
    }
    expect(await listFactors(one)).toEqual(everything)
    expect((await remove({ passkey: await one.answer(one.laptop, { passkeyId }) })).code).toBe(0)
    expect(await listFactors(one)).toEqual([true, ['Device 1']])
  })

  test('only that one is asked for', async () => {
    const one = await holder()
    const { laptopId: passkeyId, laptop } = one
    const [options] = (await one.browser.call(secondFactor.stepUpOptions, { passkeyId })).data
    expect(options?.passkey).toMatchObject({ allowCredentials: [{ id: laptop.id }] })
  })

  test('goes by a recovery code as well', async () => {
    const one = await holder()
    const proof = { code: one.recoveryCodes[1] ?? '' }
    const got = await one.browser.call(secondFactor.removePasskey, { passkeyId: one.laptopId, proof })
    expect(got.code).toBe(0)
  })
})

describe('with a factor of one’s own', () => {
  const additions = {
    'a passkey': (browser: TestClient, proof?: object) => browser.call(secondFactor.beginPasskey, { proof }),
    'new recovery codes': (browser: TestClient, proof?: object) =>
      browser.call(secondFactor.renewRecoveryCodes, { proof }),
  }

  test.each(Object.entries(additions))(
    '%s cannot be had by a fresh session and the password, but by the factor',
    async (_what, add) => {
      const one = await holder()
      for (const proof of [undefined, { password }]) {
        const refused = await add(one.browser, proof)
        expect([refused.code, refused.message]).toEqual([428, 'Please confirm that it is you.'])
        expect(refused.refusal).toEqual({ by: ['code', 'passkey'] })
      }
      expect((await add(one.browser, { passkey: await one.answer(one.phone) })).code).toBe(0)
    },
  )

  test('an app cannot be set up beside a passkey by the password', async () => {
    const one = await holder()
    await one.browser.call(secondFactor.removeTotp, { proof: { code: await one.code() } })
    const refused = await one.browser.call(secondFactor.beginTotp, { proof: { password } })
    expect([refused.code, refused.refusal]).toEqual([428, { by: ['recoveryCode', 'passkey'] }])
    const proof = { code: one.recoveryCodes[2] ?? '' }
    expect((await one.browser.call(secondFactor.beginTotp, { proof })).code).toBe(0)
  })
})

test('wrong proofs count like wrong passwords: after ten the name is locked', async () => {
  const one = await holder()
  const remove = async (code: string) => {
    const got = await one.browser.call(secondFactor.removeTotp, { proof: { code } })
    return [got.code, got.message]
  }
  for (let at = 0; at < 10; at += 1) expect(await remove('000000')).toEqual(wrongCode)
  expect(await remove(await one.code())).toEqual([428, 'Too many wrong attempts. Please wait 15 minutes.'])
  expect(await listFactors(one)).toEqual(everything)
})

test('a proof that was right counts as a confirmation: the session has a new token and is fresh', async () => {
  const one = await holder()
  server.clock.turn(15 * 60)
  const old = one.browser.cookie
  await one.browser.call(secondFactor.renewRecoveryCodes, { proof: { code: await one.code() } })
  expect(one.browser.cookie).not.toBe(old)
  expect((await one.browser.call(secondFactor.confirmTotp, { code: '123456' })).code).toBe(2)
  const thief = await server.as(null)
  if (old !== undefined) thief.cookie = old
  expect((await thief.call(session.whoami, {})).status).toBe(401)
})
