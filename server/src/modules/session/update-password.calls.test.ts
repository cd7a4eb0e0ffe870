import { secondFactor } from '@agency-support/contract/modules/second-factor'
import { session } from '@agency-support/contract/modules/session'
import { switches } from '@agency-support/contract/modules/switches'
import { beforeEach, describe, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'
import { staffStatus, type NewPerson, type Person } from '../../../test/people.ts'

const password = 'correct horse battery'
const newPassword = 'staple of another stable'

const server = useServer()
beforeEach(() => server.clock.turn(3600))

async function someone(given: NewPerson = {}): Promise<{ person: Person; client: TestClient }> {
  const person = await server.person({ password, ...given })
  return { person, client: await server.as(person, { restricted: given.status === staffStatus.mustChange }) }
}
const signIn = async (username: string, given: string): Promise<number> =>
  (await (await server.as(null)).call(session.signIn, { username, password: given })).bare().status
const readRows = async (username: string): Promise<string[]> => {
  const rows = await server.db.read
    .selectFrom('journal')
    .select('event')
    .where('subject', '=', username)
    .where('event', '=', 'session.passwordChanged')
    .execute()
  return rows.map(({ event }) => event)
}

describe('a forced change', () => {
  test('[PASSWORD-09] needs nothing but the new password; it lifts the restriction with a new cookie', async () => {
    const { person, client } = await someone({ status: staffStatus.mustChange })
    const restricted = client.cookie
    expect((await client.call(switches.featureSwitches, {})).status).toBe(403)
    const got = await client.call(session.updatePassword, { username: person.username, newPassword })
    expect(JSON.parse(got.text)).toEqual({
      code: 0,
      message: '',
      data: [],
      outcome: { code: 0, message: '' },
    })
    expect(client.cookie).not.toBe(restricted)
    expect((await client.call(session.whoami, {})).bare().claims.passwordChangeRequired).toBe(false)
    expect((await client.call(switches.featureSwitches, {})).status).toBe(200)
    client.cookie = restricted
    expect((await client.call(session.whoami, {})).status).toBe(401)
    expect([await signIn(person.username, password), await signIn(person.username, newPassword)]).toEqual([
      3, 0,
    ])
    expect(await readRows(person.username)).toHaveLength(1)
  })
})

describe('a change of one’s own accord', () => {
  test.each([0, 16 * 60])(
    'asks for the current password with code 428, %i seconds after the sign-in, and takes the right one',
    async (seconds) => {
      const { person, client } = await someone()
      server.clock.turn(seconds)
      const asked = await client.call(session.updatePassword, { newPassword })
      expect([asked.status, asked.code, asked.message]).toEqual([200, 428, 'Please confirm that it is you.'])
      const wrong = await client.call(session.updatePassword, {
        newPassword,
        currentPassword: 'not the password',
      })
      expect([wrong.code, wrong.message]).toEqual([428, 'The current password is incorrect.'])
      expect(await readRows(person.username)).toEqual([])
      const right = await client.call(session.updatePassword, { newPassword, currentPassword: password })
      expect(right.code).toBe(0)
      expect(await signIn(person.username, newPassword)).toBe(0)
    },
  )

  const confirmed = async (client: TestClient): Promise<void> => {
    expect((await client.call(secondFactor.stepUp, { password })).code).toBe(0)
  }

  test('a confirmation stands for the current password, for one change', async () => {
    const { person, client } = await someone()
    await confirmed(client)
    const common = await client.call(session.updatePassword, { newPassword: password })
    expect([common.code, common.message]).toEqual([
      409,
      'New password must differ from the current password.',
    ])
    expect((await client.call(session.updatePassword, { newPassword })).code).toBe(0)
    expect(await signIn(person.username, newPassword)).toBe(0)
    const again = { newPassword: 'yet another new password' }
    expect((await client.call(session.updatePassword, again)).code).toBe(428)
  })

  test('a confirmation of two minutes ago, or of another session, is none', async () => {
    const { person, client } = await someone()
    const other = await server.as(person)
    await confirmed(client)
    expect((await other.call(session.updatePassword, { newPassword })).code).toBe(428)
    server.clock.turn(2 * 60)
    expect((await client.call(session.updatePassword, { newPassword })).code).toBe(428)
    await confirmed(client)
    server.clock.turn(2 * 60 - 10)
    expect((await client.call(session.updatePassword, { newPassword })).code).toBe(0)
  })

  test('ends the other sessions of the person, and nobody else’s', async () => {
    const { person, client } = await someone()
    const [other, stranger] = [await server.as(person), await server.asNew()]
    expect((await client.call(session.updatePassword, { newPassword, currentPassword: password })).code).toBe(
      0,
    )
    const statuses = await Promise.all(
      [client, other, stranger].map(async (one) => (await one.call(session.whoami, {})).status),
    )
    expect(statuses).toEqual([200, 401, 200])
  })

  test('does not put off the twelve hours', async () => {
    const { client } = await someone()
    for (let at = 0; at < 70; at += 1) {
      server.clock.turn(600)
      await client.call(session.renew, {}, { 'x-idle-seconds': '0' })
    }
    await client.call(session.updatePassword, { newPassword, currentPassword: password })
    server.clock.turn(600)
    expect((await client.call(session.renew, {})).data[0]?.claims.exp).toBe(
      Math.floor(server.clock.now().getTime() / 1000) + 12 * 3600 - 71 * 600,
    )
  })
})

describe('refusals, each with code and sentence in the envelope and in outcome', () => {
  test.each([
    [
      'of another name',
      { username: 'boss@support.test', newPassword },
      403,
      'You can only change your own password.',
    ],
    [
      'the same again',
      { newPassword: password, currentPassword: password },
      409,
      'New password must differ from the current password.',
    ],
    ['too short', { newPassword: 'fourteen chars' }, 400, 'Password must be at least 15 characters.'],
    ['too long', { newPassword: 'ab12 '.repeat(60) }, 400, 'Password must be at most 256 characters.'],
    [
      'common',
      { newPassword: 'passwordpassword1' },
      400,
      'This password is too common. Please choose another one.',
    ],
    [
      'one sign over and over',
      { newPassword: 'aaaaaaaaaaaaaaaaaaaa' },
      400,
      'This password is too common. Please choose another one.',
    ],
  ])('%s', async (_what, input, code, message) => {
    const { person, client } = await someone()
    const got = await client.call(session.updatePassword, input)
    expect([got.status, JSON.parse(got.text)]).toEqual([
      200,
      { code, message, data: [], outcome: { code, message } },
    ])
    expect(got.headers['set-cookie']).toBeUndefined()
    expect(await readRows(person.username)).toEqual([])
    expect(await signIn(person.username, password)).toBe(0)
  })

  test('the own user name', async () => {
    const { person, client } = await someone({ username: 'a.rather.long.name@support.test' })
    const got = await client.call(session.updatePassword, { newPassword: person.username.toUpperCase() })
    expect([got.code, got.message]).toEqual([400, 'Password must not be your user name.'])
  })

  test('with a second factor eight characters do', async () => {
    const { client } = await someone({ secondFactor: true })
    const short = await client.call(session.updatePassword, { newPassword: 'sevench' })
    expect([short.code, short.message]).toEqual([400, 'Password must be at least 8 characters.'])
    expect(
      (await client.call(session.updatePassword, { newPassword: 'kd83 jx!', currentPassword: password }))
        .code,
    ).toBe(0)
  })

  test('the own name in another case is the own name', async () => {
    const { person, client } = await someone()
    const username = ` ${person.username.toUpperCase()} `
    const input = { username, newPassword, currentPassword: password }
    expect((await client.call(session.updatePassword, input)).code).toBe(0)
  })
})

describe('wrong current passwords', () => {
  /** Makes this many attempts; returns the distinct messages. */
  async function guess(client: TestClient, times: number): Promise<Set<string>> {
    const said = new Set<string>()
    for (let at = 0; at < times; at += 1) {
      const guessed = { newPassword, currentPassword: `guess number ${at}` }
      said.add((await client.call(session.updatePassword, guessed)).message)
    }
    return said
  }
  const wrong = new Set(['The current password is incorrect.'])

  test('the tenth locks for a quarter of an hour from then on, the right one included', async () => {
    const { client } = await someone()
    const change = { newPassword, currentPassword: password }
    expect(await guess(client, 5)).toEqual(wrong)
    server.clock.turn(10 * 60)
    expect(await guess(client, 5)).toEqual(wrong)
    // More than 15 minutes after the first attempt, less after the last.
    server.clock.turn(6 * 60)
    expect((await client.call(session.updatePassword, change)).code).toBe(428)
    server.clock.turn(9 * 60)
    expect((await client.call(session.updatePassword, change)).code).toBe(0)
  })

  test('a right one forgets those before it', async () => {
    const { client } = await someone()
    expect(await guess(client, 9)).toEqual(wrong)
    const there = { newPassword, currentPassword: password }
    expect((await client.call(session.updatePassword, there)).code).toBe(0)
    expect(await guess(client, 9)).toEqual(wrong)
    const back = { newPassword: password, currentPassword: newPassword }
    expect((await client.call(session.updatePassword, back)).code).toBe(0)
  })
})

describe('races', () => {
  test('of guesses of the current password at once ten are looked at; nobody outside suffers from them', async () => {
    const { person, client } = await someone()
    server.clock.turn(20 * 60)
    const got = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        client.call(session.updatePassword, { newPassword, currentPassword: `guess number ${at}` }),
      ),
    )
    expect(new Set(got.map(({ code }) => code))).toEqual(new Set([428]))
    expect((await client.call(session.updatePassword, { newPassword, currentPassword: password })).code).toBe(
      428,
    )
    expect(await signIn(person.username, password)).toBe(0)
  })

  test.each(['two sessions', 'one session'])('of two changes at once from %s one wins', async (from) => {
    const { person, client } = await someone()
    const other = from === 'one session' ? client : await server.as(person)
    const passwords = ['the first of two new ones', 'the second of two new ones'] as const
    const codes = await Promise.all([
      client
        .call(session.updatePassword, { newPassword: passwords[0], currentPassword: password })
        .then(({ status, code }) => [status, code]),
      other
        .call(session.updatePassword, { newPassword: passwords[1], currentPassword: password })
        .then(({ status, code }) => [status, code]),
    ])
    const winners = codes.filter(([, code]) => code === 0)
    expect(winners).toHaveLength(1)
    expect(await readRows(person.username)).toHaveLength(1)
    const won = codes[0]?.[1] === 0 ? 0 : 1
    expect(await signIn(person.username, passwords[won])).toBe(0)
    expect(await signIn(person.username, passwords[1 - won] ?? '')).toBe(3)
  })
})
