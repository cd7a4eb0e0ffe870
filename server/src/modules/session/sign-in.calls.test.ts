import { session } from '@agency-support/contract/modules/session'
import { switches } from '@agency-support/contract/modules/switches'
import { beforeEach, describe, expect, test } from 'vitest'
import { testServer } from '../../../test/app.ts'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'
import { staffStatus } from '../../../test/people.ts'
import { attempt, attemptStatus, attemptStatuses } from '../../../test/sign-in.ts'

const password = 'correct horse battery'
const server = useServer({ config: { signInByGet: true } })
// Otherwise all these sign-ins would exceed the rate limit of one address.
beforeEach(() => server.clock.turn(3600))

const readRows = (
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
    const got = await attempt(server, ` ${username.toUpperCase()} `, password, client)
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
      expect.stringMatching(
        /^agency_support_browser=[\w.-]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/,
      ),
    ])
    expect((await client.call(session.whoami, {})).bare().claims.hsUserName).toBe(username)
  })

  test('only a digest of the cookie is kept', async () => {
    const { username, staffId } = await server.person({ password })
    const client = await server.as(null)
    await attempt(server, username, password, client)
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
      await attemptStatuses(server, username, [
        `${long}x`,
        `${long}\0`,
        `${long} `,
        long.toUpperCase(),
        long.slice(0, 72),
      ]),
    ).toEqual([3, 3, 3, 3, 3])
    expect(await attemptStatus(server, username, long)).toBe(0)
    expect(await attemptStatus(server, other.username, accented.normalize('NFD'))).toBe(3)
    expect(await attemptStatus(server, other.username, accented.normalize('NFC'))).toBe(0)
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
    expect(session.signIn.answer.body.parse(JSON.parse(got.body)).claims?.permissions).toEqual([2000])
  })

  test('in a form or as text it signs nobody in', async () => {
    const { username } = await server.person({ password })
    const client = await server.as(null)
    for (const [type, body] of [
      ['application/x-www-form-urlencoded', new URLSearchParams({ username, password }).toString()],
      ['text/plain', JSON.stringify({ username, password })],
    ] as const) {
      const headers = { 'content-type': type }
      const got = await client.send({ method: 'POST', path: '/auth/staff/signin/cookie', headers, body })
      expect([got.status, got.headers['set-cookie']]).toEqual([415, undefined])
    }
    expect(await attemptStatus(server, username, password)).toBe(0)
  })

  test('a cookie planted before is not taken over, and a session from before is ended', async () => {
    const { username } = await server.person({ password })
    const client = await server.as(null)
    client.cookie = `agency_support=${'P'.repeat(43)}`
    await attempt(server, username, password, client)
    const first = client.cookie
    expect(first).not.toContain('PPPP')
    await attempt(server, username, password, client)
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
      await attempt(server, username, password, client)
      clients.push(client)
    }
    const statuses = await Promise.all(
      clients.map(async (client) => (await client.call(session.whoami, {})).status),
    )
    expect(statuses).toEqual([401, ...Array.from({ length: 10 }, () => 200)])
  })

  test('is written down with address and session, and never the password', async () => {
    const { username } = await server.person({ password })
    await attempt(server, username, 'not the password', undefined)
    await attempt(server, username, password)
    expect(await readRows(username)).toEqual([
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
    [
      { secondFactor: true },
      { status: 1, desc: 'Multi-factor authentication is required.', claims: null, by: ['password'] },
    ],
  ])('%j with the right password', async (kind, answer) => {
    const { username } = await server.person({ password, ...kind })
    const got = await attempt(server, username, password)
    expect([got.status, JSON.parse(got.text)]).toEqual([200, answer])
    expect(got.headers['set-cookie']).toBeUndefined()
    expect((await readRows(username)).map(({ event, after }) => [event, after])).toEqual([
      ['session.signInFailed', { why: answer.desc, address: '127.0.0.1' }],
    ])
    expect(await attemptStatus(server, username, 'not the password')).toBe(3)
  })

  test('a person whose password must be changed gets a restricted session and status 5', async () => {
    const { username } = await server.person({ password, status: staffStatus.mustChange })
    const client = await server.as(null)
    const answer = (await attempt(server, username, password, client)).bare()
    expect(answer.status).toBe(5)
    expect(answer.claims?.passwordChangeRequired).toBe(true)
    expect((await client.call(session.whoami, {})).bare().claims.passwordChangeRequired).toBe(true)
    expect((await client.call(switches.featureSwitches, {})).status).toBe(403)
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
