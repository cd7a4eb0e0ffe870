import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { inspect } from 'node:util'
import { callControl } from '@agency-support/sandbox/providers/control'
import { type BackOfficeEmulator, startBackOffice } from '@agency-support/sandbox/providers/backoffice/start'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createReader } from '../settings/reader.ts'
import { turnableClock } from '../../test/clock.ts'
import { failure } from '../../test/provider-failure.ts'
import { openLog } from '../lib/log.ts'
import { type BackOffice, backOffice } from './backoffice.ts'

const clock = turnableClock()
const parts = { clock, log: openLog('silent') }
let emulator: BackOfficeEmulator
let office: BackOffice
beforeAll(async () => {
  emulator = await startBackOffice()
  office = backOffice.open(emulator.settings, parts)
})
afterEach(() => callControl(emulator.url, 'DELETE', '/received'))
afterAll(() => emulator.close())

const fault = (given: object): Promise<unknown> => callControl(emulator.url, 'POST', '/fault', given)
const calls = (): Promise<unknown> => callControl(emulator.url, 'GET', '/received')

test('the four questions get their answers', async () => {
  const billing = JSON.parse(await office.billingCycle(6938)) as object
  expect(Object.keys(billing)).toEqual([
    'CmsAgencyId',
    'CycleStartDay',
    'CycleStartMonth',
    'PaymentPlan',
    'BillingFrequency',
    'Description',
    'PaymentMethod',
  ])
  const [contact] = await office.mainContacts(6938)
  expect(Object.keys(contact ?? {})).toEqual(['PersonId', 'Name', 'Initials', 'Email'])
  const seats = await office.licensedSeats(6938)
  expect(seats.Users.length).toBeGreaterThan(0)
  expect(seats.Total).toBeGreaterThanOrEqual(seats.Users.length)
  const { text, isCut } = await office.license(6938)
  expect(text).toMatch(/^<\?xml [^]*<\/license>\n$/)
  expect(isCut).toBe(false)
})

test('absent fields are null, and what does not have its shape is refused without being quoted', async () => {
  await fault({ endpoint: 'seats', kind: 'body', body: '{"Total":3}', times: 1 })
  expect(await office.licensedSeats(1)).toEqual({ Total: 3, IsLocal: null, HostingType: null, Users: [] })
  for (const body of ['{"Total":"secret-1"}', '<html>secret-1</html>', '[]', 'null', '{"Total":3']) {
    await fault({ endpoint: 'seats', kind: 'body', body, times: 1 })
    const error = await failure(office.licensedSeats(1))
    expect(error).toMatchObject({ kind: 'protocol', provider: 'back office' })
    expect(inspect(error)).not.toContain('secret-1')
  }
})

test("a failure that the back office tells with status 200 is no agency's empty record", async () => {
  const body = '{"code":5,"message":"Failed.","exception":"17a"}'
  await fault({ endpoint: 'seats', kind: 'body', body, times: 1 })
  expect(await failure(office.licensedSeats(1))).toMatchObject({ kind: 'protocol' })
  await fault({ endpoint: 'contacts', kind: 'body', body: `[${body}]`, times: 1 })
  expect(await failure(office.mainContacts(1))).toMatchObject({ kind: 'protocol' })
  await fault({ endpoint: 'seats', kind: 'body', body: '{}', times: 1 })
  expect(await office.licensedSeats(1)).toMatchObject({ Total: null, Users: [] })
})

test('billing is passed on as it came, malformed or not', async () => {
  await fault({ endpoint: 'billing', kind: 'malformed', times: 1 })
  const text = await office.billingCycle(6938)
  expect(text.length).toBeGreaterThan(10)
  expect(() => void JSON.parse(text)).toThrow(SyntaxError)
})

test.each([
  [401, 'auth'],
  [403, 'auth'],
  [404, 'notFound'],
  [400, 'invalid'],
  [500, 'unavailable'],
] as const)('status %i is %s and is not asked again', async (status, kind) => {
  await fault({ endpoint: 'contacts', agencyId: status, kind: 'status', status, body: 'token: abc' })
  const error = await failure(office.mainContacts(status))
  expect(error).toMatchObject({ kind, status })
  expect(error.message).not.toContain('abc')
  expect(await calls()).toEqual({ [`contacts ${status}`]: 1 })
})

test.each([429, 502, 503, 504])('status %i is asked again, up to three times in all', async (status) => {
  await fault({ endpoint: 'contacts', agencyId: status, kind: 'status', status, times: 2 })
  expect((await office.mainContacts(status)).length).toBeGreaterThan(0)
  expect(await calls()).toEqual({ [`contacts ${status}`]: 3 })
  await fault({ endpoint: 'contacts', agencyId: status, kind: 'status', status })
  // A separate adapter, so that failures of other tests do not count towards its circuit breaker.
  const other = backOffice.open(emulator.settings, parts)
  expect(await failure(other.mainContacts(status))).toMatchObject({ status })
  expect(await calls()).toEqual({ [`contacts ${status}`]: 6 })
})

test('Retry-After is honoured: short ones are waited for, long ones are reported', async () => {
  await fault({ endpoint: 'seats', kind: 'status', status: 429, headers: { 'retry-after': '1' }, times: 1 })
  const started = performance.now()
  await office.licensedSeats(2)
  expect(performance.now() - started).toBeGreaterThan(990)
  await fault({ endpoint: 'seats', kind: 'status', status: 429, headers: { 'retry-after': '30' } })
  expect(await failure(office.licensedSeats(3))).toMatchObject({ kind: 'rateLimited', retryAfterMs: 30_000 })
  expect(await calls()).toMatchObject({ 'seats 3': 1 })
})

