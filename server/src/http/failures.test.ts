import type { IncomingHttpHeaders } from 'node:http'
import { agencies } from '@agency-support/contract/modules/agencies'
import { P } from '@agency-support/contract/permissions'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MadeUpServer, madeUpServer } from '../../test/made-up.ts'
import { wireForm } from '../../test/wire.ts'
import type { Handler } from '../calls/context.ts'
import type { HandlerTable } from './routes.ts'
import { HttpFailure } from '../calls/refusal.ts'

type UpdateName = Handler<typeof agencies.updateName>
type Config = Handler<typeof agencies.config>

let server: MadeUpServer
beforeAll(async () => {
  server = await madeUpServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const editor = { permissions: [P.CanAccess, P.EditAgencyStatus] }
const rename = { agencyId: 6938, name: 'New Name' }

const oneAgency: Awaited<ReturnType<Config>> = {
  agencyId: 6938,
  name: 'New Name',
  poolId: 0,
  regionId: 0,
  isOnline: false,
  storageMode: 0,
  status: 0,
  flags: 0,
  versionDisplay: '',
  onboardingStatus: 911,
  domains: 0,
  agencyType: 0,
  folderCompliance: [],
  timeZoneId: 'America/Chicago',
  version: 2,
}

const withUpdateName = (updateName: UpdateName): HandlerTable => ({ agencies: { updateName } })
const withConfig = (config: Config): HandlerTable => ({ agencies: { config } })

/** Makes a visible change, under a different name each time. */
const change: UpdateName = async (_input, { tx, request }) => {
  await tx.insertInto('feature_switch').values({ name: request.id, enabled: true }).execute()
  return oneAgency
}

/** What a request left in the database. */
async function listTraces(got: {
  headers: IncomingHttpHeaders
}): Promise<{ switches: number; rows: unknown[] }> {
  const id = String(got.headers['x-request-id'])
  const { read } = server.db
  const switches = await read.selectFrom('feature_switch').select('name').where('name', '=', id).execute()
  const rows = await read
    .selectFrom('journal')
    .select(['event', 'agency_id', 'after'])
    .where('request_id', '=', id)
    .execute()
  return { switches: switches.length, rows }
}

test('an unexpected failure answers 500 with the request id and nothing of its cause, which is logged', async () => {
  server.replace(
    withConfig(() => {
      throw new Error('secret table agency_x at 10.0.0.7', { cause: new Error('deeper') })
    }),
  )
  const client = await server.asNew()
  const got = await client.call(agencies.config, { agencyId: 6938 })
  expect(got.status).toBe(500)
  expect(got.code).toBe(500)
  const id = String(got.headers['x-request-id'])
  expect(got.message).toBe(
    `An error occurred while processing your request. Please try again, and give this number if it happens again: ${id}`,
  )
  expect(got.text).not.toContain('secret')
  expect(server.logged).toContainEqual({
    level: 'error',
    event: 'request.failed',
    facts: expect.objectContaining({
      requestId: id,
      url: '/api/request',
      error: 'secret table agency_x at 10.0.0.7',
      cause: expect.objectContaining({ error: 'deeper' }),
    }),
  })
})

test.each([
  ['of the database', 'sorry, too many clients already', (cause: Error) => cause],
  [
    'of ours',
    `too many ${'x'.repeat(5_000)}`,
    (cause: Error) => new HttpFailure(503, 'Too many.', { cause }),
  ],
])('a 503 %s is one short line without a stack, for it comes by the thousand', async (_whose, text, make) => {
  const error = make(Object.assign(new Error(text), { code: '53300' }))
  server.replace(
    withConfig(() => {
      throw error
    }),
  )
  const got = await (await server.asNew()).call(agencies.config, { agencyId: 6938 })
  expect(got.status).toBe(503)
  const requestId = String(got.headers['x-request-id'])
  const facts = { requestId, url: '/api/request', status: 503, code: '53300', error: text.slice(0, 200) }
  expect(server.logged).toEqual([{ level: 'warn', event: 'request.unavailable', facts }])
})

test('a write that changes something without a journal row fails, and nothing of it is committed', async () => {
  server.replace(withUpdateName(change))
  const client = await server.asNew(editor)
  const got = await client.call(agencies.updateName, rename)
  expect(got.status).toBe(500)
  expect(await listTraces(got)).toEqual({ switches: 0, rows: [] })
  expect(server.logged[0]?.facts).toMatchObject({ error: 'a write changed something without a journal row' })
  expect(server.commits()).toBe(0)
})

test('a write that appends its row commits both, and says so once', async () => {
  server.replace(
    withUpdateName(async (input, ctx) => {
      await ctx.append({ event: 'agencies.renamed', agencyId: 6938, after: { name: 'New Name' } })
      return change(input, ctx)
    }),
  )
  const client = await server.asNew(editor)
  const got = await client.call(agencies.updateName, rename)
  expect(await listTraces(got)).toEqual({
    switches: 1,
    rows: [{ event: 'agencies.renamed', agency_id: 6938, after: { name: 'New Name' } }],
  })
  expect(server.commits()).toBe(1)
})

test('a change that a statement inside a refusal made is taken back', async () => {
  server.replace(
    withUpdateName(async (input, ctx) => {
      await change(input, ctx)
      throw ctx.refuse('notFound')
    }),
  )
  const client = await server.asNew(editor)
  const got = await client.call(agencies.updateName, rename)
  expect([got.status, got.code, got.message]).toEqual([200, 2, 'Agency not found'])
  expect(await listTraces(got)).toEqual({ switches: 0, rows: [] })
})

test('an answer that does not fit its contract fails before anything is committed', async () => {
  server.replace(
    withUpdateName(async (input, ctx) => {
      await ctx.append({ event: 'agencies.renamed', agencyId: 6938 })
      await change(input, ctx)
      return { ...oneAgency, agencyId: -1 }
    }),
  )
  const client = await server.asNew(editor)
  const got = await client.call(agencies.updateName, rename)
  expect(got.status).toBe(500)
  expect(server.logged[0]?.facts).toMatchObject({ error: expect.stringContaining('agencies.updateName') })
  expect(await listTraces(got)).toEqual({ switches: 0, rows: [] })
})

test('in production a sample of the answers is compared, and a misfit only logged', async () => {
  await using production = await madeUpServer({ strictAnswers: false })
  production.replace(withConfig(() => ({ ...oneAgency, agencyId: -1 })))
  const client = await production.asNew()
  const config = wireForm(agencies.config, { agencyId: 6938 })
  const statuses = new Set<number>()
  for (let time = 0; time < 100; time += 1) statuses.add((await client.sendUnjudged(config)).status)
  await expect(client.send(config)).rejects.toThrow('answers what the OpenAPI document does not say')
  expect([...statuses]).toEqual([200])
  expect(production.logged.map(({ event }) => event)).toEqual(['answer.mismatch'])
})

test.each(['40001', '40P01'])(
  'a transaction in conflict (%s) is done again, with one effect',
  async (code) => {
    let times = 0
    server.replace(
      withUpdateName(async (input, ctx) => {
        times += 1
        await ctx.append({ event: 'agencies.renamed', agencyId: 6938 })
        await change(input, ctx)
        if (times < 3) throw Object.assign(new Error('conflict'), { code })
        return oneAgency
      }),
    )
    const client = await server.asNew(editor)
    const got = await client.call(agencies.updateName, rename)
    expect(got.status).toBe(200)
    expect(times).toBe(3)
    expect(await listTraces(got)).toMatchObject({ switches: 1, rows: [{ event: 'agencies.renamed' }] })
  },
)

test.each(['40001', '40P01'])(
  'a conflict (%s) that does not pass is given up after three times, and reported as one to try again',
  async (code) => {
    let times = 0
    server.replace(
      withUpdateName(() => {
        times += 1
        throw Object.assign(new Error('conflict'), { code })
      }),
    )
    const client = await server.asNew(editor)
    const got = await client.call(agencies.updateName, rename)
    expect([got.status, got.code]).toEqual([503, 503])
    expect(got.message).toMatch(/^Somebody changed the same data .* not carried out\. Please try again\.$/)
    expect(got.headers['retry-after']).toBe('2')
    expect(times).toBe(3)
  },
)

test('a write whose transaction PostgreSQL ended, since its server stood still, is reported as perhaps lost', async () => {
  server.replace(
    withUpdateName(async (input, ctx) => {
      await sql`set local idle_in_transaction_session_timeout = 100`.execute(ctx.tx)
      // Blocks the event loop, so that the next statement is the first to notice the lost connection.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000)
      return change(input, ctx)
    }),
  )
  const client = await server.asNew(editor)
  const got = await client.call(agencies.updateName, rename)
  expect([got.status, got.code]).toEqual([503, 503])
  expect(got.message).toMatch(/^The connection to the database was lost\./)
  expect(await listTraces(got)).toEqual({ switches: 0, rows: [] })
})

test.each([
  ['57014', 503, /took too long/],
  ['53100', 503, /disk of the database is full/],
  ['53300', 503, /server is busy/],
  ['25006', 503, /read-only/],
  ['57P01', 503, /connection to the database was lost.*look whether your change was saved/],
  ['25P03', 503, /connection to the database was lost.*look whether your change was saved/],
  ['57P03', 503, /cannot be reached.*Nothing was changed/],
  ['23505', 500, /give this number/],
])(
  'a write that PostgreSQL ends with %s answers %d with a sentence of its own',
  async (code, status, says) => {
    server.replace(
      withUpdateName(() => {
        throw Object.assign(new Error('relation "agency" internal detail'), { code })
      }),
    )
    const client = await server.asNew(editor)
    const got = await client.call(agencies.updateName, rename)
    expect([got.status, got.code]).toEqual([status, status])
    expect(got.message).toMatch(says)
    expect(got.text).not.toContain('relation')
    expect(got.headers['retry-after']).toBe(status === 503 ? '2' : undefined)
  },
)

test('a read that PostgreSQL ends can have changed nothing, and does not make the database read-only', async () => {
  await using own = await madeUpServer()
  const client = await own.asNew()
  for (const [code, status, says] of [
    ['25006', 500, /give this number/],
    ['57P01', 503, /cannot be reached.*Nothing was changed/],
  ] as const) {
    own.replace(
      withConfig(() => {
        throw Object.assign(new Error('internal detail'), { code })
      }),
    )
    const got = await client.call(agencies.config, { agencyId: 6938 })
    expect([got.status, got.headers['x-read-only']]).toEqual([status, undefined])
    expect(got.message).toMatch(says)
  }
})

test.each([
  ['a database that is away', { code: 'ENOENT', syscall: 'open' }],
  // What the client of Azure throws.
  ['a mistake of the caller', { code: 'BlobNotFound', statusCode: 404 }],
])('a file that is missing on the server is not reported as %s', async (_what, facts) => {
  server.replace(
    withConfig(() => {
      throw Object.assign(new Error('no such file'), facts)
    }),
  )
  const client = await server.asNew()
  expect((await client.call(agencies.config, { agencyId: 6938 })).status).toBe(500)
})

test('an answer that breaks off is in the log', async () => {
  const listConfigs: Handler<typeof agencies.listConfigs> = async function* () {
    yield await Promise.resolve(JSON.stringify(oneAgency))
    throw new Error('the store went away')
  }
  server.replace({ agencies: { listConfigs } })
  const client = await server.asNew()
  const body = '{"command":"ListAgencyConfigs"}'
  const headers = { 'content-type': 'application/json' }
  await expect(client.send({ method: 'POST', path: '/api/request', headers, body })).rejects.toThrow(
    'aborted',
  )
  expect(server.logged).toContainEqual({
    level: 'error',
    event: 'answer.broken',
    facts: expect.objectContaining({ url: '/api/request', error: 'the store went away' }),
  })
})

test('a remark of the handler stands in the message of the envelope', async () => {
  server.replace(
    withConfig((_input, ctx) => {
      ctx.say('by the way')
      return oneAgency
    }),
  )
  const client = await server.asNew()
  expect(await client.call(agencies.config, { agencyId: 6938 })).toMatchObject({
    code: 0,
    message: 'by the way',
  })
})
