import { billingFields, readBilling } from '@agency-support/contract/rules/subscription'
import { health } from '@agency-support/contract/modules/health'
import { subscription } from '@agency-support/contract/modules/subscription'
import { callControl } from '@agency-support/sandbox/providers/control'
import { makeRecord } from '@agency-support/sandbox/providers/backoffice/data'
import { type BackOfficeEmulator, startBackOffice } from '@agency-support/sandbox/providers/backoffice/start'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../../test/app.ts'
import type { TestClient } from '../../../test/client.ts'

let office: BackOfficeEmulator
let server: TestServer
let reader: TestClient
beforeAll(async () => {
  office = await startBackOffice()
  server = await testServer({ config: { backOffice: office.settings } })
  reader = await server.asNew()
})
afterEach(() => callControl(office.url, 'DELETE', '/received'))
afterAll(async () => {
  await server.close()
  await office.close()
})

const fault = (given: object): Promise<unknown> => callControl(office.url, 'POST', '/fault', given)

const cards = [
  ['billing', subscription.billing],
  ['contacts', subscription.contacts],
  ['seats', subscription.licensedSeats],
  ['license', subscription.dateCode],
] as const
const agencyId = '6938'

/** What the back office knows of agency 6938, and of no other. */
const record = makeRecord(Number(agencyId))

test('[CONFIG-25] [CONFIG-22] [CONFIG-23] GET billingcycle answers the billing data as JSON text inside the envelope', async () => {
  const got = await reader.send({ method: 'GET', path: '/api/subscription/billing/6938/billingcycle' })
  const { code, data } = JSON.parse(got.body) as { code: number; data: [string] }
  expect([got.status, code, data.length, typeof data[0]]).toEqual([200, 0, 1, 'string'])
  const billing = JSON.parse(data[0]) as object
  expect(Object.keys(billing)).toEqual([...billingFields])
  expect(billing).toEqual(record.billing)
  expect(readBilling(data[0])).toMatchObject({ CmsAgencyId: '00006938' })
})

test('[CONFIG-26] [CONFIG-24] GET contact main answers the contacts of the agency with their four fields', async () => {
  const got = await reader.send({ method: 'GET', path: '/api/subscription/contact/6938/main' })
  const { code, data } = JSON.parse(got.body) as { code: number; data: object[] }
  expect(code).toBe(0)
  expect(data).toEqual(record.contacts)
  for (const contact of data) expect(Object.keys(contact)).toEqual(['PersonId', 'Name', 'Initials', 'Email'])
})

test('[CONFIG-27] [CONFIG-24] GET datecode seats answers total, place, hosting and users of the agency', async () => {
  const got = await reader.send({ method: 'GET', path: '/api/subscription/datecode/client/seats/00006938' })
  const { code, data } = JSON.parse(got.body) as { code: number; data: [{ Users: object[] }] }
  expect(code).toBe(0)
  expect(data).toEqual([record.seats])
  expect(Object.keys(data[0])).toEqual(['Total', 'IsLocal', 'HostingType', 'Users'])
  expect(Object.keys(data[0].Users[0] ?? {})).toEqual(['Username', 'FirstName', 'LastName', 'Email'])
})

