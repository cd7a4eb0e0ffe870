import { inspect } from 'node:util'
import { expect, test, vi } from 'vitest'
import { createReader } from '../settings/reader.ts'
import { useFormstack } from '../../test/formstack.ts'
import { failure } from '../../test/provider-failure.ts'
import { openLog } from '../lib/log.ts'
import { formstack } from './formstack.ts'

const world = useFormstack()
const { clock, control, fault, received } = world

test('a group comes with its accounts, and one that Formstack does not know is null', async () => {
  expect(await world.esign.getGroup('4711')).toEqual({
    id: '4711',
    active: true,
    startDate: new Date('2024-03-01T09:00:00Z'),
    users: [
      {
        id: '558213',
        email: 'a@smith.test',
        active: true,
        admin: true,
        activated: new Date('2024-03-02T08:00:00Z'),
        deactivated: null,
        created: new Date('2024-03-01T09:00:00Z'),
        groupIds: ['4711'],
      },
      {
        id: '558 2/14',
        email: 'B+c@smith.test',
        active: false,
        admin: false,
        activated: null,
        deactivated: new Date('2025-01-01T00:00:00Z'),
        created: new Date('2024-03-01T09:00:00Z'),
        groupIds: ['4711'],
      },
    ],
  })
  expect(await world.esign.getGroup('9999')).toBeNull()
})

test('a group of many members is asked for in parts and comes whole, in its order', async () => {
  const users = Array.from({ length: 45 }, (_, at) => ({ id: `m${at}`, email: `m${at}@many.test` }))
  await control('POST', '/groups', { id: 'many', users })
  expect((await world.esign.getGroup('many'))?.users.map(({ id }) => id)).toEqual(users.map(({ id }) => id))
})

const many = Array.from({ length: 1_500 }, (_, at) => ({ id: `m${at}`, email: `m${at}@many.test` }))
const readsOf = async (path: string) =>
  (await received()).filter((line) => line === `GET /scim/${path}`).length

test('a group of 1,500 accounts is read in its time, though every answer takes 50 ms', async () => {
  await control('POST', '/groups', { id: 'many', users: many })
  await fault({ endpoint: 'user', kind: 'delay', ms: 50 })
  expect((await world.esign.getGroup('many'))?.users.map(({ id }) => id)).toEqual(many.map(({ id }) => id))
})

test('an account that is refused once is asked for again alone', async () => {
  await control('POST', '/groups', { id: 'many', users: many.slice(0, 200) })
  await fault({ endpoint: 'user', id: 'm70', kind: 'status', status: 503, times: 1 })
  expect((await world.esign.getGroup('many'))?.users).toHaveLength(200)
  expect([await readsOf('Groups/many'), await readsOf('Users/m0'), await readsOf('Users/m70')]).toEqual([
    1, 1, 2,
  ])
})

test('after an outage one account tries the breaker, and all others are read once it is answered', async () => {
  await control('POST', '/groups', { id: 'many', users: many.slice(0, 20) })
  const ids = many.slice(0, 20).map(({ id }) => id)
  await fault({ endpoint: 'user', kind: 'status', status: 500, times: 5 })
  for (let time = 0; time < 5; time += 1) await failure(world.esign.getUser('558213'))
  clock.turn(30)
  expect((await world.esign.getUsers(ids)).map(({ id }) => id)).toEqual(ids)
})

test('a person waits 15 seconds for the accounts of a group; parts of it are read without such a limit', async () => {
  const { now } = Date
  const times = [0]
  vi.spyOn(Date, 'now').mockImplementation(() => now() + (times.shift() ?? 15_001))
  expect(await failure(world.esign.getGroup('4711'))).toMatchObject({
    kind: 'unavailable',
    message: 'Formstack took too long for all accounts of a group',
  })
  times.push(0)
  expect(await world.esign.listMemberIds('4711')).toEqual(['558213', '558 2/14'])
  times.push(0)
  expect(await world.esign.getUsers(['558 2/14', 'gone', '558213'])).toMatchObject([
    { id: '558 2/14' },
    { id: '558213' },
  ])
  expect(await world.esign.listMemberIds('9999')).toBeNull()
})

