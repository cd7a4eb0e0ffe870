import { agencies } from '@agency-support/contract/modules/agencies'
import { email } from '@agency-support/contract/modules/email'
import { P } from '@agency-support/contract/permissions'
import type { SuppressionType } from '@agency-support/contract/rules/email'
import { callControl, type ControlRequest } from '@agency-support/sandbox/providers/control'
import { type SendGridEmulator, startSendGrid } from '@agency-support/sandbox/providers/sendgrid/start'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../../test/app.ts'
import type { TestClient } from '../../../test/client.ts'
import { openStream } from '../../../test/event-stream.ts'

let emulator: SendGridEmulator
let server: TestServer
let keeper: TestClient
beforeAll(async () => {
  emulator = await startSendGrid()
  server = await testServer({ config: { sendGrid: emulator.settings } })
  keeper = await server.asNew({ permissions: [P.CanAccess, P.CanManageEmails] })
})
beforeEach(async () => {
  await control('DELETE', '/received')
  await control('DELETE', '/suppressions')
  // Long enough for the circuit breaker to close again.
  server.clock.turn(31)
})
afterAll(async () => {
  await server.close()
  await emulator.close()
})

const control = (...request: ControlRequest): Promise<unknown> => callControl(emulator.url, ...request)

const lists = { bounce: 'bounces', block: 'blocks', invalid: 'invalid_emails', spam: 'spam_reports' } as const
const fault = (given: object): Promise<unknown> => control('POST', '/fault', given)
const add = (type: SuppressionType, is6x: boolean, more: object): Promise<unknown> =>
  control('POST', '/suppressions', { mode: is6x ? '6x' : '5x', list: lists[type], ...more })
const asked = async (): Promise<{ method: string; url: string }[]> => {
  const answer = (await control('GET', '/received')) as {
    received: { method: string; url: string }[]
    unknown: string[]
  }
  expect(answer.unknown).toEqual([])
  return answer.received
}
const bounce = (address: string) => ({ email: address, is6x: false, type: 'bounce' as const })
const logged = () => server.logSecrets.entries('provider.failed')
const listJournal = (): Promise<{ subject: string | null; before: unknown; actor: string }[]> =>
  server.db.read
    .selectFrom('journal')
    .select(['subject', 'before', 'actor'])
    .where('event', '=', 'email.purged')
    .orderBy('seq')
    .execute()
const purgedAt = async (domain: string): Promise<unknown[]> =>
  (await listJournal()).map(({ subject }) => subject).filter((subject) => subject?.endsWith(domain))

test('[EMAIL-11] [EMAIL-22] [PROV-28] [PROV-32] GetEmailSuppressions answers email, type and is6x of all kinds', async () => {
  await add('bounce', false, { emails: ['a@b.example'] })
  await add('bounce', true, { emails: ['a@b.example'] })
  await add('spam', true, { emails: ['C@d.example'] })
  const got = await keeper.send({
    method: 'POST',
    path: '/api/email/request',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ command: 'GetEmailSuppressions' }),
  })
  expect([got.status, JSON.parse(got.body)]).toEqual([
    200,
    {
      code: 0,
      message: '',
      data: [
        { email: 'a@b.example', type: 'bounce', is6x: false },
        { email: 'a@b.example', type: 'bounce', is6x: true },
        { email: 'C@d.example', type: 'spam', is6x: true },
      ],
    },
  ])
  expect(logged()).toEqual([])
})

test('[EMAIL-15] without any suppression the code is 2', async () => {
  const { code, message } = await keeper.call(email.suppressions, {})
  expect([code, message]).toEqual([2, 'No Email Suppressions Found'])
})

test('[PROV-31] a kind that cannot be read is left out and named', async () => {
  await add('block', false, { emails: ['a@b.example'] })
  await fault({ endpoint: 'bounces', kind: 'status', status: 401, body: 'password=hunter2' })
  await fault({ endpoint: 'spam_reports', mode: '6x', kind: 'malformed' })
  // A malformed answer is cut in half, so the list must not be empty.
  await add('spam', true, { emails: ['c@d.example'] })
  const some = await keeper.call(email.suppressions, {})
  expect(some).toMatchObject({
    code: 0,
    data: [{ email: 'a@b.example' }],
    message:
      'Not listed: Bounce, Bounce (6x), since SendGrid refused the key. Not listed: Spam (6x), since SendGrid gave no usable answer.',
  })
})

