import { agencies } from '@agency-support/contract/modules/agencies'
import { agencyUsers } from '@agency-support/contract/modules/agency-users'
import { seats } from '@agency-support/contract/modules/seats'
import { session } from '@agency-support/contract/modules/session'
import { subscription } from '@agency-support/contract/modules/subscription'
import { switches } from '@agency-support/contract/modules/switches'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { answeringServer, json } from '../../../test/answering-server.ts'
import { stubLocalZone } from '../../../test/local-zone.ts'
import { useUtc } from '../format/utc.ts'
import { type Failing, refusalItem, send, toSentence, withSentence } from './api.ts'
import { connection } from './connection.ts'
import { CallFailure, failureText, load } from './query.ts'
import { stepUp } from './step-up.ts'

afterEach(() => connection.reached())

const never = new AbortController().signal
const envelope = (code: number, message: string, data: unknown[] = []) => ({ code, message, data })

test('[API-11] a command is posted to its path with its name and the fields of the call', async () => {
  const asked = await answeringServer((_asked, response) => json(response, envelope(0, '')))
  await send(agencies.search, { searchText: 'smith' })
  expect(asked).toMatchObject([
    { method: 'POST', path: '/api/request', body: '{"command":"AgencySearch","searchText":"smith"}' },
  ])
})

test('who signs out and closes the page at once is out: only this request outlives its page', async () => {
  await answeringServer((_asked, response) => json(response, envelope(0, '')))
  const seen = vi.spyOn(globalThis, 'fetch')
  await send(session.signOut, {})
  await send(agencies.search, { searchText: 'smith' })
  expect(seen.mock.calls.map(([, init]) => init?.keepalive)).toEqual([true, false])
})

test('[TRUTH-32] [TEMPUSER-17] [SEATS-TAB-07] calls that another host may answer go to the page’s own origin', async () => {
  const asked = await answeringServer((_asked, response) => json(response, envelope(0, '')))
  const seen = vi.spyOn(globalThis, 'fetch')
  await send(seats.usage, { agencyId: '6938' })
  await send(seats.release, { agencyId: '6938', username: 'ABC' })
  const user = {
    AgencyId: 6938,
    Username: '--0',
    Password: 'Grün-Haus-77',
    ExpiresOn: '2026-11-20T09:00:00Z',
  }
  await send(agencyUsers.createSuperUser, user)
  await send(agencyUsers.createSuperUser6x, user)
  await send(agencyUsers.listSuperUsers6x, { AgencyId: 6938 })
  expect(asked.map(({ path }) => path)).toEqual([
    '/staff/seats/used/6938',
    '/staff/seats/release/6938/ABC',
    '/agency/profile/create-5x-super-user',
    '/staff/request',
    '/staff/request',
  ])
  for (const [url, options] of seen.mock.calls) {
    expect(url instanceof URL && url.origin).toBe(location.origin)
    expect(options?.credentials).toBe('same-origin')
  }
  seen.mockRestore()
})

test('[SHELL-17] the switches are asked for by their command and no other field', async () => {
  const asked = await answeringServer((_asked, response) => json(response, envelope(0, '')))
  await send(switches.featureSwitches, {})
  expect(asked).toMatchObject([{ path: '/api/request', body: '{"command":"GetFeatureSwitches"}' }])
})

test('a read by GET has no body; a text answer is its text', async () => {
  const asked = await answeringServer((_asked, response) => {
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end('qa')
  })
  expect(await send(switches.environment, {})).toEqual({ kind: 'ok', data: 'qa', message: '' })
  expect(asked).toMatchObject([{ method: 'GET', path: '/api/environment', body: '' }])
})

test('a text answer that is an envelope is a refusal, with its item', async () => {
  const refusal = envelope(503, 'It cannot be reached.', [{ exception: 'x' }])
  await answeringServer((_asked, response) => json(response, refusal))
  expect(await send(subscription.dateCode, { agencyId: '6938' })).toEqual({
    kind: 'refused',
    code: 503,
    message: 'It cannot be reached.',
    data: { exception: 'x' },
  })
})

