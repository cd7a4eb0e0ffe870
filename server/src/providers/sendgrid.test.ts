import { inspect } from 'node:util'
import { callControl, type ControlRequest } from '@agency-support/sandbox/providers/control'
import { type SendGridEmulator, startSendGrid } from '@agency-support/sandbox/providers/sendgrid/start'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createReader } from '../settings/reader.ts'
import { turnableClock } from '../../test/clock.ts'
import { failure } from '../../test/provider-failure.ts'
import { openLog } from '../lib/log.ts'
import { type SendGrid, sendGrid, type Suppressed, type SuppressionKind } from './sendgrid.ts'

const clock = turnableClock()
const parts = { clock, log: openLog('silent') }
let emulator: SendGridEmulator
let mail: SendGrid
beforeAll(async () => {
  emulator = await startSendGrid()
})
beforeEach(async () => {
  // Also has a new circuit breaker.
  mail = sendGrid.open(emulator.settings, parts)
  await control('DELETE', '/suppressions')
})
afterEach(async () => {
  expect((await received()).unknown).toEqual([])
  await control('DELETE', '/received')
})
afterAll(() => emulator.close())

const control = (...request: ControlRequest): Promise<unknown> => callControl(emulator.url, ...request)

interface Received {
  received: { method: string; url: string; mode: string; body: unknown }[]
  unknown: string[]
}

async function received(): Promise<Received> {
  return (await control('GET', '/received')) as Received
}

const fault = (given: object): Promise<unknown> => control('POST', '/fault', given)
const lists = {
  bounce: 'bounces',
  block: 'blocks',
  invalid: 'invalid_emails',
  spam: 'spam_reports',
} as const
const add = (mode: '5x' | '6x', kind: SuppressionKind, more: object): Promise<unknown> =>
  control('POST', '/suppressions', { mode, list: lists[kind], ...more })
const bounces = (count: number): Suppressed[] =>
  Array.from({ length: count }, (_, at) => ({ mode: '5x', kind: 'bounce', email: `a${at}@b.example` }))
const addBounces = (count: number): Promise<unknown> =>
  add('5x', 'bounce', { emails: bounces(count).map(({ email }) => email) })
const results = async (suppressed: readonly Suppressed[]): Promise<string[]> =>
  (await mail.remove(suppressed)).map(({ result }) => result)

test('[PROV-28] read are four kinds of both accounts, each by itself, and no unsubscribes', async () => {
  for (const mode of ['5x', '6x'] as const)
    for (const kind of Object.keys(lists) as SuppressionKind[])
      await add(mode, kind, { emails: [`${kind}@${mode}.example`] })
  const readings = await mail.readAll('')
  expect(readings).toEqual(
    (['5x', '6x'] as const).flatMap((mode) =>
      ['bounce', 'block', 'invalid', 'spam'].map((kind) => ({
        mode,
        kind,
        addresses: [`${kind}@${mode}.example`],
        isCut: false,
      })),
    ),
  )
  expect((await received()).received.map(({ url }) => url.replace(/\?.*/, ''))).not.toContain(
    '/v3/suppression/unsubscribes',
  )
})

test('[PROV-29] a list is read in pages of 500 up to 10,000 addresses, with four requests at once', async () => {
  await add('5x', 'bounce', { count: 10_400 })
  await add('6x', 'block', { count: 1_203 })
  await fault({ kind: 'delay', ms: 30 })
  const readings = await mail.readAll('')
  const whole = readings.map((one) => ('failure' in one ? one.failure : [one.addresses.length, one.isCut]))
  expect(whole.filter((one) => one[0] !== 0)).toEqual([
    [10_000, true],
    [1_203, false],
  ])
  const { received: asked } = await received()
  const pages = asked.filter(({ url, mode }) => url.startsWith('/v3/suppression/bounces') && mode === '5x')
  expect(pages.map(({ url }) => url)).toEqual(
    Array.from({ length: 20 }, (_, page) => `/v3/suppression/bounces?limit=500&offset=${page * 500}`),
  )
  expect(await mostAtOnce()).toBe(4)
})

async function mostAtOnce(): Promise<number> {
  const { mostAtOnce: most } = (await control('GET', '/received')) as {
    mostAtOnce: number
  }
  return most
}