const askAdministrator = ', or what it may do. Please ask an administrator to check it'
test.each([
  [401, 'auth', 'SendGrid refused the key', askAdministrator],
  [403, 'auth', 'SendGrid refused the key', askAdministrator],
  [404, 'notFound', 'SendGrid gave no usable answer', ''],
  [400, 'invalid', 'SendGrid gave no usable answer', ''],
  [429, 'rateLimited', 'SendGrid is busy', '. Please try again in a moment'],
  [500, 'unavailable', 'SendGrid cannot be reached at the moment', ''],
])(
  '[PROV-31] a list that fails with status %i is in the log as %s, and the reason is reported; all failing is 503',
  async (status, failure, reason, advice) => {
    await fault({ endpoint: 'bounces', mode: '5x', kind: 'status', status })
    const before = logged().length
    const { code, message } = await keeper.call(email.suppressions, {})
    expect([code, message]).toEqual([0, `Not listed: Bounce, since ${reason}.`])
    expect(logged().slice(before)).toMatchObject([{ provider: 'SendGrid', lists: [`bounce 5x: ${failure}`] }])
    await fault({ kind: 'status', status })
    const none = await keeper.call(email.suppressions, {})
    expect([none.code, none.message]).toEqual([503, `${reason}${advice}.`])
    expect(none.refusal).toEqual({ exception: expect.any(String) as unknown })
  },
)

test.each([
  [401, 'auth', 'SendGrid refused the key'],
  [400, 'invalid', 'SendGrid refused it'],
  [500, 'unknown', 'SendGrid did not say whether it was purged'],
])(
  'a purge that fails with status %i is in the log as %s, and the reason is reported',
  async (status, result, reason) => {
    await fault({ endpoint: 'bounces', kind: 'status', status })
    const before = logged().length
    const suppressions = ['a@b.example', 'c@d.example'].map(bounce)
    const got = await keeper.call(email.purge, { suppressions })
    expect(got.message).toBe(
      `0 of 2 addresses were purged. Not purged: a@b.example (bounce): ${reason}; c@d.example (bounce): ${reason}`,
    )
    const [entry, ...others] = logged().slice(before)
    expect(others).toEqual([])
    expect(entry).toMatchObject({ level: 'warn', provider: 'SendGrid', results: [result] })
    expect(entry?.['requestId']).toBe(got.headers['x-request-id'])
  },
)

test('a purge that SendGrid, which rests after an outage, never got says that it cannot be reached', async () => {
  await fault({ kind: 'status', status: 500 })
  const one = { email: 'a@b.example', mode: false, type: 'bounce' as const }
  for (let time = 0; time < 5; time += 1) expect((await keeper.call(email.details, one)).code).toBe(503)
  const { message } = await keeper.call(email.purge, { suppressions: [bounce(one.email)] })
  expect(message).toBe(
    '0 of 1 addresses were purged. Not purged: a@b.example (bounce): SendGrid cannot be reached at the moment',
  )
})

test('[PROV-29] [PROV-30] a list that is cut is named; the search is passed on', async () => {
  await add('invalid', true, { count: 10_001 })
  const cut = await keeper.call(email.suppressions, {})
  expect([cut.data.length, cut.message]).toEqual([
    10_000,
    'Only 10,000 addresses are listed of: Invalid (6x). To find others, search for how an address begins.',
  ])
  const found = await keeper.call(email.suppressions, { search: ' MADE10001 ' })
  expect([found.data, found.message]).toEqual([
    [{ email: 'made10001@many.example', type: 'invalid', is6x: true }],
    '',
  ])
})

test('[EMAIL-12] [EMAIL-22] [PROV-33] details answer ts, status and reason, empty where a kind has none, and 2 once gone', async () => {
  // SendGrid's own time, which is not that of the server's clock.
  const since = Math.floor(Date.now() / 1000) * 1000
  for (const type of ['bounce', 'invalid', 'spam'] as const)
    await add(type, true, { emails: ['a+b@c.example'] })
  const ask = (type: SuppressionType, mode = true) =>
    keeper.call(email.details, { email: 'A+b@c.example', mode, type })
  const bounced = await ask('bounce')
  expect(bounced.code).toBe(0)
  expect(Object.keys(bounced.data[0] ?? {})).toEqual(['ts', 'status', 'reason'])
  expect(bounced.data[0]).toMatchObject({
    ts: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as unknown,
    status: expect.stringMatching(/^5\.\d\.\d$/) as unknown,
    reason: expect.stringMatching(/^55\d /) as unknown,
  })
  const suppressedAt = Date.parse(bounced.data[0]?.ts ?? '')
  expect([suppressedAt >= since, suppressedAt <= Date.now()]).toEqual([true, true])
  expect((await ask('invalid')).data[0]).toMatchObject({ status: '' })
  expect((await ask('spam')).data[0]).toMatchObject({ status: '', reason: '' })
  const gone = await ask('bounce', false)
  expect([gone.code, gone.message]).toEqual([2, 'This address is no longer suppressed.'])
})