test.each([
  [1, '1 second'],
  [12, '12 seconds'],
  [119, '119 seconds'],
  [120, '2 minutes'],
  [601, '11 minutes'],
])(
  'a busy provider that tells a time (%i s) is reported with it, after its own sentence',
  async (seconds, words) => {
    const says = 'The back office is busy. Please try again in a moment.'
    const item = { exception: '17a', retryAfterSeconds: seconds }
    await answeringServer((_asked, response) => json(response, envelope(429, says, [item])))
    const outcome = await send(subscription.billing, { agencyId: '6938' })
    expect(outcome).toEqual({
      kind: 'refused',
      code: 429,
      message: `${says} You can try again in ${words}.`,
      data: item,
    })
  },
)

test.each([
  [false, 'You are offline: nothing was saved. Try again when the connection is back.'],
  [true, 'There was no answer: this may or may not have been saved. Check before you try again.'],
])('a write that gets no answer says what is so; the browser has a network: %s', async (onLine, says) => {
  await answeringServer((_asked, response) => response.destroy())
  vi.stubGlobal('navigator', { onLine })
  const outcome = await send(agencies.updateName, { agencyId: 1, name: 'Name', version: 1 })
  expect(toSentence(outcome as Failing, 'Something went wrong')).toBe(says)
})

test.each([
  [502, 'There was no answer: this may or may not have been saved. Check before you try again.'],
  [504, 'There was no answer: this may or may not have been saved. Check before you try again.'],
  [500, 'Something went wrong'],
])('a write answered with HTTP %i, which is a proxy’s own if not 500, says: %s', async (status, says) => {
  await answeringServer((_asked, response) => response.writeHead(status).end('<h1>Bad Gateway</h1>'))
  const outcome = await send(agencies.updateName, { agencyId: 1, name: 'Name', version: 1 })
  expect(toSentence(outcome as Failing, 'Something went wrong')).toBe(says)
})

test('a sign-in that gets no answer is told to be tried again; a failed read is told by its own text', async () => {
  await answeringServer((_asked, response) => response.destroy())
  vi.stubGlobal('navigator', { onLine: true })
  const signIn = await send(session.signIn, { username: 'a@b.example', password: 'x' })
  expect(signIn).toMatchObject({ message: 'The server cannot be reached. Try again in a moment.' })
  const read = await send(agencies.timeZones, {})
  expect(toSentence(read as Failing, 'Something went wrong')).toBe('Something went wrong')
})

test('a refusal without a sentence is told by the text of its place', async () => {
  await answeringServer((_asked, response) => json(response, envelope(409, '', [])))
  const outcome = await send(agencies.updateName, { agencyId: 1, name: 'Name', version: 1 })
  expect(toSentence(outcome as Failing, 'Something went wrong')).toBe('Something went wrong')
})

test('a busy provider that tells no time is reported in its own sentence', async () => {
  const says = 'The back office is busy. Please try again in a moment.'
  await answeringServer((_asked, response) => json(response, envelope(429, says, [{ exception: '17a' }])))
  expect(await send(subscription.billing, { agencyId: '6938' })).toMatchObject({ message: says })
})

test('[API-07] [API-08] code 0 is success; one item is data[0], a list is data', async () => {
  await answeringServer((_asked, response) => json(response, envelope(0, 'Done.', ['first', 'second'])))
  expect(await send(agencies.config, { agencyId: 1 })).toEqual({
    kind: 'ok',
    data: 'first',
    message: 'Done.',
  })
  expect(await send(agencies.timeZones, {})).toMatchObject({ kind: 'ok', data: ['first', 'second'] })
})

test('[API-09] code 2 is nothing there, not a failure', async () => {
  await answeringServer((_asked, response) => json(response, envelope(2, 'Agency not found')))
  expect(await send(agencies.config, { agencyId: 1 })).toEqual({ kind: 'none', message: 'Agency not found' })
  expect(await load(agencies.config, { agencyId: 1 }, never)).toBeNull()
  expect(await load(agencies.search, { searchText: 'x' }, never)).toEqual([])
})

test.each([1, 304, 403, 409, 422, 428])(
  '[API-10] code %i shows the message of the envelope',
  async (code) => {
    await answeringServer((_asked, response) => json(response, envelope(code, 'A sentence of the server.')))
    const declined = stepUp.subscribe(() => stepUp.current() !== null && stepUp.settle(false))
    onTestFinished(declined)
    const outcome = await send(agencies.timeZones, {})
    expect(outcome).toEqual({ kind: 'refused', code, message: 'A sentence of the server.', data: undefined })
    const failure = await load(agencies.timeZones, {}, never).catch((error: unknown) => error)
    expect(failureText(failure as Error, 'The default')).toBe('A sentence of the server.')
  },
)

