import { createHash } from 'node:crypto'
import { switches } from '@agency-support/contract/modules/switches'
import { expect, test } from 'vitest'
import { testServer } from '../../../test/app.ts'
import { useServer } from '../../../test/use-server.ts'
import { parseEnvelope } from '../../../test/exchange.ts'
import { untilOneWaits } from '../../../test/until-one-waits.ts'
import { appendEntry, type NewEntry } from '../../journal/append.ts'
import { setSwitch } from './service.ts'

const services = { qa: { 'user-api': 'https://users.qa.example' } }
const frames = {
  hosts: { 'support.example': 'qa' },
  self: '',
  bases: { qa: { 'agency-detail-6x': 'https://manage.example/agency' } },
}
const statusSites = { qa: 'https://status.qa.example/', default: 'https://status.example/' }

const server = useServer({
  config: {
    environment: 'qa',
    providerName: 'Acme',
    helpCentreUrl: '',
    build: 'b7',
    frames,
    services,
    statusSites,
    frameAncestors: ['https://office.example'],
  },
})

test('[API-19] [SHELL-18] the environment is plain text, the one the server is told, for everybody', async () => {
  const got = await (await server.as(null)).call(switches.environment, {})
  expect([got.status, got.text, got.headers['content-type']]).toEqual([
    200,
    'qa',
    'text/plain; charset=utf-8',
  ])
})

test('the settings a browser may know are these and no others', async () => {
  const got = await (await server.as(null)).call(switches.clientConfig, {})
  expect(parseEnvelope({ body: got.text }).data).toEqual([
    {
      providerName: 'Acme',
      environment: 'qa',
      helpCentreUrl: '',
      build: 'b7',
      statusSiteUrl: 'https://status.qa.example/',
      frames,
    },
  ])
})

test('only the pages of the settings may be framed, and only who is named may frame the console', async () => {
  const { headers } = await (await server.as(null)).call(switches.environment, {})
  const policy = String(headers['content-security-policy']).split('; ')
  expect(policy).toContain('frame-src https://manage.example')
  expect(policy).toContain("frame-ancestors 'self' https://office.example")
  // Whatever SERVICE_HOSTS names, the browser only connects to this server.
  expect(policy).toContain("connect-src 'self'")
  await using plain = await testServer()
  const none = await (await plain.as(null)).call(switches.environment, {})
  expect(String(none.headers['content-security-policy']).split('; ')).toContain("frame-src 'none'")
})

test('styles and scripts come from files alone, and the page of the contract carries the one style it names', async () => {
  const client = await server.asNew()
  const { headers } = await client.call(switches.environment, {})
  const policy = String(headers['content-security-policy']).split('; ')
  const page = await client.send({ method: 'GET', path: '/api/docs' })
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page.body) ?? []
  const hash = createHash('sha256').update(style).digest('base64')
  expect(policy).toContain("script-src 'self'")
  expect(policy).toContain(`style-src 'self' 'sha256-${hash}'`)
  expect(policy.join()).not.toContain('unsafe')
})

test('[SHELL-17] GetFeatureSwitches takes no other field and answers every switch with its state', async () => {
  const client = await server.asNew({ permissions: [] })
  const got = await client.send({
    method: 'POST',
    path: '/api/request',
    headers: { 'content-type': 'application/json' },
    body: '{"command":"GetFeatureSwitches"}',
  })
  expect(JSON.parse(got.body)).toEqual({
    code: 0,
    message: '',
    data: [{ name: 'Use6xNavigation', enabled: false }],
  })
  await server.db.write.insertInto('feature_switch').values({ name: 'AnotherOne', enabled: false }).execute()
  expect([await turn('Use6xNavigation', true), await turn('Use6xNavigation', true)]).toEqual([true, false])
  expect((await client.call(switches.featureSwitches, {})).data).toEqual([
    { name: 'AnotherOne', enabled: false },
    { name: 'Use6xNavigation', enabled: true },
  ])
})

/** Turns a switch as the command line does. */
function turn(name: string, enabled: boolean): Promise<boolean | undefined> {
  const actor = { kind: 'system', name: 'cli', sessionId: null } as const
  return server.db.write.transaction().execute((tx) => {
    const append = (entry: NewEntry): Promise<void> =>
      appendEntry(tx, { at: server.clock.now(), actor, requestId: null }, entry)
    return setSwitch({ tx, append }, name, enabled)
  })
}

test('a switch that is turned stands in the journal once; one that is not there is not made', async () => {
  await server.db.write.insertInto('feature_switch').values({ name: 'Told', enabled: true }).execute()
  expect([await turn('Told', false), await turn('Told', false), await turn('NoSuch', true)]).toEqual([
    true,
    false,
    undefined,
  ])
  const kept = server.db.read.selectFrom('feature_switch').select(['enabled', 'version'])
  expect(await kept.where('name', '=', 'Told').execute()).toEqual([{ enabled: false, version: 2 }])
  expect(await kept.where('name', '=', 'NoSuch').execute()).toEqual([])
  const rows = server.db.read
    .selectFrom('journal')
    .select(['event', 'subject', 'before', 'after'])
    .where('event', '=', 'switches.changed')
    .where('subject', 'in', ['Told', 'NoSuch'])
  expect(await rows.execute()).toEqual([
    { event: 'switches.changed', subject: 'Told', before: { enabled: true }, after: { enabled: false } },
  ])
})

test('a switch that two turn at once stands in the journal once', async () => {
  await server.db.write.insertInto('feature_switch').values({ name: 'Twice', enabled: false }).execute()
  const late = await server.db.write.transaction().execute(async (tx) => {
    expect(await setSwitch({ tx, append: () => Promise.resolve() }, 'Twice', true)).toBe(true)
    const turning = turn('Twice', true)
    await untilOneWaits(tx, 'feature_switch')
    return { turning }
  })
  expect(await late.turning).toBe(false)
})

test('the agents’ protocol is there to read for agencies’ software, the same each time', async () => {
  const software = await server.software(6938)
  const [first, second] = [
    await software.call(switches.agentOpenapi, {}),
    await software.call(switches.agentOpenapi, {}),
  ]
  expect(Object.keys((JSON.parse(first.text) as { paths: object }).paths)).toContain('/agent/v1/heartbeat')
  expect(second.text).toBe(first.text)
  expect((await (await server.as(null)).call(switches.agentOpenapi, {})).status).toBe(401)
})

test('the contract is there to read for staff, as a document and as a page', async () => {
  const client = await server.asNew()
  const document = await client.call(switches.openapi, {})
  expect(JSON.parse(document.text)).toMatchObject({ openapi: '3.1.0', servers: [{ url: server.origin }] })
  const page = await client.call(switches.apiPage, {})
  expect(page.text).toMatch(/^<!doctype html>/)
  expect((await (await server.as(null)).call(switches.apiPage, {})).status).toBe(401)
})
