import { verify } from '@node-rs/argon2'
import { session } from '@agency-support/contract/modules/session'
import { switches } from '@agency-support/contract/modules/switches'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type TestServer, testServer } from '../../../test/app.ts'
import type { Answered, TestClient } from '../../../test/client.ts'
import { staffStatus } from '../../../test/people.ts'

// The real hashing, counted.
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  return { ...real, verify: vi.fn<typeof real.verify>(real.verify) }
})
const hashRuns = vi.mocked(verify).mock

type Answer = Answered<typeof session.signIn>

const password = 'correct horse battery'
let server: TestServer
beforeAll(async () => {
  server = await testServer({ config: { signInByGet: true } })
})
afterAll(() => server.close())
beforeEach(() => {
  // Else the sign-ins of all these tests would be too many for one address.
  server.clock.turn(3600)
  hashRuns.calls.length = 0
})

async function attempt(username: string, given: string, by?: TestClient): Promise<Answer> {
  const client = by ?? (await server.as(null))
  return client.call(session.signIn, { username, password: given })
}
const statusOf = async (username: string, given: string): Promise<number> =>
  (await attempt(username, given)).bare().status

async function attempts(username: string, passwords: readonly string[]): Promise<number[]> {
  const statuses: number[] = []
  for (const given of passwords) statuses.push(await statusOf(username, given))
  return statuses
}
const wrong = (times: number): string[] => Array.from({ length: times }, (_, at) => `wrong number ${at}`)

const rowsOf = (
  subject: string,
): Promise<{ event: string; after: unknown; actor: string; actor_kind: string }[]> =>
  server.db.read
    .selectFrom('journal')
    .select(['event', 'after', 'actor', 'actor_kind'])
    .where('subject', '=', subject)
    .orderBy('seq')
    .execute()