test('[PROV-05] details while SendGrid fails: busy 429, no usable answer 502, away 503, with a number and none of its words', async () => {
  const telling = { kind: 'status', body: 'password=hunter2' }
  for (const [given, code, message] of [
    [
      { kind: 'status', status: 429, headers: { 'retry-after': '60' } },
      429,
      'SendGrid is busy. Please try again in a moment.',
    ],
    [{ ...telling, status: 403 }, 502, 'SendGrid gave no usable answer.'],
    [{ kind: 'malformed' }, 502, 'SendGrid gave no usable answer.'],
    [{ ...telling, status: 500 }, 503, 'SendGrid cannot be reached at the moment.'],
  ] as const) {
    await control('DELETE', '/received')
    await add('bounce', false, { emails: ['a@b.example'] })
    await fault(given)
    const got = await keeper.call(email.details, { email: 'a@b.example', mode: false, type: 'bounce' })
    expect([got.status, got.code, got.message]).toEqual([200, code, message])
    const wait = code === 429 ? { retryAfterSeconds: 60 } : {}
    expect(got.refusal).toEqual({ exception: expect.any(String) as unknown, ...wait })
    expect(JSON.stringify(got)).not.toContain('hunter2')
  }
})

test('[EMAIL-13] [PROV-36] a purge takes addresses off and writes a journal row for each', async () => {
  await add('bounce', false, { emails: ['a@b.example', 'c@d.example', 'stays@b.example'] })
  await add('spam', true, { emails: ['a@b.example'] })
  const suppressions = [
    bounce('a@b.example'),
    bounce('C@d.example'),
    { ...bounce('a@b.example'), is6x: true, type: 'spam' as const },
  ]
  expect((await keeper.call(email.purge, { suppressions })).code).toBe(0)
  expect((await keeper.call(email.suppressions, {})).data).toEqual([bounce('stays@b.example')])
  expect((await listJournal()).map(({ subject, before }) => [subject, before])).toEqual([
    ['a@b.example', { type: 'bounce', mode: '5x' }],
    ['C@d.example', { type: 'bounce', mode: '5x' }],
    ['a@b.example', { type: 'spam', mode: '6x' }],
  ])
})