test('[PROV-30] the beginning of an address is passed on', async () => {
  await add('5x', 'spam', { emails: ['ann@lake.example', 'anna@lake.example', 'bea@lake.example'] })
  const readings = await mail.readAll('ANN')
  const spam = readings.find(({ mode, kind }) => mode === '5x' && kind === 'spam')
  expect(spam).toMatchObject({ addresses: ['ann@lake.example', 'anna@lake.example'] })
  for (const { url } of (await received()).received) expect(url).toContain('email=ANN')
})

test('all eight lists failing in one moment are one failure: the next look reads them', async () => {
  await add('6x', 'bounce', { emails: ['a@b.example'] })
  await fault({ kind: 'status', status: 500, times: 8 })
  const failed = await mail.readAll('')
  expect(failed.map((one) => 'failure' in one)).toEqual(Array(8).fill(true))
  const readings = await mail.readAll('')
  expect(readings.map((one) => 'failure' in one)).toEqual(Array(8).fill(false))
})

test('[PROV-31] a list that fails leaves the others; one that is malformed, too long or of another shape fails', async () => {
  await add('6x', 'bounce', { emails: ['a@b.example'] })
  const bodies = ['<html>secret-1</html>', '{}', '[{"email":1,"created":"secret-1"}]']
  for (const given of [
    ...bodies.map((body) => ({ kind: 'body', body })),
    { kind: 'malformed' },
    { kind: 'long', bytes: 50_000_000 },
    { kind: 'status', status: 302, headers: { location: `${emulator.settings.baseUrl}/v3/user` } },
    { kind: 'status', status: 401 },
  ]) {
    await control('DELETE', '/received')
    await fault({ endpoint: 'bounces', mode: '6x', ...given })
    const readings = await mail.readAll('')
    const failed = readings.filter((one) => 'failure' in one)
    const expected = 'status' in given && given.status === 401 ? 'auth' : 'protocol'
    expect(failed, JSON.stringify(given)).toEqual([{ mode: '6x', kind: 'bounce', failure: expected }])
    expect(readings).toHaveLength(8)
  }
})

test('[PROV-29] a request that hangs is given up, and the whole reading after 15 seconds', async () => {
  await add('5x', 'bounce', { count: 2_000 })
  await fault({ endpoint: 'bounces', mode: '5x', kind: 'delay', ms: 6_000 })
  await fault({ endpoint: 'blocks', mode: '5x', kind: 'hang' })
  const readings = await mail.readAll('')
  expect(readings.filter((one) => 'failure' in one)).toEqual([
    { mode: '5x', kind: 'bounce', failure: 'unavailable' },
    { mode: '5x', kind: 'block', failure: 'unavailable' },
  ])
  // Two requests timed out after six seconds; the third got the remaining three.
  const { received: asked } = await received()
  expect(asked.filter(({ url, mode }) => url.includes('bounces') && mode === '5x')).toHaveLength(3)
})

test('a busy SendGrid is asked again when it says, and not beyond the time there is', async () => {
  const busy = { endpoint: 'bounces', mode: '5x', kind: 'status', status: 429 }
  await add('5x', 'bounce', { emails: ['a@b.example'] })
  await fault({ ...busy, headers: { 'retry-after': '1' }, times: 1 })
  expect((await mail.readAll(''))[0]).toMatchObject({ addresses: ['a@b.example'] })
  await control('DELETE', '/received')
  await fault({ ...busy, headers: { 'retry-after': '60' } })
  expect((await mail.readAll(''))[0]).toMatchObject({ failure: 'rateLimited' })
  expect(
    (await received()).received.filter(({ url, mode }) => url.includes('bounces') && mode === '5x'),
  ).toHaveLength(1)
})

test('a busy SendGrid, which sends no Retry-After, is asked again when its limit is reset', async () => {
  const resetIn = (seconds: number) => ({
    'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + seconds),
  })
  const busy = { endpoint: 'bounces', mode: '5x', kind: 'status', status: 429 }
  await add('5x', 'bounce', { emails: ['a@b.example'] })
  await fault({ ...busy, headers: resetIn(1), times: 1 })
  expect((await mail.readAll(''))[0]).toMatchObject({ addresses: ['a@b.example'] })
  await control('DELETE', '/received')
  await fault({ ...busy, headers: resetIn(60) })
  const failed = await failure(mail.find({ mode: '5x', kind: 'bounce', email: 'a@b.example' }))
  expect(failed).toMatchObject({ kind: 'rateLimited' })
  expect(failed.retryAfterMs).toBeGreaterThan(55_000)
  expect((await received()).received).toHaveLength(1)
})

