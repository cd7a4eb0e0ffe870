import { agencies } from '@agency-support/contract/modules/agencies'
import { session } from '@agency-support/contract/modules/session'
import { switches } from '@agency-support/contract/modules/switches'
import { P, permissionMessages } from '@agency-support/contract/permissions'
import { expect, test } from 'vitest'
import { testServer } from '../../test/app.ts'
import { useServer } from '../../test/use-server.ts'
import type { TestClient } from '../../test/client.ts'
import { parseEnvelope, type Got } from '../../test/exchange.ts'
import { signInsPerMinute } from '../calls/throttle.ts'

const server = useServer({ config: { sessionRate: 20 } })

const json = { 'content-type': 'application/json' }
const failure = (got: Got): unknown[] => [got.status, parseEnvelope(got).message]

async function post(client: TestClient, body: string, headers = {}): Promise<Got> {
  return client.send({ method: 'POST', path: '/api/request', body, headers: { ...json, ...headers } })
}

test('limits come before whose it is and what it says', async () => {
  const stranger = await server.asNew({ permissions: [] })
  const got = await post(stranger, `{"command":"${'x'.repeat(140_000)}"}`)
  expect(failure(got)).toEqual([413, 'The request is too large.'])
})

test('where a request comes from is judged before whose it is', async () => {
  const got = await post(await server.as(null), '{"command":"UpdateAgencyName"}', {
    origin: 'https://evil.example',
  })
  expect(got.status).toBe(400)
})

test('whose it is comes before what it says: bad input of nobody answers 401', async () => {
  const got = await post(await server.as(null), '{"command":"UpdateAgencyName","agencyId":"x"}')
  expect(failure(got)).toEqual([401, 'Please sign in.'])
})

test('what it says comes before what it needs, as needs may depend on it', async () => {
  const got = await post(await server.asNew(), '{"command":"UpdateAgencyName","agencyId":"x","name":"y"}')
  expect(failure(got)).toEqual([400, 'Agency id must be a whole number from 1 to 99999999.'])
})

test('what it needs comes before any look-up', async () => {
  const got = await post(await server.asNew(), '{"command":"UpdateAgencyName","agencyId":424242,"name":"y"}')
  expect(failure(got)).toEqual([403, permissionMessages.feature])
  const allowed = await server.asNew({ permissions: [P.CanAccess, P.EditAgencyStatus] })
  expect(await allowed.call(agencies.updateName, { agencyId: 424_242, name: 'y' })).toMatchObject({
    status: 200,
    code: 2,
    message: 'Agency not found',
  })
})

test('headers that claim to be somebody are ignored', async () => {
  const claims = {
    'x-user': 'admin@support.test',
    'x-permissions': '2000,2006',
    'x-original-url': '/api/environment',
    'x-rewrite-url': '/api/environment',
    'x-forwarded-user': 'admin@support.test',
    authorization: `Basic ${Buffer.from('admin:admin').toString('base64')}`,
    'request-id': 'chosen-by-me',
    'x-request-id': 'chosen-by-me',
  }
  const nobody = await post(await server.as(null), '{"command":"GetTimeZones"}', claims)
  expect(nobody.status).toBe(401)
  expect(nobody.headers['x-request-id']).not.toBe('chosen-by-me')
  const got = await post(
    await server.asNew(),
    '{"command":"UpdateAgencyStatus","agencyId":1,"status":2}',
    claims,
  )
  expect(got.status).toBe(403)
})

test('fields that claim to be somebody are ignored: the journal names the person of the session', async () => {
  await server.agency(11, 'First')
  const client = await server.asNew({ permissions: [P.CanAccess, P.EditAgencyStatus] })
  const body = {
    command: 'UpdateAgencyName',
    agencyId: 11,
    name: 'Second',
    processedBy: 'boss',
    hsUserName: 'boss',
  }
  const got = await post(client, JSON.stringify(body))
  const row = await server.db.read
    .selectFrom('journal')
    .select(['actor', 'actor_kind', 'session_id', 'request_id'])
    .where('agency_id', '=', 11)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    actor: client.person.username,
    actor_kind: 'staff',
    session_id: expect.any(Number),
    request_id: got.headers['x-request-id'],
  })
})

test('a session that asks too often is told to wait, others are not', async () => {
  const [busy, calm] = [await server.asNew(), await server.asNew()]
  for (let time = 0; time < 20; time += 1) expect((await busy.call(session.whoami, {})).status).toBe(200)
  const got = await busy.call(session.whoami, {})
  expect([got.status, got.message]).toEqual([429, 'Too many requests. Please wait 10 seconds and try again.'])
  expect(got.headers['retry-after']).toBe('10')
  expect((await calm.call(session.whoami, {})).status).toBe(200)
  server.clock.turn(10)
  expect((await busy.call(session.whoami, {})).status).toBe(200)
})

test('a person without CanAccess who asks too often is told to wait, and fills no journal', async () => {
  const stranger = await server.asNew({ permissions: [] })
  const statuses: number[] = []
  for (let time = 0; time < 25; time += 1) statuses.push((await stranger.call(agencies.timeZones, {})).status)
  expect(statuses).toEqual([...Array<number>(20).fill(403), ...Array<number>(5).fill(429)])
  const refused = await server.db.read
    .selectFrom('journal')
    .select('seq')
    .where('event', '=', 'session.refused')
    .where('actor', '=', stranger.person.username)
    .execute()
  expect(refused).toHaveLength(1)
})

test('an address that tries too many sign-ins is told to wait, whatever it says of itself', async () => {
  const client = await server.as(null)
  const attempt = (at: number): Promise<{ status: number; headers: Got['headers']; message: string }> =>
    client.call(
      session.signIn,
      { username: `person${at}@support.test`, password: 'whatever' },
      { 'x-forwarded-for': `10.0.0.${at}`, forwarded: `for=10.0.0.${at}` },
    )
  for (let at = 0; at < signInsPerMinute; at += 1) expect((await attempt(at)).status).toBe(200)
  const refused = await attempt(99)
  expect(refused.status).toBe(429)
  expect(refused.headers['retry-after']).toBe('60')
  expect(Buffer.from(String(refused.headers['x-signin-error']), 'base64').toString()).toBe(
    'Too many requests. Please wait 60 seconds and try again.',
  )
  expect((await client.call(switches.environment, {})).status).toBe(200)
  server.clock.turn(60)
  expect((await attempt(100)).status).toBe(200)
})

test('the count of sign-ins is shared by all processes', async () => {
  await using other = await testServer({ database: server.database, clock: server.clock })
  server.clock.turn(120)
  const [here, there] = [await server.as(null), await other.as(null)]
  const statuses: number[] = []
  for (let at = 0; at <= signInsPerMinute; at += 1) {
    const got = await (at % 2 === 0 ? here : there).call(session.signIn, {
      username: `p${at}`,
      password: 'x',
    })
    statuses.push(got.status)
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(signInsPerMinute)
  expect(statuses.at(-1)).toBe(429)
})