test('[PROV-37] [PROV-36] 3 of 5 purged: each is accounted for, only the three are in the journal, nothing is sent twice', async () => {
  const addresses = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@part.example`)
  await add('bounce', false, { emails: addresses })
  await fault({ method: 'DELETE', kind: 'partial', count: 3 })
  const got = await keeper.call(email.purge, { suppressions: addresses.map(bounce) })
  expect([got.status, got.code, got.message]).toEqual([
    200,
    1,
    '3 of 5 addresses were purged. Not purged: d@part.example (bounce): SendGrid still lists it; e@part.example (bounce): SendGrid still lists it',
  ])
  expect(got.refusal).toEqual({
    results: addresses.map((address, at) => ({
      ...bounce(address),
      purged: at < 3,
      message: at < 3 ? '' : 'SendGrid still lists it',
    })),
  })
  expect((await asked()).filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  expect(await purgedAt('@part.example')).toEqual(addresses.slice(0, 3))
})

test('the results of a purge stand in the order in which the addresses were given', async () => {
  await add('bounce', true, { emails: ['b@mixed.example'] })
  await fault({ endpoint: 'bounces', mode: '5x', kind: 'status', status: 400 })
  const names = ['a', 'b', 'c', 'A']
  const suppressions = names.map((name) => ({ ...bounce(`${name}@mixed.example`), is6x: name === 'b' }))
  const { refusal } = await keeper.call(email.purge, { suppressions })
  const message = 'SendGrid refused it'
  expect(refusal).toEqual({
    results: suppressions.map((one) => ({ ...one, purged: one.is6x, message: one.is6x ? '' : message })),
  })
})

test('an address that is named twice, in any case of its letters, is purged once as the journal tells it', async () => {
  await add('bounce', false, { emails: ['twice@named.example'] })
  const suppressions = ['twice@named.example', 'Twice@named.example', 'twice@named.example'].map(bounce)
  expect((await keeper.call(email.purge, { suppressions })).code).toBe(0)
  expect(await purgedAt('@named.example')).toEqual(['twice@named.example'])
})

test('an address with a line end is purged only if SendGrid lists it', async () => {
  await add('invalid', false, { emails: ['listed\r\n@odd.example', 'plain@odd.example'] })
  const given = ['listed\r\n@odd.example', 'made\n@odd.example', 'plain@odd.example']
  const suppressions = given.map((address) => ({ ...bounce(address), type: 'invalid' as const }))
  const { code, refusal } = await keeper.call(email.purge, { suppressions })
  const left = 'it is no address, and SendGrid does not list it'
  const results = suppressions.map((one, at) => ({ ...one, purged: at !== 1, message: ['', left, ''][at] }))
  expect([code, refusal]).toEqual([1, { results }])
  expect(await purgedAt('@odd.example')).toEqual([given[0], given[2]])
})

test('[PROV-37] of many that were not purged five are named; nothing is recorded', async () => {
  const suppressions = Array.from({ length: 500 }, (_, at) => ({
    ...bounce(`x${at}@busy.example`),
    is6x: true,
  }))
  await fault({ kind: 'status', status: 429 })
  const before = (await listJournal()).length
  const { code, message } = await keeper.call(email.purge, { suppressions })
  expect([code, message]).toEqual([
    1,
    `0 of 500 addresses were purged. Not purged: ${[0, 1, 2, 3, 4].map((at) => `x${at}@busy.example (bounce, 6x): SendGrid is busy`).join('; ')} and 495 more`,
  ])
  expect(await listJournal()).toHaveLength(before)
})

test('[PROV-35] a purge takes 1 to 500 addresses of the four kinds', async () => {
  const purge = (suppressions: object[]) =>
    keeper.send({
      method: 'POST',
      path: '/api/email/request',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ command: 'PurgeEmailSuppressions', suppressions }),
    })
  const many = Array.from({ length: 501 }, (_, at) => bounce(`y${at}@many.example`))
  expect((await purge(many.slice(1))).status).toBe(200)
  for (const wrong of [
    [],
    many,
    [{ ...bounce('a@b.example'), type: 'unsubscribe' }],
    [{ ...bounce('a@b.example'), is6x: 'yes' }],
    [bounce('')],
    [bounce('a\0b@c.example')],
  ]) {
    const got = await purge(wrong)
    expect([got.status, (JSON.parse(got.body) as { code: number }).code]).toEqual([400, 400])
  }
})

test('[EMAIL-21] without CanManageEmails every call is refused, and SendGrid is not asked', async () => {
  const other = await server.asNew({ permissions: [P.CanAccess, P.AgencyManagementAdmin] })
  const stranger = await server.as(null)
  for (const client of [other, stranger]) {
    const answers = [
      await client.call(email.suppressions, {}),
      await client.call(email.details, { email: 'a@b.example', mode: false, type: 'bounce' }),
      await client.call(email.purge, { suppressions: [bounce('a@b.example')] }),
    ]
    expect(answers.map(({ status }) => status)).toEqual(Array(3).fill(client === other ? 403 : 401))
  }
  expect(await asked()).toEqual([])
})

test('[PROV-25] a purge is sent live to those who may manage emails, and to nobody else', async () => {
  await add('bounce', false, { emails: ['live@b.example'] })
  const other = await server.asNew({ permissions: [P.CanAccess, P.EditAgencyStatus] })
  await server.agency(77)
  const streams = [await openStream(server, keeper), await openStream(server, other)]
  await keeper.call(email.purge, { suppressions: [bounce('live@b.example')] })
  await other.call(agencies.updateName, { agencyId: 77, name: 'Told to both' })
  for (const stream of streams) await stream.sees('the rename', ({ agencyId }) => agencyId === 77)
  const hints = streams.map((stream) => stream.hints().filter(({ module }) => module === 'email'))
  expect(hints).toEqual([[{ module: 'email', agencyId: null, event: 'email.purged' }], []])
  for (const stream of streams) stream.drop()
})
