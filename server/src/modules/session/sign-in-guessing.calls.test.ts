import { verify } from '@node-rs/argon2'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { testServer } from '../../../test/app.ts'
import { useServer } from '../../../test/use-server.ts'
import { maxAtOnce, maxWaiting } from '../../auth/passwords/hash.ts'
import {
  attempt,
  attemptStatus,
  attemptStatuses,
  type SignInAnswer,
  wrongPasswords,
} from '../../../test/sign-in.ts'

// The real hashing, counted by the spy.
vi.mock('@node-rs/argon2', { spy: true })
const hashRuns = vi.mocked(verify).mock

const password = 'correct horse battery'
const server = useServer()
beforeEach(() => {
  // Otherwise all these sign-ins would exceed the rate limit of one address.
  server.clock.turn(3600)
  hashRuns.calls.length = 0
})

describe('names that are known and names that are not', () => {
  /** The answer without what differs between any two. */
  const withoutVarying = ({ status, text, headers }: SignInAnswer): unknown => {
    const { date: _date, 'x-request-id': _id, ...rest } = headers
    return { status, text, rest }
  }

  test('wrong passwords, unknown names and people without a password are answered byte for byte alike', async () => {
    const known = await server.person({ password })
    const without = await server.person()
    const answers = [
      await attempt(server, known.username, 'not the password'),
      await attempt(server, 'nobody@support.test', 'not the password'),
      await attempt(server, without.username, 'not the password'),
    ].map(withoutVarying)
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
      await attempt(server, name, 'not the password')
    expect(
      hashRuns.calls.map(([hash]) => String(hash).startsWith('$argon2id$v=19$m=19456,t=2,p=1$')),
    ).toEqual([true, true, true])
    const found: unknown[] = await Promise.all(hashRuns.results.slice(-3).map((run): unknown => run.value))
    expect(found).toEqual([false, false, false])
  })

  test('are locked alike', async () => {
    const known = await server.person({ password })
    const guesses = wrongPasswords(12)
    const collectAnswers = async (name: string): Promise<unknown[]> => {
      server.clock.turn(3600)
      const answers: unknown[] = []
      for (const guess of guesses) answers.push(withoutVarying(await attempt(server, name, guess)))
      return answers
    }
    const answers = await collectAnswers(known.username)
    expect(await collectAnswers('someone-else@support.test')).toEqual(answers)
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
    expect(await attemptStatus(server, name, password)).toBe(3)
  })

  test('an unknown name is not written down: people type passwords into the wrong field', async () => {
    const { read } = server.db
    await attempt(server, 'my secret password', '')
    const counted = await read.selectFrom('failed_sign_in').selectAll().orderBy('hour', 'desc').execute()
    expect(counted[0]).toMatchObject({ why: 'unknown name', attempts: 1 })
    const rows = await read
      .selectFrom('journal')
      .select('seq')
      .where('event', '=', 'session.signInFailed')
      .where('subject', 'is', null)
      .execute()
    expect(rows).toEqual([])
    const failures = await read.selectFrom('sign_in_failure').selectAll().execute()
    expect(JSON.stringify([counted, failures])).not.toContain('my secret password')
  })
})

