import { inspect } from 'node:util'
import { makeNumber, makeOrderId } from '@agency-support/sandbox/providers/bandwidth/demo-numbers'
import { Configuration, MessagesApi } from 'bandwidth-sdk'
import { expect, test } from 'vitest'
import { useBandwidth } from '../../test/bandwidth.ts'
import { failure } from '../../test/provider-failure.ts'

const { emulator, switches, telephony } = useBandwidth()

const number = makeNumber(6938)

test('an order of either kind tells its state, its numbers and what went wrong', async () => {
  expect(await telephony.getOrder('standard', makeOrderId(6938))).toMatchObject({
    state: 'completed',
    status: 'COMPLETE',
    completed: [number],
    asked: [number],
    problems: [],
  })
  const hosted = makeNumber(6938, 'hosted')
  expect(await telephony.getOrder('hosted', makeOrderId(6938, 'hosted'))).toMatchObject({
    state: 'completed',
    completed: [hosted],
    asked: [hosted],
  })
  expect(await telephony.getOrder('standard', makeOrderId(6938, 'failed'))).toMatchObject({
    state: 'failed',
    completed: [],
    problems: [{ code: '5005', description: 'The telephone number is unavailable.' }],
  })
})

test('an order that is not there, or of the other kind, or with an id that is none, is null', async () => {
  expect(await telephony.getOrder('standard', '00000000-0000-4000-8000-000000000000')).toBeNull()
  expect(await telephony.getOrder('hosted', makeOrderId(6938))).toBeNull()
  const { calls } = await switches.received()
  for (const id of ['..', '../../tns', 'a?b', '']) expect(await telephony.getOrder('standard', id)).toBeNull()
  expect((await switches.received()).calls).toEqual(calls)
})

test('an order that is under way has done nothing yet, and ends with the clock', async () => {
  const pending = makeOrderId(6938, 'pending')
  expect(await telephony.getOrder('standard', pending)).toMatchObject({
    state: 'pending',
    status: 'RECEIVED',
  })
  await switches.set('clock', { turn: 15 })
  expect(await telephony.getOrder('standard', pending)).toMatchObject({
    state: 'pending',
    status: 'PROCESSING',
    completed: [],
    asked: [makeNumber(6938, 'pending')],
  })
  expect(await telephony.isInService(makeNumber(6938, 'pending'))).toBe(false)
  await switches.set('clock', { turn: 20 })
  expect(await telephony.getOrder('standard', pending)).toMatchObject({ state: 'completed' })
  expect(await telephony.isInService(makeNumber(6938, 'pending'))).toBe(true)
})

test('a partial import names what it did and what not, whether that is one number or many', async () => {
  const numbers = ['8015550142', '8015550143', '8015550144']
  for (const failed of [numbers.slice(2), numbers.slice(1)]) {
    const id = `partial-${failed.length}`
    const errors = [{ code: '7642', description: 'TN is already hosted.', numbers: failed }]
    await switches.set('orders', { id, kind: 'hosted', numbers, ends: 'PARTIAL', errors })
    expect(await telephony.getOrder('hosted', id)).toMatchObject({
      state: 'partial',
      completed: numbers.slice(0, 3 - failed.length),
      problems: errors,
    })
  }
})

test('digits stay text, and an empty list is a list', async () => {
  await switches.set('orders', { id: 'none', kind: 'hosted', numbers: ['0015550142'], ends: 'FAILED' })
  expect(await telephony.getOrder('hosted', 'none')).toMatchObject({ asked: ['0015550142'], problems: [] })
  await switches.set('orders', {
    id: 'unlisted',
    kind: 'hosted',
    numbers: [],
    ends: 'COMPLETE',
    endsAfter: 60,
  })
  expect(await telephony.getOrder('hosted', 'unlisted')).toMatchObject({ state: 'pending', asked: null })
})

test('a number has its campaign, and one that Bandwidth does not know is null', async () => {
  await switches.set('numbers', { number: '8015550142', campaignId: 'CJEUMDK', isHosted: true })
  await switches.set('numbers', { number: '8015550143', isOurs: false })
  expect(await telephony.getNumber('8015550142')).toEqual({
    number: '8015550142',
    status: 'Inservice',
    isHosted: true,
    campaignId: 'CJEUMDK',
  })
  expect(await telephony.getNumber('8015550199')).toBeNull()
  expect([await telephony.isInService('8015550142'), await telephony.isInService('8015550143')]).toEqual([
    true,
    false,
  ])
})

