import { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { health } from '@agency-support/contract/modules/health'
import { seats } from '@agency-support/contract/modules/seats'
import { switches } from '@agency-support/contract/modules/switches'
import { P } from '@agency-support/contract/permissions'
import { expiresOn } from '@agency-support/contract/rules/temporary-users'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../test/app.ts'
import type { TestClient } from '../../test/client.ts'
import { turnableClock } from '../../test/clock.ts'
import { type Program, runProgram } from '../../test/program.ts'
import { sandboxConfig } from '../settings/config.ts'
import { KeyRing } from '../settings/key-ring.ts'
import { ServiceHosts } from './service-hosts.ts'

const key = Buffer.alloc(32, 9)
const serviceKeys = new KeyRing('SERVICE_KEY', [key])
const agencyId = '6938'
let host: Program
let origin: string
let server: TestServer
let staff: TestClient & { person: { username: string } }

beforeAll(async () => {
  const program = fileURLToPath(new URL('../../test/other-host.ts', import.meta.url))
  host = runProgram(process.execPath, [program, key.toString('base64')])
  origin = (await host.says(/LISTENS (\S+)/))[1] ?? ''
  const all = { 'agency-api': origin, 'user-api': origin, backoffice: origin }
  server = await testServer({
    clock: turnableClock(new Date().toISOString()),
    config: { services: { local: all }, serviceKeys },
  })
  staff = await server.asNew({
    permissions: [P.CanAccess, P.SuperUserCreation, P.SeatManagement, P.AgencyManagementAdmin],
  })
})
// The other process uses the real time, and each request's proof of who asks is valid for 30 seconds.
beforeEach(() => server.clock.turn((Date.now() - server.clock.now().getTime()) / 1000))
afterAll(async () => {
  host.child.kill()
  await server.close()
})
afterEach(async () => {
  await setMode('answer')
  await takeSeen()
})

async function setMode(mode: string): Promise<void> {
  await fetch(`${origin}/_mode`, { method: 'POST', body: mode }).catch(() => undefined)
}

interface Seen {
  method: string
  url: string
  headers: Record<string, string>
  body: string
  claims: Record<string, unknown>
}

/** The requests that reached the other host since the last call. */
async function takeSeen(): Promise<Seen[]> {
  const answer = await fetch(`${origin}/_seen`).catch(() => undefined)
  return answer === undefined ? [] : ((await answer.json()) as Seen[])
}

const usage = () => staff.call(seats.usage, { agencyId })
const release = () => staff.call(seats.release, { agencyId, username: 'ABC' })
const failed = 'The host that answers this gave no usable answer.'
const away = 'The host that answers this cannot be reached at the moment.'
const unclear = `${away} Please look whether your change was saved before you try again.`

test('[TRUTH-32] a call of another host is passed on with the caller’s name and permissions, without cookies or CORS either way', async () => {
  const user = {
    AgencyId: Number(agencyId),
    Username: '--0',
    Password: 'Grün-Haus-77',
    ExpiresOn: expiresOn(server.clock.now(), 2),
  }
  const made = await staff.call(agencyUsers.createSuperUser, user)
  expect(made).toMatchObject({ status: 200, code: 0, data: [{ grantId: 1, username: '--0' }] })
  const [asked] = await takeSeen()
  expect(asked).toMatchObject({ method: 'POST', url: '/agency/profile/create-5x-super-user' })
  expect(JSON.parse(asked?.body ?? '')).toEqual(user)
  const { sub, permissions, iss, iat, exp } = asked?.claims ?? {}
  expect({ sub, permissions, iss }).toEqual({
    sub: staff.person.username,
    permissions: [P.CanAccess, P.SuperUserCreation, P.SeatManagement, P.AgencyManagementAdmin].toSorted(
      (a, b) => a - b,
    ),
    iss: server.origin,
  })
  expect(Number(exp) - Number(iat)).toBe(30)
  const sent = Object.keys(asked?.headers ?? {})
  for (const name of ['cookie', 'origin', 'x-idle-seconds', 'x-forwarded-for'])
    expect(sent).not.toContain(name)
  const got = await usage()
  expect(got.data).toEqual([
    { licensedSeats: 7, usedSeats: 0, reportedAt: '2026-11-20T09:00:00.000Z', seats: [] },
  ])
  for (const name of [
    'set-cookie',
    'access-control-allow-origin',
    'access-control-allow-credentials',
    'x-inner',
  ])
    expect(got.headers).not.toHaveProperty(name)
  const { headers } = await staff.call(switches.environment, {})
  expect(String(headers['content-security-policy']).split('; ')).toContain("connect-src 'self'")
  // A refusal that the contract declares is passed on; fields unknown to the contract are dropped.
  expect(await release()).toMatchObject({ code: 2, message: 'This seat was released already.', data: [] })
})

test('[TRUTH-32] who may not do a thing here is refused here, and the other host’s refusal is passed on', async () => {
  const agent = await server.asNew()
  expect((await agent.call(seats.usage, { agencyId })).status).toBe(403)
  expect((await (await server.as(null)).call(seats.usage, { agencyId })).status).toBe(401)
  const twoDots = await staff.call(seats.release, { agencyId, username: '..' })
  expect([twoDots.status, twoDots.message]).toEqual([400, 'The address cannot be passed on as it is.'])
  expect(await takeSeen()).toEqual([])
  await setMode('forbidden')
  const refused = await usage()
  expect([refused.status, refused.message]).toEqual([403, 'Not at this host.'])
})

test.each(['redirect', 'page', 'strange', 'undeclared', 'unknown'])(
  '[TRUTH-32] an answer that is none of the contract (%s) becomes a sentence, and no redirect is followed',
  async (mode) => {
    await setMode(mode)
    const got = await usage()
    expect([got.status, got.code, got.message]).toEqual([200, 502, failed])
    expect(got.text).not.toMatch(/Welcome|many|sign in/)
    expect((await takeSeen()).map(({ url }) => url)).toEqual([`/staff/seats/used/${agencyId}`])
    expect((await staff.call(health.providers, {})).status).toBe(200)
  },
)

test('[TRUTH-32] [PROV-05] a host fails as any other provider: 429, 502 or 503, and the number of the failure', async () => {
  const outcomes = [
    ['busy', release, 429, 'The host that answers this is busy. Please try again in a moment.'],
    ['unknown', usage, 502, failed],
    ['unknown', release, 502, failed],
    ['page', usage, 502, failed],
    ['broken', usage, 503, away],
    // A change may have been saved before either.
    ['broken', release, 503, unclear],
    ['page', release, 503, unclear],
  ] as const
  for (const [mode, ask, code, message] of outcomes) {
    await setMode(mode)
    const got = await ask()
    expect([got.status, got.code, got.message], mode).toEqual([200, code, message])
    const wait = code === 429 ? { retryAfterSeconds: 7 } : {}
    expect(got.refusal, mode).toEqual({ exception: got.headers['x-request-id'], ...wait })
  }
})

test('[TRUTH-32] a host that is slow or dead is left alone after a while, and a change may have been carried out', async () => {
  await setMode('slow')
  expect(await release()).toMatchObject({ status: 200, code: 503, message: unclear })
  const ended = host.ended
  host.child.kill('SIGKILL')
  await ended
  const state = async () => {
    const { data } = await staff.call(health.providers, {})
    return data.find(({ provider }) => provider === 'agency-api')?.state
  }
  for (let at = 0; at < 3; at += 1) expect(await usage()).toMatchObject({ code: 503, message: away })
  expect(await state()).toBe('closed')
  // No request arrives, so nothing can have been saved; nor after the breaker has opened.
  expect(await release()).toMatchObject({ code: 503, message: away })
  expect(await state()).toBe('open')
  expect(await release()).toMatchObject({ code: 503, message: away })
})

test('[TEMPUSER-17] [SEATS-TAB-07] the server chooses the hosts of agency-api, user-api and backoffice by its own name', async () => {
  const environments = ['local', 'dev', 'qa', 'po', 'production', 'live', 'app']
  const services = Object.fromEntries(
    environments.map((name) => [
      name,
      {
        'agency-api': `https://agency.${name}.example`,
        'user-api': `https://users.${name}.example`,
        backoffice: `https://office.${name}.example`,
      },
    ]),
  )
  const frames = { hosts: { 'support.example': 'production' }, self: '', bases: {} }
  const names = [
    'localhost',
    'console.dev.example',
    'console.qa.example',
    'console-po.example',
    'support.example',
  ]
  const { database, clock } = server
  for (const [at, name] of [...names, 'console.live', 'console.app'].entries()) {
    const publicOrigin = `https://${name}`
    const config = sandboxConfig({ databaseUrl: database.url, publicOrigin, frames, services })
    const hosts = new ServiceHosts(config, { clock, log: { info: () => undefined } as never })
    const environment = environments[at]
    const chosen = [seats.usage, seats.release, agencyUsers.createSuperUser6x, agencyUsers.listSuperUsers6x]
    expect([...chosen, agencyUsers.createSuperUser].map((call) => hosts.getOrigin(call))).toEqual([
      ...[1, 2].map(() => `https://agency.${environment}.example`),
      ...[1, 2].map(() => `https://users.${environment}.example`),
      `https://office.${environment}.example`,
    ])
    expect(hosts.getOrigin(health.agency)).toBeUndefined()
  }
  // The caller cannot choose the host by these names: the server's own name decides.
  const other = runProgram(process.execPath, [
    fileURLToPath(new URL('../../test/other-host.ts', import.meta.url)),
    key.toString('base64'),
  ])
  const qa = (await other.says(/LISTENS (\S+)/))[1] ?? ''
  await using named = await testServer({
    database,
    clock,
    config: { publicOrigin: 'https://console.qa.example', services: { qa: { 'user-api': qa } }, serviceKeys },
  })
  const person = await named.asNew()
  const list = await person.call(agencyUsers.listSuperUsers6x, { AgencyId: Number(agencyId) })
  expect([list.status, list.code, list.data]).toEqual([200, 200, []])
  const [asked] = (await (await fetch(`${qa}/_seen`)).json()) as Seen[]
  expect(asked).toMatchObject({
    url: '/staff/request',
    claims: { iss: 'https://console.qa.example', aud: qa },
  })
  other.child.kill()
})
