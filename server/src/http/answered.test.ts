import { agencies } from '@agency-support/contract/modules/agencies'
import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { P } from '@agency-support/contract/permissions'
import { expect, test } from 'vitest'
import { madeUpServer } from '../../test/made-up.ts'
import { breakOffBody } from '../../test/raw-socket.ts'
import { until } from '../../test/until.ts'
import type { Handler } from '../calls/context.ts'

test('each request is a line of the log with its number, call, status and who asked, but no query', async () => {
  await using server = await madeUpServer({ accessLog: true })
  const client = await server.asNew({ permissions: [P.CanAccess] })
  // This agency does not exist here.
  const read = await client.call(agencies.config, { agencyId: 6938 })
  const missing = await client.send({ method: 'GET', path: '/api/nowhere?name=Ada' })
  await client.call(agencies.updateName, { agencyId: 6938, name: 'Not allowed' })
  await until('three lines are written', () => server.logged.length === 3)
  const staffId: unknown = expect.any(Number)
  const [first, second, third] = server.logged.map(({ level, event, facts }) => ({ level, event, ...facts }))
  const requestId = read.headers['x-request-id']
  const ofRead = { requestId, method: 'POST', url: '/api/request', call: 'agencies.config', status: 200 }
  expect(first).toMatchObject({ level: 'info', event: 'request', ...ofRead, outcome: 'refused', staffId })
  const ofMissing = { requestId: missing.headers['x-request-id'], url: '/api/nowhere', status: 404 }
  expect(second).toMatchObject({ ...ofMissing, outcome: 'denied', call: undefined, staffId: undefined })
  expect(third).toMatchObject({ call: 'agencies.updateName', status: 403, outcome: 'denied', staffId })
  expect(JSON.stringify(server.logged)).not.toMatch(/Ada|Not allowed/)
})

test('a request of an agency’s software is a line of the log with its agency', async () => {
  await using server = await madeUpServer({ accessLog: true })
  const software = await server.software(6938)
  await software.call(agencyCommands.heartbeat, { versionDisplay: '5.4.2', hostName: 'FRONT-1' })
  await until('the line is written', () => server.logged.length === 1)
  const ofAgency = { agencyId: 6938, claimedAgencyId: undefined, staffId: undefined }
  expect(server.logged[0]?.facts).toMatchObject({
    call: 'agencyCommands.heartbeat',
    status: 200,
    ...ofAgency,
  })
})

test('who was told to wait, and the agency that a wrong key says it is of, stand in the log', async () => {
  await using server = await madeUpServer({ accessLog: true, sessionRate: 1 })
  const client = await server.asNew({ permissions: [P.CanAccess] })
  for (const status of [200, 429])
    expect((await client.call(agencies.config, { agencyId: 6938 })).status).toBe(status)
  const unknown = { method: 'POST', path: '/api/request', body: '{"command":"Nope"}' } as const
  expect((await client.send(unknown, { 'content-type': 'application/json' })).status).toBe(400)
  const headers = { authorization: `Bearer 6938.${'x'.repeat(43)}`, 'content-type': 'application/json' }
  for (const path of ['/agent/v1/heartbeat', '/agent/v1/reports/parts'])
    expect((await client.send({ method: 'POST', path, body: '{}' }, headers)).status).toBe(401)
  await until('five lines are written', () => server.logged.length === 5)
  const staffId: unknown = expect.any(Number)
  expect(server.logged.map(({ facts }) => facts)).toMatchObject([
    { status: 200, staffId },
    { status: 429, staffId },
    { status: 400, staffId },
    { status: 401, claimedAgencyId: 6938, agencyId: undefined },
    { status: 401, claimedAgencyId: 6938, agencyId: undefined },
  ])
  expect(JSON.stringify(server.logged)).not.toContain('xxx')
})

test('a request whose caller hung up is a line that says so, any other says nothing of it', async () => {
  await using server = await madeUpServer({ accessLog: true })
  const gate = Promise.withResolvers<void>()
  let held = 0
  const config: Handler<typeof agencies.config> = async (_input, ctx) => {
    held += 1
    await gate.promise
    throw ctx.refuse('notFound')
  }
  server.replace({ agencies: { config } })
  const [patient, gone] = [await server.asNew(), await server.asNew()]
  const answered = patient.call(agencies.config, { agencyId: 1 })
  const left = gone.call(agencies.config, { agencyId: 1 })
  await until('both are under way', () => held === 2)
  gone.close()
  await expect(left).rejects.toThrow('socket hang up')
  gate.resolve()
  await answered
  await until('both lines are written', () => server.logged.length === 2)
  const line = { event: 'request', facts: { call: 'agencies.config', status: 200, outcome: 'refused' } }
  expect(server.logged).toMatchObject([line, line])
  const cut = server.logged.filter(({ facts }) => (facts as { cut?: true }).cut === true)
  expect(cut).toHaveLength(1)
})

test('who has hung up has no address any more, which is no fault of the server', async () => {
  await using server = await madeUpServer({ accessLog: true })
  let address: string | undefined
  const config: Handler<typeof agencies.config> = async (_input, ctx) => {
    const gone = Promise.withResolvers<void>()
    ctx.request.whenGone(gone.resolve)
    client.close()
    await gone.promise
    address = ctx.request.address
    throw ctx.refuse('notFound')
  }
  server.replace({ agencies: { config } })
  const client = await server.asNew()
  await expect(client.call(agencies.config, { agencyId: 1 })).rejects.toThrow('socket hang up')
  await until('the line is written', () => server.logged.length === 1)
  expect(address).toBe('unknown')
  expect(server.logged).toMatchObject([{ event: 'request', facts: { outcome: 'refused', cut: true } }])
})

test.each(['identity', 'zstd'])(
  'a list (%s) whose reader hung up before its end is a line that says so',
  async (coding) => {
    await using server = await madeUpServer({ accessLog: true })
    const gate = Promise.withResolvers<void>()
    let isHeld = false
    async function* pieces(): AsyncGenerator<string> {
      yield '{}'
      isHeld = true
      await gate.promise
    }
    server.replace({ agencies: { listConfigs: pieces } })
    const client = await server.asNew()
    const left = client.call(agencies.listConfigs, {}, { 'accept-encoding': coding })
    await until('the second piece is waited for', () => isHeld)
    client.close()
    // Whether the head of the answer has reached it by then or not.
    await expect(left).rejects.toThrow(/^(?:aborted|socket hang up)$/)
    await until('the line is written', () => server.logged.length === 1)
    gate.resolve()
    const facts = { call: 'agencies.listConfigs', status: 200, outcome: 'ok', cut: true }
    expect(server.logged).toMatchObject([{ event: 'request', facts }])
  },
)

test('a request whose connection breaks in its body is one line, and a URL that cannot be read is one', async () => {
  await using server = await madeUpServer({ accessLog: true })
  const client = await server.asNew()
  await breakOffBody(server.port, '/auth/staff/signin/cookie')
  await until('the first line is written', () => server.logged.length === 1)
  await client.send({ method: 'GET', path: '/%zz' })
  await until('the second line is written', () => server.logged.length === 2)
  const denied = { status: 400, outcome: 'denied', call: undefined }
  expect(server.logged).toMatchObject([
    { event: 'request', facts: { ...denied, url: '/auth/staff/signin/cookie', cut: true } },
    { event: 'request', facts: { ...denied, url: '/%zz', cut: undefined } },
  ])
})