test('a user is found by id and by address in any case', async () => {
  expect(await world.esign.getUser('558 2/14')).toMatchObject({ email: 'B+c@smith.test' })
  expect(await world.esign.getUser('1')).toBeNull()
  expect(await world.esign.findUserByEmail('b+C@SMITH.test')).toMatchObject({ id: '558 2/14' })
  expect(await world.esign.findUserByEmail('no"body\\@smith.test')).toBeNull()
})

test('one token serves until shortly before its end; one that was taken back is replaced', async () => {
  const tokens = async () => (await received()).filter((line) => line === 'POST /oauth2/token').length
  await Promise.all([world.esign.getUser('558213'), world.esign.getUser('558213')])
  expect(await tokens()).toBe(1)
  clock.turn(3_600 - 29)
  await world.esign.getUser('558213')
  expect(await tokens()).toBe(2)
  await control('DELETE', '/tokens')
  const both = await Promise.all([world.esign.getUser('558213'), world.esign.getUser('558213')])
  expect(both).toMatchObject([{ id: '558213' }, { id: '558213' }])
  expect(await tokens()).toBe(3)
})

test('a client that Formstack does not know is told apart from a Formstack that is away', async () => {
  const settings = { ...world.settings, clientSecret: 'another' }
  const other = formstack.open(settings, { clock, log: openLog('silent') })
  expect(await failure(other.getUser('1'))).toMatchObject({ kind: 'auth', status: 401 })
  const nowhere = formstack.open(formstack.settings(createReader({}, () => undefined)), {
    clock,
    log: openLog('silent'),
  })
  expect(await failure(nowhere.getUser('1'))).toMatchObject({ kind: 'unavailable' })
})

test('what is missing is read as missing: numbers as ids, no dates, no extensions', async () => {
  const user = { id: 12, userName: 'a@smith.test', meta: { created: '2015-12-21 17:08:13' } }
  await fault({ endpoint: 'user', kind: 'body', body: JSON.stringify(user), times: 2 })
  const read = {
    id: '12',
    email: 'a@smith.test',
    active: true,
    admin: false,
    activated: null,
    deactivated: null,
    created: new Date('2015-12-21T17:08:13Z'),
    groupIds: [],
  }
  expect(await world.esign.getUser('12')).toEqual(read)
  await fault({ endpoint: 'group', kind: 'body', body: '{"id":9,"members":[{"value":12}]}', times: 1 })
  expect(await world.esign.getGroup('9')).toEqual({ id: '9', active: true, startDate: null, users: [read] })
  await fault({ endpoint: 'group', kind: 'body', body: '{"id":"9"}', times: 1 })
  expect(await world.esign.getGroup('9')).toEqual({ id: '9', active: false, startDate: null, users: [] })
  await fault({ endpoint: 'users', kind: 'body', body: '{"totalResults":0}', times: 1 })
  expect(await world.esign.findUserByEmail('a@smith.test')).toBeNull()
})

test.each([
  '2015-12-21 17:08:13',
  '2015-12-21T17:08:13',
  '2015-12-21T17:08:13.000',
  '2015-12-21T12:08:13-05:00',
])('the instant %s does not depend on where the server stands', async (created) => {
  vi.stubEnv('TZ', 'Asia/Tokyo')
  await fault({
    endpoint: 'user',
    kind: 'body',
    body: JSON.stringify({ id: 12, meta: { created } }),
    times: 1,
  })
  const user = await world.esign.getUser('12')
  vi.unstubAllEnvs()
  expect(user?.created).toEqual(new Date('2015-12-21T17:08:13Z'))
})