test('[CONFIG-28] GET datecode answers the raw license of the agency as plain text', async () => {
  const got = await reader.send({ method: 'GET', path: '/api/subscription/datecode/client/6938' })
  expect(got.status).toBe(200)
  expect(got.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(got.headers['cache-control']).toBe('no-store, private')
  expect(got.body).toBe(record.license)
  expect(got.body).toMatch(/^<\?xml version="1.0" encoding="utf-8"\?>\n<license /)
})

test('a license of 10 MB with entities is text, cut at one megabyte and marked', async () => {
  await fault({ endpoint: 'license', kind: 'long', bytes: 10_000_000 })
  const got = await reader.call(subscription.dateCode, { agencyId })
  expect(got.text.length).toBeLessThan(1_050_000)
  expect(got.text).toMatch(/\n\[The rest of this license is left out: it is longer than 1 MB\.\]$/)
})

test('malformed billing data is passed on for the client to refuse', async () => {
  await fault({ endpoint: 'billing', kind: 'malformed' })
  const { code, data } = await reader.call(subscription.billing, { agencyId })
  expect(code).toBe(0)
  expect(readBilling(data[0] ?? '')).toBeNull()
})

test.each(cards)(
  '%s: each failure of the back office is a refusal with a number and none of its words',
  async (endpoint, call) => {
    const outcomes = [
      [{ kind: 'status', status: 500, body: 'password=hunter2' }, 503],
      [{ kind: 'status', status: 401, body: 'password=hunter2' }, 502],
      [{ kind: 'status', status: 302, headers: { location: 'http://169.254.169.254/' } }, 502],
      [{ kind: 'status', status: 429, headers: { 'retry-after': '60' } }, 429],
      [{ kind: 'drop' }, 503],
    ] as const
    for (const [given, code] of outcomes) {
      await fault({ endpoint, ...given })
      const got = await reader.send({ method: 'GET', path: call.at.path.replace('{agencyId}', '6938') })
      const answer = JSON.parse(got.body) as { code: number; message: string; data: [{ exception: string }] }
      expect([got.status, answer.code], JSON.stringify(given)).toEqual([200, code])
      expect(answer.message).toMatch(/^The back office .+\.$/)
      const wait = code === 429 ? { retryAfterSeconds: 60 } : {}
      expect(answer.data).toEqual([{ exception: got.headers['x-request-id'], ...wait }])
      expect(got.body).not.toContain('hunter2')
    }
    await fault({ endpoint, kind: 'status', status: 404 })
    expect(await reader.call(call, { agencyId })).toMatchObject({ status: 200, code: 2 })
  },
)

test('while the back office is away the rest works; nobody without CanAccess gets anything', async () => {
  for (const [endpoint] of cards) await fault({ endpoint, kind: 'status', status: 500 })
  for (const [, call] of cards) expect((await reader.call(call, { agencyId })).code).toBe(503)
  const stranger = await server.as(null)
  const noAccess = await server.asNew({ permissions: [] })
  for (const [, call] of cards) {
    expect((await stranger.call(call, { agencyId })).status).toBe(401)
    expect((await noAccess.call(call, { agencyId })).status).toBe(403)
  }
})

test('a back office that does not answer is left alone for half a minute: the same sentence, at once', async () => {
  await using own = await testServer({ config: { backOffice: office.settings } })
  const client = await own.asNew()
  const license = (): ReturnType<typeof client.call<typeof subscription.dateCode>> =>
    client.call(subscription.dateCode, { agencyId })
  const light = async () => {
    const { data } = await client.call(health.providers, {})
    return data.find(({ provider }) => provider === 'back office')
  }
  const never = { state: 'closed', askedAt: null, answeredAt: null, failures: 0 }
  expect(await light()).toEqual({ provider: 'back office', ...never })
  const askedAt = own.clock.now().toISOString()
  await fault({ endpoint: 'license', kind: 'status', status: 500, times: 5 })
  // Five looks, one after the other, and a sixth that is not sent.
  for (let look = 1; look <= 6; look += 1) {
    const { code, message } = await license()
    expect([code, message]).toEqual([503, 'The back office cannot be reached at the moment.'])
  }
  expect(await callControl(office.url, 'GET', '/received')).toEqual({ 'license 6938': 5 })
  expect(await light()).toMatchObject({ state: 'open', askedAt, answeredAt: null, failures: 5 })
  own.clock.turn(30)
  expect(await light()).toMatchObject({ state: 'halfOpen', askedAt, failures: 5 })
  expect((await license()).text).toContain('<license')
  expect(await light()).toMatchObject({
    state: 'closed',
    answeredAt: own.clock.now().toISOString(),
    failures: 0,
  })
})

test('ids that are none are bad input and never reach the back office', async () => {
  for (const id of ['0', '-1', '1.5', '123456789', 'x', '1%20OR%201=1', '%D9%A1', '2147483648'])
    for (const [, call] of cards) {
      const got = await reader.send({ method: 'GET', path: call.at.path.replace('{agencyId}', id) })
      expect(got.status, `${call.name} ${id}`).toBe(400)
    }
  expect(await callControl(office.url, 'GET', '/received')).toEqual({})
})