describe('a right password', () => {
  test('[AUTH-05] answers status, desc and claims, and sets the cookie', async () => {
    const { username } = await server.person({ password, permissions: [2000, 2006] })
    const client = await server.as(null)
    const got = await attempt(` ${username.toUpperCase()} `, password, client)
    expect(JSON.parse(got.text)).toEqual({
      status: 0,
      desc: '',
      claims: {
        hsUserName: username,
        exp: Math.floor(server.clock.now().getTime() / 1000) + 3600,
        permissions: [2000, 2006],
        passwordChangeRequired: false,
      },
    })
    expect(got.headers['set-cookie']).toEqual([
      expect.stringMatching(/^agency_support=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Strict$/),
    ])
    expect((await client.call(session.whoami, {})).bare().claims.hsUserName).toBe(username)
  })

  test('only a digest of the cookie is kept', async () => {
    const { username, staffId } = await server.person({ password })
    const client = await server.as(null)
    await attempt(username, password, client)
    const kept = await server.db.read
      .selectFrom('session')
      .selectAll()
      .where('staff_id', '=', staffId)
      .executeTakeFirstOrThrow()
    const token = client.cookie?.split('=')[1] ?? ''
    expect(token).toHaveLength(43)
    expect(JSON.stringify(kept)).not.toContain(token)
    expect(kept.token_hash.toString('utf8')).not.toContain(token)
    expect(kept.token_hash).toHaveLength(32)
  })

  test('is compared exactly', async () => {
    const long = `${'a1 B'.repeat(20)}ending`
    const accented = 'mon mot de passe préféré'
    const { username } = await server.person({ password: long })
    const other = await server.person({ password: accented.normalize('NFC') })
    expect(
      await attempts(username, [`${long}x`, `${long}\0`, `${long} `, long.toUpperCase(), long.slice(0, 72)]),
    ).toEqual([3, 3, 3, 3, 3])
    expect(await statusOf(username, long)).toBe(0)
    expect(await statusOf(other.username, accented.normalize('NFD'))).toBe(3)
    expect(await statusOf(other.username, accented.normalize('NFC'))).toBe(0)
  })

  test('nothing else in the body counts', async () => {
    const { username } = await server.person({ password, permissions: [2000] })
    const client = await server.as(null)
    const body = {
      username,
      password,
      permissions: [2000, 2006],
      claims: { permissions: [9] },
      status: 0,
      staffId: 1,
    }
    const got = await client.send({
      method: 'POST',
      path: '/auth/staff/signin/cookie',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(JSON.parse(got.body).claims.permissions).toEqual([2000])
  })

  test('a cookie planted before is not taken over, and a session from before is ended', async () => {
    const { username } = await server.person({ password })
    const client = await server.as(null)
    client.cookie = `agency_support=${'P'.repeat(43)}`
    await attempt(username, password, client)
    const first = client.cookie
    expect(first).not.toContain('PPPP')
    await attempt(username, password, client)
    expect(client.cookie).not.toBe(first)
    expect((await client.call(session.whoami, {})).status).toBe(200)
    client.cookie = first
    expect((await client.call(session.whoami, {})).status).toBe(401)
  })

  test('a person holds ten sessions at most; the oldest ends', async () => {
    const { username } = await server.person({ password })
    const clients: TestClient[] = []
    for (let at = 0; at < 11; at += 1) {
      const client = await server.as(null)
      await attempt(username, password, client)
      clients.push(client)
    }
    const statuses = await Promise.all(
      clients.map(async (client) => (await client.call(session.whoami, {})).status),
    )
    expect(statuses).toEqual([401, ...Array.from({ length: 10 }, () => 200)])
  })

  test('is written down with address and session, and never the password', async () => {
    const { username } = await server.person({ password })
    await attempt(username, 'not the password', undefined)
    await attempt(username, password)
    expect(await rowsOf(username)).toEqual([
      {
        event: 'session.signInFailed',
        after: { why: 'invalid credentials', address: '127.0.0.1' },
        actor: 'sign-in',
        actor_kind: 'system',
      },
      { event: 'session.signedIn', after: { address: '127.0.0.1' }, actor: username, actor_kind: 'staff' },
    ])
  })
})

describe('people who may not come in', () => {
  test.each([
    [{ status: staffStatus.disabled }, { status: 99, desc: 'This account is disabled.', claims: null }],
    [{ status: staffStatus.locked }, { status: 4, desc: 'This account is locked out.', claims: null }],
    [{ secondFactor: true }, { status: 1, desc: 'Multi-factor authentication is required.', claims: null }],
  ])('%j with the right password', async (kind, answer) => {
    const { username } = await server.person({ password, ...kind })
    const got = await attempt(username, password)
    expect([got.status, JSON.parse(got.text)]).toEqual([200, answer])
    expect(got.headers['set-cookie']).toBeUndefined()
    expect((await rowsOf(username)).map(({ event, after }) => [event, after])).toEqual([
      ['session.signInFailed', { why: answer.desc, address: '127.0.0.1' }],
    ])
    expect(await statusOf(username, 'not the password')).toBe(3)
  })

  test('a person whose password must be changed gets a restricted session and status 5', async () => {
    const { username } = await server.person({ password, status: staffStatus.mustChange })
    const client = await server.as(null)
    const answer = (await attempt(username, password, client)).bare()
    expect(answer.status).toBe(5)
    expect(answer.claims?.passwordChangeRequired).toBe(true)
    expect((await client.call(session.whoami, {})).bare().claims.passwordChangeRequired).toBe(true)
    expect((await client.call(switches.featureSwitches, {})).status).toBe(403)
  })
})

describe('names that are known and names that are not', () => {
  /** All of an answer but what differs between any two. */
  const told = ({ status, text, headers }: Answer): unknown => {
    const { date: _date, 'x-request-id': _id, ...rest } = headers
    return { status, text, rest }
  }

  test('wrong passwords, unknown names and people without a password are answered byte for byte alike', async () => {
    const known = await server.person({ password })
    const without = await server.person()
    const answers = [
      await attempt(known.username, 'not the password'),
      await attempt('nobody@support.test', 'not the password'),
      await attempt(without.username, 'not the password'),
    ].map(told)
    expect(answers[0]).toMatchObject({
      status: 200,
      text: '{"status":3,"desc":"Invalid Credentials","claims":null}',
    })
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
  })

  test('each costs one look at a hash of the same price', async () => {
    const known = await server.person({ password })
    for (const name of [known.username, 'nobody@support.test', 'nul\0name'])
      await attempt(name, 'not the password')
    expect(hashRuns.calls.map(([hash]) => /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/.test(String(hash)))).toEqual(
      [true, true, true],
    )
    expect(await Promise.all(hashRuns.results.slice(-3).map(({ value }) => value))).toEqual([
      false,
      false,
      false,
    ])
  })

  test('are locked alike', async () => {
    const known = await server.person({ password })
    const guesses = wrong(12)
    const answersOf = async (name: string): Promise<unknown[]> => {
      server.clock.turn(3600)
      const answers: unknown[] = []
      for (const guess of guesses) answers.push(told(await attempt(name, guess)))
      return answers
    }
    const answers = await answersOf(known.username)
    expect(await answersOf('someone-else@support.test')).toEqual(answers)
    expect(answers.map((answer) => (answer as { text: string }).text.slice(0, 11))).toEqual([
      ...Array.from({ length: 10 }, () => '{"status":3'),
      '{"status":4',
      '{"status":4',
    ])
  })

  test.each([
    "' OR '1'='1' --",
    "admin'--",
    '%',
    'nul\0name',
    '\ud800',
    'x'.repeat(4096),
    '',
    '  ',
    '__proto__',
  ])('the name %j is nobody', async (name) => {
    expect(await statusOf(name, password)).toBe(3)
  })

  test('an unknown name is not written down: people type passwords into the wrong field', async () => {
    await attempt('my secret password', '')
    const rows = await server.db.read
      .selectFrom('journal')
      .selectAll()
      .orderBy('seq', 'desc')
      .limit(1)
      .execute()
    expect(rows[0]).toMatchObject({ event: 'session.signInFailed', subject: null })
    const everything = JSON.stringify(
      await server.db.read.selectFrom('sign_in_failure').selectAll().execute(),
    )
    expect(everything + JSON.stringify(rows)).not.toContain('my secret password')
  })
})

describe('the lock', () => {
  test('falls at ten failures in whatever case, and holds against the right password', async () => {
    const { username } = await server.person({ password })
    const names = [username, username.toUpperCase(), ` ${username}`]
    const statuses: number[] = []
    for (const [at, guess] of wrong(10).entries()) statuses.push(await statusOf(names[at % 3] ?? '', guess))
    expect(new Set(statuses)).toEqual(new Set([3]))
    const got = await attempt(username, password)
    expect(JSON.parse(got.text)).toEqual({ status: 4, desc: 'This account is locked out.', claims: null })
    expect(got.headers['set-cookie']).toBeUndefined()
  })

  test('opens after fifteen minutes, with a clean slate', async () => {
    const { username } = await server.person({ password })
    await attempts(username, wrong(10))
    server.clock.turn(15 * 60 - 1)
    expect(await statusOf(username, password)).toBe(4)
    server.clock.turn(1)
    expect(await attempts(username, [...wrong(9), password])).toEqual([
      ...Array.from({ length: 9 }, () => 3),
      0,
    ])
  })

  test('a success forgets the failures before it', async () => {
    const { username } = await server.person({ password })
    expect(await attempts(username, [...wrong(9), password])).toContain(0)
    server.clock.turn(61)
    expect(await attempts(username, [...wrong(9), password])).toEqual([
      ...Array.from({ length: 9 }, () => 3),
      0,
    ])
  })

  test('failures further apart than fifteen minutes do not add up', async () => {
    const { username } = await server.person({ password })
    await attempts(username, wrong(9))
    server.clock.turn(15 * 60)
    expect(await attempts(username, [...wrong(9), password])).toEqual([
      ...Array.from({ length: 9 }, () => 3),
      0,
    ])
  })

  test('guesses made at once count each: ten are looked at, no more', async () => {
    const { username } = await server.person({ password })
    const statuses = await Promise.all(wrong(14).map((guess) => statusOf(username, guess)))
    expect(hashRuns.calls).toHaveLength(10)
    expect(statuses.filter((status) => status === 3)).toHaveLength(10)
    expect(statuses.filter((status) => status === 4)).toHaveLength(4)
    expect(await statusOf(username, password)).toBe(4)
  })

  test('is shared by all processes', async () => {
    await using other = await testServer({ database: server.database, clock: server.clock })
    const { username } = await server.person({ password })
    await attempts(username, wrong(5))
    const there = await other.as(null)
    for (const guess of wrong(5)) await attempt(username, guess, there)
    expect(await statusOf(username, password)).toBe(4)
  })
})

describe('failures of the call itself', () => {
  const errorHeader = ({ headers }: Pick<Answer, 'headers'>): string =>
    Buffer.from(String(headers['x-signin-error']), 'base64').toString('utf8')

  test('[AUTH-11] the reason stands in a header, in base64 of UTF-8', async () => {
    const client = await server.as(null)
    const got = await client.send({
      method: 'POST',
      path: '/auth/staff/signin/cookie',
      headers: { 'content-type': 'application/json' },
      body: '{"username":"a"}',
    })
    expect([got.status, got.statusText]).toEqual([400, 'Bad Request'])
    expect(errorHeader(got)).toBe('Password must be text of at most 1024 characters.')
  })

  test('a password of 900 kB is refused and never hashed', async () => {
    const got = await attempt('nobody@support.test', 'x'.repeat(900_000))
    expect(got.status).toBe(400)
    expect(hashRuns.calls).toHaveLength(0)
  })

  test('more sign-ins at once than can wait are told to come again, and the others get their answer', async () => {
    const got = await Promise.all(
      Array.from({ length: 29 }, (_, at) => attempt(`crowd${at}@support.test`, 'whatever')),
    )
    const turned = got.filter(({ status }) => status === 503)
    expect(got.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(24)
    expect(got.every(({ status }) => status === 200 || status === 503)).toBe(true)
    for (const answer of turned) {
      expect(answer.headers['retry-after']).toBe('2')
      expect(errorHeader(answer)).toBe('Too many people are signing in. Please try again in a few seconds.')
    }
  })
})

describe('the documented sign-in by GET', () => {
  test('[AUTH-01] answers status, desc and claims where the server is told to serve it', async () => {
    const { username } = await server.person({ password })
    const client = await server.as(null)
    const got = await client.call(session.signInByGet, { username, password })
    expect(got.bare()).toMatchObject({ status: 0, desc: '', claims: { hsUserName: username } })
    expect(got.headers['cache-control']).toBe('no-store, private')
    expect((await client.call(session.whoami, {})).status).toBe(200)
  })

  test('[AUTH-01] is off otherwise; POST is the way', async () => {
    await using usual = await testServer()
    const client = await usual.as(null)
    const got = await client.send({ method: 'GET', path: '/auth/staff/signin/cookie?username=a&password=b' })
    expect([got.status, got.headers.allow]).toEqual([405, 'POST'])
  })
})