describe('the lock', () => {
  test('falls at ten failures in whatever case, and holds against the right password', async () => {
    const { username } = await server.person({ password })
    const names = [username, username.toUpperCase(), ` ${username}`]
    const statuses: number[] = []
    for (const [at, guess] of wrongPasswords(10).entries())
      statuses.push(await attemptStatus(server, names[at % 3] ?? '', guess))
    expect(new Set(statuses)).toEqual(new Set([3]))
    const got = await attempt(server, username, password)
    expect(JSON.parse(got.text)).toEqual({ status: 4, desc: 'This account is locked out.', claims: null })
    expect(got.headers['set-cookie']).toBeUndefined()
  })

  test('opens after fifteen minutes, with a clean slate', async () => {
    const { username } = await server.person({ password })
    await attemptStatuses(server, username, wrongPasswords(10))
    server.clock.turn(15 * 60 - 1)
    expect(await attemptStatus(server, username, password)).toBe(4)
    server.clock.turn(1)
    expect(await attemptStatuses(server, username, [...wrongPasswords(9), password])).toEqual([
      ...Array.from({ length: 9 }, () => 3),
      0,
    ])
  })

  test('a success forgets the failures before it', async () => {
    const { username } = await server.person({ password })
    expect(await attemptStatuses(server, username, [...wrongPasswords(9), password])).toContain(0)
    server.clock.turn(61)
    expect(await attemptStatuses(server, username, [...wrongPasswords(9), password])).toEqual([
      ...Array.from({ length: 9 }, () => 3),
      0,
    ])
  })

  test('failures further apart than fifteen minutes do not add up', async () => {
    const { username } = await server.person({ password })
    await attemptStatuses(server, username, wrongPasswords(9))
    server.clock.turn(15 * 60)
    expect(await attemptStatuses(server, username, [...wrongPasswords(9), password])).toEqual([
      ...Array.from({ length: 9 }, () => 3),
      0,
    ])
  })

  test('guesses made at once count each: ten are looked at, no more', async () => {
    const { username } = await server.person({ password })
    const statuses = await Promise.all(
      wrongPasswords(14).map((guess) => attemptStatus(server, username, guess)),
    )
    expect(hashRuns.calls).toHaveLength(10)
    expect(statuses.filter((status) => status === 3)).toHaveLength(10)
    expect(statuses.filter((status) => status === 4)).toHaveLength(4)
    expect(await attemptStatus(server, username, password)).toBe(4)
  })

  test('is shared by all processes', async () => {
    await using other = await testServer({ database: server.database, clock: server.clock })
    const { username } = await server.person({ password })
    await attemptStatuses(server, username, wrongPasswords(5))
    const there = await other.as(null)
    for (const guess of wrongPasswords(5)) await attempt(server, username, guess, there)
    expect(await attemptStatus(server, username, password)).toBe(4)
  })
})

describe('failures of the call itself', () => {
  const errorHeader = ({ headers }: Pick<SignInAnswer, 'headers'>): string =>
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

  test.each([
    [7_000, 400, 'Password must be text of at most 1024 characters.'],
    [900_000, 413, 'The request is too large.'],
  ])('a password of %d characters is refused and never hashed', async (length, status, sentence) => {
    const got = await attempt(server, 'nobody@support.test', 'x'.repeat(length))
    expect([got.status, errorHeader(got)]).toEqual([status, sentence])
    expect(hashRuns.calls).toHaveLength(0)
  })

  test('more sign-ins at once than can wait are told to come again, and the others get their answer', async () => {
    const got = await Promise.all(
      Array.from({ length: 29 }, (_, at) => attempt(server, `crowd${at}@support.test`, 'whatever')),
    )
    const turned = got.filter(({ status }) => status === 503)
    expect(got.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(maxAtOnce + maxWaiting)
    expect(got.every(({ status }) => status === 200 || status === 503)).toBe(true)
    for (const answer of turned) {
      expect(answer.headers['retry-after']).toBe('2')
      expect(errorHeader(answer)).toBe(
        'Too many passwords are being checked. Please try again in a few seconds.',
      )
    }
  })
})

test('[TRUTH-24] an empty name is refused, however often, and counts as no failed sign-in of a name or an address', async () => {
  const counted = async () => ({
    names: await server.db.read.selectFrom('sign_in_failure').selectAll().orderBy('name_hash').execute(),
    addresses: await server.db.read
      .selectFrom('failed_sign_in')
      .selectAll()
      .orderBy('hour')
      .orderBy('why')
      .execute(),
    all: await server.db.read
      .selectFrom('sign_in_address')
      .selectAll()
      .where('address', '=', 'all failures')
      .execute(),
  })
  await attempt(server, 'nobody@support.test', 'not the password')
  const before = await counted()
  for (const rows of Object.values(before)) expect(rows.length).toBeGreaterThan(0)
  for (const name of ['', '  '])
    expect(await attemptStatuses(server, name, wrongPasswords(12))).toEqual(Array(12).fill(3))
  expect(await counted()).toEqual(before)
})