test('an order of ours is found in whichever form Bandwidth lists it, and none in a list that cannot be read', async () => {
  const list = (orders: string, count = 1) =>
    switches.set('fault', {
      endpoint: 'listOptions',
      kind: 'body',
      body: `<TnOptionOrders><TotalCount>${count}</TotalCount>${orders}</TnOptionOrders>`,
      times: 1,
    })
  for (const form of ['TnOptionOrderSummary', 'TnOptionOrder']) {
    await list(`<${form}><OrderId>o-1</OrderId></${form}>`)
    expect(await telephony.findCampaignOrder('work-1')).toBe('o-1')
  }
  await list('', 0)
  expect(await telephony.findCampaignOrder('work-1')).toBeNull()
  await list('<Order><OrderId>o-1</OrderId></Order>')
  expect(await failure(telephony.findCampaignOrder('work-1'))).toMatchObject({ kind: 'protocol' })
})

test('a campaign order is placed once, found by our key, and does what it says when it has ended', async () => {
  const placed = await telephony.placeCampaignOrder({ key: 'work-1', number, campaignId: 'CJEUMDK' })
  const orderId = 'orderId' in placed ? placed.orderId : expect.unreachable(placed.refused)
  expect(await telephony.findCampaignOrder('work-1')).toBe(orderId)
  expect(await telephony.findCampaignOrder('work-2')).toBeNull()
  expect(await telephony.getCampaignOrder(orderId)).toMatchObject({ state: 'pending' })
  expect((await telephony.getNumber(number))?.campaignId).toBeUndefined()
  await switches.set('clock', { turn: 2 })
  expect(await telephony.getCampaignOrder(orderId)).toEqual({ orderId, state: 'completed', problems: [] })
  expect((await telephony.getNumber(number))?.campaignId).toBe('CJEUMDK')
  await telephony.placeCampaignOrder({ key: 'work-3', number, campaignId: null })
  await switches.set('clock', { turn: 2 })
  expect((await telephony.getNumber(number))?.campaignId).toBeUndefined()
  expect(
    (await switches.received()).placed.map(({ customerOrderId, action }) => [customerOrderId, action]),
  ).toEqual([
    ['work-1', 'asSpecified'],
    ['work-3', 'delete'],
  ])
})

test('what Bandwidth refuses is reported in its words, at once or when the order has ended', async () => {
  expect(await telephony.placeCampaignOrder({ key: 'long', number, campaignId: 'C234567890123' })).toEqual({
    refused: 'CampaignId must be at most 12 characters.',
  })
  const placed = await telephony.placeCampaignOrder({ key: 'over', number, campaignId: 'CX34567' })
  await switches.set('clock', { turn: 2 })
  expect(await telephony.getCampaignOrder('orderId' in placed ? placed.orderId : '')).toMatchObject({
    state: 'failed',
    problems: [{ code: '12189', description: 'The campaign could not be found or is not active.' }],
  })
  const hosted = makeNumber(6938, 'hosted')
  const other = await telephony.placeCampaignOrder({ key: 'hosted', number: hosted, campaignId: 'CJEUMDK' })
  await switches.set('clock', { turn: 2 })
  expect(await telephony.getCampaignOrder('orderId' in other ? other.orderId : '')).toMatchObject({
    state: 'failed',
    problems: [{ description: 'Line features are not available on hosted numbers.' }],
  })
})

test.each([
  [404, '', 'Bandwidth answered with status 404.'],
  [409, '<R><Errors><Error><Description>In use</Description></Error></Errors></R>', 'In use'],
  [422, '<html>', 'Bandwidth answered with status 422.'],
])(
  'an order refused with status %i is refused for good, whatever the reason',
  async (status, body, refused) => {
    await switches.set('fault', { endpoint: 'placeOptions', kind: 'status', status, body, times: 1 })
    expect(await telephony.placeCampaignOrder({ key: 'old', number, campaignId: null })).toEqual({ refused })
  },
)

