import { inspect } from 'node:util'
import { makeNumber, makeOrderId } from '@agency-support/sandbox/providers/bandwidth/demo-numbers'
import { expect, test } from 'vitest'
import { createReader } from '../settings/reader.ts'
import { useBandwidth } from '../../test/bandwidth.ts'
import { failure } from '../../test/provider-failure.ts'
import { bandwidth } from './bandwidth.ts'

const { parts, emulator, switches, telephony } = useBandwidth()

const number = makeNumber(6938)

test('one token serves many questions, is renewed when it is refused, and wrong credentials are reported', async () => {
  await Promise.all([telephony.isInService(number), telephony.isInService(number)])
  expect((await switches.received()).calls).toEqual({ token: 1, inService: 2 })
  await switches.revokeTokens()
  expect(await telephony.isInService(number)).toBe(true)
  expect((await switches.received()).calls['token']).toBe(2)
  const stranger = bandwidth.open({ ...emulator.settings, clientSecret: 'wrong-secret-1' }, parts)
  const error = await failure(stranger.isInService(number))
  expect(error).toMatchObject({ kind: 'auth', provider: 'Bandwidth' })
  expect(inspect(error)).not.toContain('wrong-secret-1')
})

test('[PROV-08] the methods share a breaker: once one has failed five times all are refused, writes too', async () => {
  await switches.set('fault', { endpoint: 'inService', kind: 'status', status: 500 })
  for (let times = 0; times < 5; times += 1) await failure(telephony.isInService(number))
  const { calls } = await switches.received()
  expect(calls['inService']).toBe(5)
  for (const other of [
    telephony.getOrder('standard', makeOrderId(6938, 'current')),
    telephony.findCampaignOrder('work-8'),
    telephony.placeCampaignOrder({ key: 'work-8', number, campaignId: 'CJEUMDK' }),
  ])
    expect(await failure(other)).toMatchObject({
      kind: 'unavailable',
      message: 'Bandwidth has not answered lately',
    })
  expect((await switches.received()).calls).toEqual(calls)
})

test('[PROV-07] an order whose answer is lost is not sent again, and is found by our key', async () => {
  await switches.set('fault', { endpoint: 'placeOptions', kind: 'lost', times: 1 })
  const lost = telephony.placeCampaignOrder({ key: 'work-9', number, campaignId: 'CJEUMDK' })
  expect(await failure(lost)).toMatchObject({ kind: 'unavailable' })
  expect(await telephony.findCampaignOrder('work-9')).not.toBeNull()
  expect((await switches.received()).placed).toHaveLength(1)
  await switches.set('fault', { endpoint: 'placeOptions', kind: 'status', status: 503, times: 1 })
  const busy = telephony.placeCampaignOrder({ key: 'work-10', number, campaignId: 'CJEUMDK' })
  expect(await failure(busy)).toMatchObject({ kind: 'unavailable', status: 503 })
  expect((await switches.received()).calls['placeOptions']).toBe(2)
})

test.each([
  [403, 'auth', 1],
  [429, 'rateLimited', 3],
  [500, 'unavailable', 1],
  [503, 'unavailable', 3],
  [302, 'protocol', 1],
] as const)('status %i is %s, after %i questions', async (status, kind, times) => {
  await switches.set('fault', {
    endpoint: 'inService',
    kind: 'status',
    status,
    body: 'secret-1',
    location: '/tns/1',
  })
  const error = await failure(telephony.isInService(number))
  expect(error).toMatchObject({ kind, status })
  expect(inspect(error)).not.toContain('secret-1')
  expect((await switches.received()).calls).toEqual({ token: 1, inService: times })
})

test.each([
  [200, 'text/html'],
  [200, 'text/plain'],
  [404, 'text/html'],
  [404, 'Text/HTML; charset=utf-8'],
])('a page that comes with %i as %s says nothing of a number in service', async (status, type) => {
  const page = { status, type, body: '<html>Sign in</html>' }
  await switches.set('fault', { endpoint: 'inService', kind: 'status', ...page, times: 1 })
  expect(await failure(telephony.isInService(number))).toMatchObject({ kind: 'protocol' })
})

