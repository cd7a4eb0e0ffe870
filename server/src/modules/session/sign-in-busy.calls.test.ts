import { secondFactor } from '@agency-support/contract/modules/second-factor'
import { session } from '@agency-support/contract/modules/session'
import { hash } from '@node-rs/argon2'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import { attempt, attemptStatus, wrongPasswords } from '../../../test/sign-in.ts'
import { hashPassword, maxAtOnce, maxWaiting } from '../../auth/passwords/hash.ts'
import { signInsPerMinute } from '../../calls/throttle.ts'

// The real hashing, which the test can delay.
vi.mock('@node-rs/argon2', { spy: true })

const password = 'correct horse battery'
const newPassword = 'staple of another stable'
const server = useServer()
beforeEach(() => server.clock.turn(3600))

/** Runs work while no hashing slot is free. */
async function whileBusy(work: () => Promise<void>): Promise<void> {
  const gate = Promise.withResolvers<string>()
  for (let at = 0; at < maxAtOnce; at += 1) vi.mocked(hash).mockImplementationOnce(() => gate.promise)
  const others = Array.from({ length: maxAtOnce + maxWaiting }, () => hashPassword('of somebody else'))
  try {
    await work()
  } finally {
    gate.resolve('')
    await Promise.all(others)
  }
}

const busy = 'Too many passwords are being checked. Please try again in a few seconds.'

describe('who is told to come again has used up no attempt:', () => {
  test('at the sign-in', async () => {
    const { username } = await server.person({ password })
    await whileBusy(async () => {
      for (let at = 0; at < 10; at += 1) {
        const got = await attempt(server, username, password)
        expect([got.status, got.headers['retry-after']]).toEqual([503, '2'])
      }
    })
    expect(await attemptStatus(server, username, password)).toBe(0)
  })

  test('when confirming who one is', async () => {
    const browser = await server.asNew({ password })
    await whileBusy(async () => {
      for (let at = 0; at < 10; at += 1) {
        const got = await browser.call(secondFactor.stepUp, { password })
        expect([got.status, got.message]).toEqual([503, busy])
      }
    })
    expect((await browser.call(secondFactor.stepUp, { password })).code).toBe(0)
  })

  test('with the current password', async () => {
    const browser = await server.asNew({ password })
    const change = { newPassword, currentPassword: password }
    await whileBusy(async () => {
      for (let at = 0; at < 10; at += 1)
        expect((await browser.call(session.updatePassword, change)).status).toBe(503)
    })
    expect((await browser.call(session.updatePassword, change)).code).toBe(0)
  })

  test('when too many come from one place', async () => {
    const { username } = await server.person({ password })
    for (const guess of wrongPasswords(signInsPerMinute)) await attempt(server, 'nobody@support.test', guess)
    for (const guess of wrongPasswords(10)) expect((await attempt(server, username, guess)).status).toBe(429)
    server.clock.turn(60)
    expect(await attemptStatus(server, username, password)).toBe(0)
  })
})

test('an attempt that was judged stays used up when others are told to come again', async () => {
  const { username } = await server.person({ password })
  for (const guess of wrongPasswords(9)) await attempt(server, username, guess)
  await whileBusy(async () => {
    expect((await attempt(server, username, password)).status).toBe(503)
  })
  expect(await attemptStatus(server, username, 'the tenth wrong one')).toBe(3)
  expect(await attemptStatus(server, username, password)).toBe(4)
})

test('who is locked out is told so at once, however many wait', async () => {
  const { username } = await server.person({ password })
  for (const guess of wrongPasswords(10)) await attempt(server, username, guess)
  await whileBusy(async () => {
    expect(await attemptStatus(server, username, password)).toBe(4)
  })
  server.clock.turn(15 * 60)
  await whileBusy(async () => {
    expect((await attempt(server, username, password)).status).toBe(503)
  })
})

test('an attempt whose factor could not be looked at is given back', async () => {
  const person = await server.person({ password, secondFactor: true })
  const browser = await server.as(person)
  const away = (table: string, to: string) => server.db.write.schema.alterTable(table).renameTo(to).execute()
  await away('recovery_code', 'recovery_code_away')
  try {
    for (let at = 0; at < 10; at += 1) {
      const answer = await browser.call(secondFactor.stepUp, { code: 'aaaaa-bbbbb' })
      expect(answer.status).toBe(500)
    }
  } finally {
    await away('recovery_code_away', 'recovery_code')
  }
  expect((await browser.call(secondFactor.stepUp, { password })).code).toBe(0)
})