// K04 and K11
test('an answer of another shape, cut or too long is refused without being quoted', async () => {
  const bodies = ['<html>secret-1</html>', '{"id":"secret-1"', '["secret-1"]', '{"id":{}}', 'null', '']
  for (const body of bodies) {
    await fault({ endpoint: 'user', kind: 'body', body, times: 1 })
    const error = await failure(world.esign.getUser('558213'))
    expect(error).toMatchObject({ kind: 'protocol', provider: 'Formstack' })
    expect(error).toMatchObject({ message: expect.stringMatching(/^Formstack gave an answer /) as string })
    expect(inspect(error)).not.toContain('secret-1')
  }
  await fault({ endpoint: 'user', kind: 'malformed', times: 1 })
  expect(await failure(world.esign.getUser('558213'))).toMatchObject({ kind: 'protocol' })
  await fault({ endpoint: 'user', kind: 'long', bytes: 50_000_000, times: 1 })
  expect(await failure(world.esign.getUser('558213'))).toMatchObject({ kind: 'protocol' })
})

// K11
test('neither key nor address nor the words of the provider stand in a failure', async () => {
  const body = 'token sandbox-only-formstack-secret of a@smith.test is wrong'
  for (const endpoint of ['token', 'users'] as const) {
    await fault({ endpoint, kind: 'status', status: 400, body, times: 1 })
    const text = inspect(await failure(world.esign.findUserByEmail('a@smith.test')), { depth: 9 })
    for (const secret of ['sandbox-only', 'a@smith.test', 'Bearer']) expect(text).not.toContain(secret)
  }
})

// K03
test('Retry-After is honoured, and reported where it is too long to wait', async () => {
  const busy = { endpoint: 'user', kind: 'status', status: 429 }
  await fault({ ...busy, headers: { 'retry-after': '0' }, times: 1 })
  expect(await world.esign.getUser('558213')).toMatchObject({ id: '558213' })
  await fault({ ...busy, headers: { 'retry-after': '60' }, times: 1 })
  expect(await failure(world.esign.getUser('558213'))).toMatchObject({
    kind: 'rateLimited',
    retryAfterMs: 60_000,
  })
})

// K06
test('a redirect leads nowhere', async () => {
  const headers = { location: `${world.settings.baseUrl}/Users/558213` }
  await fault({ endpoint: 'group', kind: 'status', status: 302, headers, times: 1 })
  expect(await failure(world.esign.getGroup('4711'))).toMatchObject({ kind: 'protocol', status: 302 })
  expect((await received()).filter((line) => line.includes('Users'))).toEqual([])
})

// K07
test('a host that nobody knows is a Formstack that cannot be reached', async () => {
  const settings = { ...world.settings, tokenUrl: 'https://formstack.invalid/token' }
  const lost = formstack.open(settings, { clock, log: openLog('silent') })
  expect(await failure(lost.getUser('1'))).toMatchObject({ kind: 'unavailable' })
})

// K05
test('settings name the service and the client; without an address there is no Formstack', () => {
  const problems: string[] = []
  const read = (env: Record<string, string>) =>
    formstack.settings(createReader(env, (sentence) => problems.push(sentence)))
  expect(read({}).baseUrl).toBe('')
  const env = {
    ESIGN_BASE_URL: 'https://formstack.example/scim/',
    ESIGN_TOKEN_URL: 'https://formstack.example/oauth2/token',
    ESIGN_CLIENT_ID: 'id',
    ESIGN_CLIENT_SECRET: 'secret',
  }
  expect(read(env)).toEqual({
    baseUrl: 'https://formstack.example/scim',
    tokenUrl: 'https://formstack.example/oauth2/token',
    clientId: 'id',
    clientSecret: 'secret',
  })
  expect(problems).toEqual([])
  read({ ESIGN_BASE_URL: 'http://formstack.example/scim', ESIGN_TOKEN_URL: '', ESIGN_CLIENT_ID: 'id' })
  expect(problems).toEqual([
    'ESIGN_BASE_URL must begin with https:// unless it is on this machine.',
    'ESIGN_TOKEN_URL must be an address such as https://formstack.example/scim, not "".',
    'ESIGN_CLIENT_ID and ESIGN_CLIENT_SECRET are missing: the client that Formstack knows us by.',
  ])
})