test('a redirect is not followed, so that no answer can lead us to another host', async () => {
  const location = `${emulator.settings.baseUrl}/datecode/client/8`
  await fault({ endpoint: 'license', agencyId: 7, kind: 'status', status: 302, location })
  expect(await failure(office.license(7))).toMatchObject({ kind: 'protocol', status: 302 })
  expect(await calls()).toEqual({ 'license 7': 1 })
})

test('an answer that breaks off is a failure and not half an answer', async () => {
  await fault({ endpoint: 'license', kind: 'drop' })
  expect(await failure(office.license(6938))).toMatchObject({ kind: 'unavailable' })
})

test('no answer within eight seconds is a failure', async () => {
  await fault({ endpoint: 'license', kind: 'delay', ms: 60_000, times: 1 })
  const started = performance.now()
  expect(await failure(office.license(6938))).toMatchObject({ kind: 'unavailable' })
  expect(performance.now() - started).toBeGreaterThan(7_900)
})

test('a license is text whatever it holds: entities stay as they are, and 10 MB are cut at one', async () => {
  const bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY f SYSTEM "file:///etc/passwd">]><x>&a;&f;</x>'
  await fault({ endpoint: 'license', kind: 'body', body: bomb, times: 1 })
  expect(await office.license(6938)).toEqual({ text: bomb, isCut: false })
  await fault({ endpoint: 'license', kind: 'long', bytes: 10_000_000 })
  const { text, isCut } = await office.license(6938)
  expect(isCut).toBe(true)
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1024 * 1024)
})

test.each([
  ['a page', '\n<!DOCTYPE html>\n<html><body>Please sign in</body></html>'],
  ['a page without a doctype', '<!-- proxy -->\n<HTML lang="en"><p>Please sign in</p></HTML>'],
  ['a page by the rules of XML', '<?xml version="1.0"?><!DOCTYPE html PUBLIC "x" "y"><html/>'],
  ['words', 'Service unavailable'],
  ['JSON', '{"message":"Please sign in"}'],
])('200 with %s is no license', async (_what, body) => {
  await fault({ endpoint: 'license', kind: 'body', body, times: 1 })
  expect(await failure(office.license(6938))).toMatchObject({ kind: 'protocol' })
})

test.each(['', '\uFEFF<?xml version="1.0"?>\n<!-- html --><Licence id="1"/>'])(
  'a license of %j is passed on as it is',
  async (body) => {
    await fault({ endpoint: 'license', kind: 'body', body, times: 1 })
    expect((await office.license(6938)).text).toBe(body.replace('\uFEFF', ''))
  },
)

test('an answer of JSON over one megabyte is refused', async () => {
  await fault({ endpoint: 'billing', kind: 'long', bytes: 1_500_000 })
  expect(await failure(office.billingCycle(6938))).toMatchObject({ kind: 'protocol' })
})

test('a back office that is away, or not set up, cannot be reached', async () => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  const settings = { baseUrl: `http://127.0.0.1:${port}`, token: 'sandbox-token-1' }
  const error = await failure(backOffice.open(settings, parts).license(1))
  expect(error).toMatchObject({ kind: 'unavailable', status: undefined })
  expect(error.message).not.toContain('sandbox-token-1')
  const none = backOffice.open({ baseUrl: '', token: '' }, parts)
  expect(await failure(none.license(1))).toMatchObject({ kind: 'unavailable' })
})

test('after five tries without an answer nobody waits; half a minute later one question tries it', async () => {
  const own = backOffice.open(emulator.settings, parts)
  await fault({ endpoint: 'contacts', kind: 'status', status: 500, times: 6 })
  for (let time = 0; time < 5; time += 1)
    expect(await failure(own.mainContacts(11))).toMatchObject({ kind: 'unavailable', status: 500 })
  expect(await failure(own.license(11))).toMatchObject({ kind: 'unavailable', status: undefined })
  clock.turn(29)
  await failure(own.license(11))
  expect(await calls()).toEqual({ 'contacts 11': 5 })
  clock.turn(1)
  expect(await failure(own.mainContacts(11))).toMatchObject({ status: 500 })
  expect(await failure(own.mainContacts(11))).toMatchObject({ status: undefined })
  clock.turn(30)
  expect((await own.mainContacts(11)).length).toBeGreaterThan(0)
  expect((await own.license(11)).text).toContain('<license')
  expect(await calls()).toEqual({ 'contacts 11': 7, 'license 11': 1 })
})

test('the back office has an address and a token, or neither', () => {
  const read = (baseUrl: string, token = 'token-1') => {
    const problems: string[] = []
    const env = { BACKOFFICE_BASE_URL: baseUrl, BACKOFFICE_TOKEN: token }
    const got = backOffice.settings(createReader(env, (sentence) => void problems.push(sentence)))
    return { got, problems }
  }
  expect(read('https://backoffice.example/api/')).toEqual({
    got: { baseUrl: 'https://backoffice.example/api', token: 'token-1' },
    problems: [],
  })
  expect(read('http://127.0.0.1:4800').problems).toEqual([])
  expect(read('', '')).toEqual({ got: { baseUrl: '', token: '' }, problems: [] })
  for (const address of ['backoffice', 'ftp://b.example', 'https://b.example/?x=1', 'https://me@b.example'])
    expect(read(address).problems).toEqual([
      `BACKOFFICE_BASE_URL must be an address such as https://backoffice.example, not "${address}".`,
    ])
  expect(read('http://backoffice.example').problems).toEqual([
    'BACKOFFICE_BASE_URL must begin with https:// unless it is on this machine.',
  ])
  for (const token of ['', 'two words'])
    expect(read('https://backoffice.example', token).problems).toEqual([
      'BACKOFFICE_TOKEN is missing or holds blanks: the token that the back office knows us by.',
    ])
})