test.each([
  { status: 404, type: 'application/xml', body: '<Error>Not found</Error>' },
  { status: 404, type: 'text/html', body: '' },
  { status: 200, type: 'Text/HTML; charset=utf-8', body: '' },
])('an answer without a page tells by its status whether a number is in service: %j', async (answered) => {
  await switches.set('fault', { endpoint: 'inService', kind: 'status', ...answered, times: 1 })
  expect(await telephony.isInService(number)).toBe(answered.status === 200)
})

test('a Retry-After that is too long is reported at once', async () => {
  await switches.set('fault', {
    endpoint: 'messages',
    kind: 'status',
    status: 429,
    headers: { 'retry-after': '60' },
  })
  expect(await failure(telephony.getMessage('x'))).toMatchObject({
    kind: 'rateLimited',
    retryAfterMs: 60_000,
  })
  expect((await switches.received()).calls['messages']).toBe(1)
})

const bomb =
  '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]><OrderResponse><OrderStatus>&b;&f;</OrderStatus></OrderResponse>'

test.each([
  ['entities', bomb],
  ['a page', '<html><body>secret-1<br></body></html>'],
  ['nothing', ''],
  ['another root', '<ImportTnOrder><ProcessingStatus>COMPLETE</ProcessingStatus></ImportTnOrder>'],
  ['an unknown state', '<OrderResponse><OrderStatus>secret-1</OrderStatus></OrderResponse>'],
  ['half of it', '<OrderResponse><OrderStatus>COMPLETE</Order'],
  ['no date', '<OrderResponse><OrderStatus>COMPLETE</OrderStatus></OrderResponse>'],
])('an answer of %s is no usable answer and is not quoted', async (_what, body) => {
  await switches.set('fault', { endpoint: 'order', kind: 'status', status: 200, body, times: 1 })
  const error = await failure(telephony.getOrder('standard', makeOrderId(6938)))
  const message = expect.stringMatching(/^Bandwidth gave an answer /) as string
  expect(error).toMatchObject({ kind: 'protocol', message })
  expect(inspect(error)).not.toContain('secret-1')
})

test('an answer of 50 MB, and one of messages that is no list, are no usable answers', async () => {
  await switches.set('fault', { endpoint: 'order', kind: 'long', bytes: 50_000_000, times: 1 })
  expect(await failure(telephony.getOrder('standard', makeOrderId(6938)))).toMatchObject({ kind: 'protocol' })
  for (const body of ['<html>', '{"messages":{}}', '{"messages":[{"messageId":1}]}']) {
    await switches.set('fault', { endpoint: 'messages', kind: 'status', status: 200, body, times: 1 })
    expect(await failure(telephony.getMessage('x'))).toMatchObject({ kind: 'protocol' })
  }
})

function read(env: Record<string, string>) {
  const problems: string[] = []
  const got = bandwidth.settings(createReader(env, (sentence) => void problems.push(sentence)))
  return { got, problems }
}

test('numbers, which are sent as ten digits, are asked for in version 1: version 2 would refuse them', () => {
  const usual = 'https://api.bandwidth.com/api/v1'
  expect(read({}).got.numbersBaseUrl).toBe(usual)
  expect(read({ BANDWIDTH_NUMBERS_BASE_URL: 'https://api.bandwidth.com/api/v2/' }).problems).toEqual([
    `BANDWIDTH_NUMBERS_BASE_URL must be version 1 of the API, such as ${usual}: version 2 takes numbers in another form.`,
  ])
})

test('no account, or half of one', async () => {
  const none = read({})
  expect(none.problems).toEqual([])
  expect(await failure(bandwidth.open(none.got, parts).isInService(number))).toMatchObject({
    kind: 'unavailable',
  })
  expect(read({ BANDWIDTH_ACCOUNT_ID: '99', BANDWIDTH_CLIENT_ID: 'me' }).problems).toEqual([
    'BANDWIDTH_ACCOUNT_ID, BANDWIDTH_CLIENT_ID and BANDWIDTH_CLIENT_SECRET go together: set all three.',
  ])
  expect(read({ BANDWIDTH_TOKEN_URL: 'http://bandwidth.example/token' }).problems).toEqual([
    'BANDWIDTH_TOKEN_URL must begin with https:// unless it is on this machine.',
  ])
  expect(read({ BANDWIDTH_NUMBERS_BASE_URL: 'bandwidth' }).problems).toEqual([
    'BANDWIDTH_NUMBERS_BASE_URL must be an address such as https://api.bandwidth.com/api/v1, not "bandwidth".',
  ])
})