test('[PROV-33] one address is found by any case of letters, with what its kind tells', async () => {
  for (const kind of Object.keys(lists) as SuppressionKind[])
    await add('6x', kind, { emails: ['c+d/e@f.example'] })
  const found = (kind: SuppressionKind) => mail.find({ mode: '6x', kind, email: 'C+D/E@f.example' })
  const bounce = await found('bounce')
  expect(bounce?.reason).toMatch(/^55\d /)
  expect(bounce?.status).toMatch(/^5\.\d\.\d$/)
  expect(bounce?.createdAt.getTime()).toBeGreaterThan(Date.now() - 60_000)
  expect(await found('invalid')).toMatchObject({ email: 'c+d/e@f.example', status: '' })
  expect(await found('spam')).toMatchObject({ reason: '', status: '' })
  expect(await mail.find({ mode: '5x', kind: 'spam', email: 'c+d/e@f.example' })).toBeNull()
  await fault({ kind: 'status', status: 404, times: 1 })
  expect(await found('spam')).toBeNull()
})

test('[PROV-36] a removal is one write per list, which is not sent again; what is not there counts as gone', async () => {
  await add('5x', 'bounce', { emails: ['a@b.example', 'c@d.example'] })
  await add('6x', 'bounce', { emails: ['a@b.example'] })
  const wanted: Suppressed[] = [
    { mode: '5x', kind: 'bounce', email: 'A@b.example' },
    { mode: '6x', kind: 'bounce', email: 'a@b.example' },
    { mode: '5x', kind: 'bounce', email: 'c@d.example' },
    { mode: '5x', kind: 'spam', email: 'never@was.example' },
  ]
  await fault({ endpoint: 'spam_reports', kind: 'status', status: 404 })
  expect(await results(wanted)).toEqual(['gone', 'gone', 'gone', 'gone'])
  const { received: writes } = await received()
  expect(writes.map(({ method, mode, body }) => [method, mode, body])).toEqual([
    ['DELETE', '5x', { emails: ['A@b.example', 'c@d.example'] }],
    ['DELETE', '6x', { emails: ['a@b.example'] }],
    ['DELETE', '5x', { emails: ['never@was.example'] }],
  ])
})