test('a long reason ends between whole characters, because the database takes no halves', async () => {
  const description = `${'x'.repeat(299)}\u{1F525} and more`
  const body = `<R><ResponseStatus><Description>${description}</Description></ResponseStatus></R>`
  await switches.set('fault', { endpoint: 'placeOptions', kind: 'status', status: 400, body, times: 1 })
  const refused = 'x'.repeat(299)
  expect(await telephony.placeCampaignOrder({ key: 'k', number, campaignId: null })).toEqual({ refused })
})

test('a failure inside an answer of status 200 is a failure', async () => {
  const body =
    '<TnOptionOrderResponse><ErrorList><Error><Code>5001</Code><Description>no\n\tway</Description></Error></ErrorList></TnOptionOrderResponse>'
  await switches.set('fault', { endpoint: 'placeOptions', kind: 'status', status: 200, body, times: 1 })
  expect(await telephony.placeCampaignOrder({ key: 'k', number, campaignId: 'CJEUMDK' })).toEqual({
    refused: 'no way',
  })
  const status =
    '<OrderResponse><ResponseStatus><ErrorCode>5035</ErrorCode><Description>secret-1</Description></ResponseStatus></OrderResponse>'
  await switches.set('fault', { endpoint: 'order', kind: 'status', status: 200, body: status, times: 1 })
  const error = await failure(telephony.getOrder('standard', makeOrderId(6938)))
  expect(error).toMatchObject({ kind: 'protocol' })
  expect(inspect(error)).not.toContain('secret-1')
})

test('a campaign is active or not, and an unknown one is null', async () => {
  expect(await telephony.getCampaign('CJEUMDK')).toEqual({ id: 'CJEUMDK', status: 'ACTIVE' })
  expect(await telephony.getCampaign('CX34567')).toEqual({ id: 'CX34567', status: 'EXPIRED' })
  expect(await telephony.getCampaign('nothing')).toBeNull()
})

const message = {
  messageId: '1589228074636lm4k2je7j7jklbn2',
  sourceTn: '+18015550142',
  destinationTn: '+13855550143',
  messageStatus: 'UNDELIVERED',
  messageDirection: 'OUTBOUND',
  messageType: 'sms',
  segmentCount: 1,
  errorCode: 4720,
  receiveTime: '2026-11-20T09:00:00.000Z',
  attachmentCount: 0,
  campaignId: null,
}

test('a message has its state and the number of its failure, and one that is not known is null', async () => {
  await switches.set('messages', message)
  expect(await telephony.getMessage(message.messageId)).toEqual({
    id: message.messageId,
    status: 'UNDELIVERED',
    errorCode: 4720,
    at: new Date(message.receiveTime),
  })
  expect(await telephony.getMessage('another')).toBeNull()
})

test('the SDK of Bandwidth, as it is published, sends and lists messages at the emulator', async () => {
  const { clientId, clientSecret, tokenUrl, messagingBaseUrl, accountId } = emulator.settings
  const asked = await fetch(tokenUrl, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  })
  const { access_token: accessToken } = (await asked.json()) as { access_token: string }
  const api = new MessagesApi(new Configuration({ accessToken, basePath: messagingBaseUrl }))
  await switches.set('numbers', { number: '8015550142', campaignId: 'CJEUMDK' })
  const sent = await api.createMessage(accountId, {
    applicationId: 'application-1',
    to: new Set([message.destinationTn]),
    from: message.sourceTn,
    text: 'See you Monday',
  })
  expect(sent.status).toBe(202)
  const { data } = await api.listMessages(accountId, sent.data.id)
  expect(data.messages).toMatchObject([
    { messageId: sent.data.id, messageStatus: 'DELIVERED', errorCode: 0, accountId },
  ])
  expect(JSON.stringify(data)).not.toContain('Monday')
  await expect(api.listMessages(accountId)).rejects.toMatchObject({ response: { status: 400 } })
  const nobody = new MessagesApi(new Configuration({ accessToken: 'none', basePath: messagingBaseUrl }))
  await expect(nobody.listMessages(accountId, 'x')).rejects.toMatchObject({ response: { status: 401 } })
  await switches.set('fault', {
    endpoint: 'messages',
    kind: 'status',
    status: 429,
    headers: { 'retry-after': '3' },
    times: 1,
  })
  await expect(api.listMessages(accountId, 'x')).rejects.toMatchObject({
    response: { status: 429, headers: { 'retry-after': '3' } },
  })
})