test.each([
  [400, 'The sentence', 'The sentence'],
  [500, 'The sentence', 'The default'],
])('a failed read with HTTP %i tells %s or the text of its module', async (status, message, shown) => {
  await answeringServer((_asked, response) => json(response, { message }, status))
  const failure = await load(agencies.timeZones, {}, never).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(CallFailure)
  expect(failureText(failure as Error, 'The default')).toBe(shown)
})

test('a write carries a key of its own, or the one of its action; a read carries none', async () => {
  const asked = await answeringServer((_asked, response) => json(response, envelope(0, '')))
  const rename = { agencyId: 1, name: 'A', version: 1 }
  await send(agencies.updateName, rename)
  await send(agencies.updateName, rename)
  await send(agencies.updateName, rename, { key: 'the-same-action' })
  await send(agencies.timeZones, {})
  const [first, second, third, none] = asked.map(({ headers }) => headers['idempotency-key'])
  expect(first).toMatch(/^[0-9a-f-]{36}$/)
  expect(second).not.toBe(first)
  expect(third).toBe('the-same-action')
  expect(none).toBeUndefined()
})

test('the item of a declared refusal comes typed; of any other outcome there is none', async () => {
  const stale = {
    changedBy: 'lee@support.test',
    changedAt: '2026-11-21T08:00:00.000Z',
    current: 'Theirs',
    yours: 'Mine',
    version: 7,
  }
  const rename = { agencyId: 1, name: 'Mine', version: 6 }
  const answers = [envelope(409, 'Stale', [stale]), envelope(400, 'Bad'), envelope(2, 'Not found')]
  await answeringServer((_asked, response) => json(response, answers.shift()))
  const items = []
  for (let count = 0; count < 3; count += 1)
    items.push(refusalItem(agencies.updateName, 'stale', await send(agencies.updateName, rename)))
  expect(items).toEqual([stale, undefined, undefined])
})

test.each([
  ['local time', false, '11/20/2026 11:30:00 pm'],
  ['UTC', true, '11/21/2026 4:30:00 am'],
])('the time of a change by somebody else is told in %s', async (_zone, utc, shown) => {
  stubLocalZone('America/New_York')
  onTestFinished(() => useUtc.setState(false))
  useUtc.setState(utc)
  const changedAt = '2026-11-21T04:30:00.000Z'
  const says = `lee@support.test changed the name to "Theirs" at ${changedAt}. Your text was not saved.`
  await answeringServer((_asked, response) => json(response, envelope(409, says, [{ changedAt }])))
  expect(await send(agencies.updateName, { agencyId: 1, name: 'Mine', version: 6 })).toEqual({
    kind: 'refused',
    code: 409,
    message: `lee@support.test changed the name to "Theirs" at ${shown}. Your text was not saved.`,
    data: { changedAt },
  })
})

test('without a known time the sentence stays as it is', async () => {
  const says = 'Somebody else changed the status. Your choice was not saved.'
  await answeringServer((_asked, response) => json(response, envelope(409, says, [{ changedAt: null }])))
  const outcome = await send(agencies.updateStatus, { agencyId: 1, status: 2, version: 6 })
  expect(outcome).toMatchObject({ message: says })
})

test('sign-in is posted to its documented path', async () => {
  const asked = await answeringServer((_asked, response) =>
    json(response, { status: 3, desc: '', claims: null }),
  )
  await send(session.signIn, { username: 'a', password: 'b' })
  expect(asked).toMatchObject([{ method: 'POST', path: '/auth/staff/signin/cookie' }])
})

test('a failure has the text of the act and under it the sentence of the server, where there is one', () => {
  const text = 'Error Cancelling ESignature Subscription'
  const message = 'This is under way already.'
  expect(withSentence(text, { kind: 'refused', code: 409, message, data: undefined })).toBe(
    `${text}\n${message}`,
  )
  for (const status of [0, 403, 500])
    expect(withSentence(text, { kind: 'failed', status, statusText: '', message: 'Network error' })).toBe(
      text,
    )
})