test('[PROV-36] an unknown outcome is read before it is reported: 3 of 5 gone, 30 of 50 gone', async () => {
  for (const [count, done] of [
    [5, 3],
    [50, 30],
  ] as const) {
    await addBounces(count)
    await control('DELETE', '/received')
    await fault({ endpoint: 'bounces', method: 'DELETE', kind: 'partial', count: done })
    expect(await results(bounces(count))).toEqual([
      ...Array.from({ length: done }, () => 'gone'),
      ...Array.from({ length: count - done }, () => 'listed'),
    ])
    expect((await received()).received.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  }
})

test.each([500, 503])(
  '[PROV-07] a removal that is answered with %i is looked up, not sent again',
  async (status) => {
    await addBounces(2)
    await fault({ method: 'DELETE', kind: 'status', status, times: 1 })
    expect(await results(bounces(2))).toEqual(['listed', 'listed'])
    expect((await received()).received.map(({ method }) => method)).toEqual(['DELETE', 'GET', 'GET'])
  },
)

test('a removal that cannot be looked up is unknown; a refused one says why and is not looked up', async () => {
  await addBounces(2)
  await fault({ kind: 'status', status: 500 })
  expect(await results(bounces(2))).toEqual(['unknown', 'unknown'])
  for (const [status, result] of [
    [400, 'invalid'],
    [403, 'auth'],
    [429, 'rateLimited'],
  ] as const) {
    await control('DELETE', '/received')
    mail = sendGrid.open(emulator.settings, parts)
    await fault({ kind: 'status', status })
    expect(await results(bounces(2))).toEqual([result, result])
    expect((await received()).received).toHaveLength(1)
  }
})

test('a removal that is not sent is told so, and not looked up', async () => {
  await addBounces(2)
  const { keys, baseUrl } = emulator.settings
  mail = sendGrid.open({ baseUrl: 'http://127.0.0.1:1', keys }, parts)
  expect(await results(bounces(2))).toEqual(['unsent', 'unsent'])
  mail = sendGrid.open({ baseUrl, keys: { '5x': '', '6x': '' } }, parts)
  expect(await results(bounces(2))).toEqual(['unsent', 'unsent'])
  mail = sendGrid.open(emulator.settings, parts)
  await fault({ kind: 'status', status: 500 })
  for (let time = 0; time < 5; time += 1)
    await failure(mail.sendMail({ to: 'a@b.example', subject: '', text: '' }))
  expect(await results(bounces(2))).toEqual(['unsent', 'unsent'])
  expect((await received()).received).toHaveLength(5)
})

test('five silences in a row open the breaker of all methods; half a minute later one question tries', async () => {
  await addBounces(1)
  await fault({ kind: 'status', status: 500, times: 5 })
  const [one] = bounces(1)
  if (one === undefined) throw new Error('no bounce')
  for (let time = 0; time < 5; time += 1) await failure(mail.find(one))
  expect(await failure(mail.find(one))).toMatchObject({ kind: 'unavailable', status: undefined })
  expect((await mail.readAll('')).map((list) => 'failure' in list && list.failure)).toEqual(
    Array.from({ length: 8 }, () => 'unavailable'),
  )
  expect((await received()).received).toHaveLength(5)
  clock.turn(30)
  expect(await mail.find(one)).toMatchObject({ email: one.email })
})

test('after an outage one list tries the breaker, and all others are read once it is answered', async () => {
  await fault({ kind: 'status', status: 500, times: 5 })
  for (let time = 0; time < 5; time += 1)
    await failure(mail.sendMail({ to: 'a@b.example', subject: '', text: '' }))
  clock.turn(30)
  expect((await mail.readAll('')).map((list) => 'failure' in list)).toEqual(
    Array.from({ length: 8 }, () => false),
  )
})

test('no failure holds a key or an address, and who is not set up cannot be reached', async () => {
  const [one] = bounces(1)
  if (one === undefined) throw new Error('no bounce')
  const { keys } = emulator.settings
  await fault({ kind: 'status', status: 500, body: `{"errors":[{"message":"${keys['5x']}"}]}` })
  const error = await failure(mail.find(one))
  for (const secret of [keys['5x'], one.email]) expect(inspect(error, { depth: 9 })).not.toContain(secret)
  const away = sendGrid.open({ baseUrl: 'http://no-such-host.invalid', keys }, parts)
  expect(inspect(await failure(away.find(one)), { depth: 9 })).not.toMatch(/no-such-host|SG\.|b\.example/)
  const none = sendGrid.open({ baseUrl: emulator.settings.baseUrl, keys: { '5x': '', '6x': '' } }, parts)
  expect(await none.readAll('')).toEqual([])
  expect(await failure(none.find(one))).toMatchObject({ kind: 'unavailable' })
})

test('settings: an address over https or on this machine, keys that are keys, an account may be missing', () => {
  const read = (env: Record<string, string>) => {
    const problems: string[] = []
    return { got: sendGrid.settings(createReader(env, (sentence) => void problems.push(sentence))), problems }
  }
  expect(read({})).toEqual({
    got: { baseUrl: 'https://api.sendgrid.com', keys: { '5x': '', '6x': '' }, from: '' },
    problems: [],
  })
  expect(
    read({
      SENDGRID_BASE_URL: 'https://api.eu.sendgrid.com/',
      SENDGRID_API_KEY_6X: ' SG.abc ',
      MAIL_FROM: 'support@mail.example',
    }),
  ).toEqual({
    got: {
      baseUrl: 'https://api.eu.sendgrid.com',
      keys: { '5x': '', '6x': 'SG.abc' },
      from: 'support@mail.example',
    },
    problems: [],
  })
  expect(read({ SENDGRID_BASE_URL: 'http://mail.example' }).problems).toEqual([
    'SENDGRID_BASE_URL must begin with https:// unless it is on this machine.',
  ])
  expect(read({ SENDGRID_BASE_URL: 'sendgrid' }).problems).toEqual([
    'SENDGRID_BASE_URL must be an address such as https://api.sendgrid.com, not "sendgrid".',
  ])
  expect(read({ SENDGRID_API_KEY_5X: 'hunter2' }).problems).toEqual([
    'SENDGRID_API_KEY_5X must be a key of SendGrid, which begins with SG.',
  ])
})
