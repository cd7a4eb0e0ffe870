import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { callControl } from '../control.ts'
import { demoOrders, makeNumber, makeOrderId, parseNumber, parseOrderId } from './demo-numbers.ts'
import { type BandwidthEmulator, startBandwidth } from './start.ts'
import { childAt, readXml, tag, textAt } from './xml.ts'

let bandwidth: BandwidthEmulator
beforeAll(async () => {
  bandwidth = await startBandwidth()
})
afterEach(() => callControl(bandwidth.url, 'DELETE', '/world'))
afterAll(() => bandwidth.close())

const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

interface Asking {
  base?: string
  method?: string
  headers?: Record<string, string>
  body?: string
}

function ask(path: string, init: Asking = {}): Promise<Response> {
  const { clientId, clientSecret, numbersBaseUrl, accountId } = bandwidth.settings
  const origin = new URL(numbersBaseUrl).origin
  const headers = { authorization: basic(clientId, clientSecret), ...init.headers }
  const place = path.replace('{a}', accountId)
  const base = init.base ?? (path.startsWith('/users/') ? '/api/v2' : '/api/v1')
  return fetch(`${origin}${base}${place}`, { redirect: 'manual', ...init, headers })
}

const set = (what: string, given: object): Promise<unknown> =>
  callControl(bandwidth.url, 'POST', `/${what}`, given)

async function received(): Promise<{
  unknown: string[]
  webhooks: { path: string; status: number | null }[]
}> {
  return (await callControl(bandwidth.url, 'GET', '/received')) as Awaited<ReturnType<typeof received>>
}

const xml = { 'content-type': 'application/xml' }
const placement = (inside: string) =>
  `<TnOptionOrder><TnOptionGroups><TnOptionGroup>${inside}</TnOptionGroup></TnOptionGroups></TnOptionOrder>`

test('an order is XML, whatever the prefix and the case of its path', async () => {
  const path = `/accounts/{a}/importtnorders/${makeOrderId(6938, 'hosted')}`
  const texts = await Promise.all(
    ['/api', '/api/v1', '/api/v2', '/v1.0'].map(async (base) => {
      const answer = await ask(path, { base })
      expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8')
      return readXml(await answer.text())?.name
    }),
  )
  expect(texts).toEqual(Array.from({ length: 4 }, () => 'ImportTnOrder'))
})

test('a number is in service by its status alone, and the list of them has its links', async () => {
  const known = await ask(`/accounts/{a}/inserviceNumbers/${makeNumber(1)}`)
  const unknown = await ask('/accounts/{a}/inserviceNumbers/8015550142')
  expect([known.status, await known.text(), unknown.status, await unknown.text()]).toEqual([200, '', 404, ''])
  await set('numbers', { number: '8015550142' })
  const list = readXml(await (await ask('/accounts/{a}/inserviceNumbers?page=1&size=1')).text())
  expect(list === undefined ? '' : textAt(list, 'TotalCount')).toBe('2')
  expect(list === undefined ? '' : textAt(list, 'Links', 'next')).toContain('page=2&size=1')
})

test('who shows no token, another account, or another type than it takes is refused', async () => {
  const none = await ask('/tns/8015550142', { headers: { authorization: 'Bearer none' } })
  const other = await ask('/accounts/1/inserviceNumbers/8015550142')
  const json = await ask('/accounts/{a}/tnoptions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  expect([none.status, other.status, json.status]).toEqual([401, 403, 415])
  expect(
    (await ask('/oauth2/token', { method: 'POST', body: 'grant_type=password', base: '/api/v1' })).status,
  ).toBe(400)
})

test('a question that Bandwidth does not know is answered 501 and remembered', async () => {
  expect((await ask('/accounts/{a}/surprise?x=1')).status).toBe(501)
  expect((await ask('/tns/8015550142', { method: 'DELETE' })).status).toBe(501)
  expect((await received()).unknown).toEqual([
    `GET /api/v1/accounts/${bandwidth.settings.accountId}/surprise`,
    'DELETE /api/v1/tns/8015550142',
  ])
})

test.each([
  ['1001', 'no XML'],
  ['1001', '<TnOptionOrder><TnOptionGroups></TnOptionOrder>'],
  ['5081', placement('<A2pSettings><Action>delete</Action></A2pSettings>')],
  [
    '12700',
    placement(
      '<A2pSettings><Action>x</Action></A2pSettings><TelephoneNumbers><TelephoneNumber>8015550142</TelephoneNumber></TelephoneNumbers>',
    ),
  ],
  [
    '12701',
    placement(
      '<A2pSettings><Action>asSpecified</Action></A2pSettings><TelephoneNumbers><TelephoneNumber>8015550142</TelephoneNumber></TelephoneNumbers>',
    ),
  ],
])('an order for campaign settings is refused with %s', async (code, body) => {
  const answer = await ask('/accounts/{a}/tnoptions', { method: 'POST', headers: xml, body })
  const said = readXml(await answer.text())
  expect([answer.status, said && textAt(said, 'ResponseStatus', 'ErrorCode')]).toEqual([400, code])
})

test('an order for campaign settings is answered with its place, wrapped as it was, and listed by its key', async () => {
  const number = makeNumber(7)
  const body = `<?xml version="1.0"?><TnOptionOrder><CustomerOrderId>key-1</CustomerOrderId><TnOptionGroups><TnOptionGroup><A2pSettings><Action>asSpecified</Action><CampaignId>CJEUMDK</CampaignId></A2pSettings><TelephoneNumbers><TelephoneNumber>+1${number}</TelephoneNumber></TelephoneNumbers></TnOptionGroup></TnOptionGroups></TnOptionOrder>`
  const placed = await ask('/accounts/{a}/tnoptions', { method: 'POST', headers: xml, body })
  const wrapped = readXml(await placed.text())
  const id = wrapped && textAt(wrapped, 'TnOptionOrder', 'OrderId')
  expect(placed.headers.get('location')).toMatch(new RegExp(`/tnoptions/${id ?? ''}$`))
  const listed = readXml(await (await ask('/accounts/{a}/tnoptions?customerOrderId=key-1')).text())
  const summary = childAt(listed, 'TnOptionOrderSummary')
  expect(textAt(summary, 'OrderId')).toBe(id)
  // Three of its names begin with a small letter.
  expect(textAt(summary, 'accountId')).toBe(bandwidth.settings.accountId)
  const read = readXml(await (await ask(`/accounts/{a}/tnoptions/${id ?? ''}`)).text())
  expect(read && [read.name, textAt(read, 'ProcessingStatus')]).toEqual(['TnOptionOrder', 'RECEIVED'])
})

test('an order for campaign settings that has ended shows in the numbers of the campaign, 25 a page', async () => {
  const path = '/accounts/{a}/campaignManagement/10dlc/campaigns/CJEUMDK/tn'
  const read = async (page: number) => readXml(await (await ask(`${path}?page=${page}`)).text())
  const numbers = Array.from({ length: 26 }, (_, at) => String(8_015_550_100 + at))
  for (const number of numbers) await set('numbers', { number })
  const settings = `<A2pSettings><Action>asSpecified</Action><CampaignId>CJEUMDK</CampaignId></A2pSettings>`
  const list = numbers.map((number) => `<TelephoneNumber>${number}</TelephoneNumber>`).join('')
  const body = placement(`${settings}<TelephoneNumbers>${list}</TelephoneNumbers>`)
  await ask('/accounts/{a}/tnoptions', { method: 'POST', headers: xml, body })
  expect(textAt(await read(0), 'TotalCount')).toBe('0')
  await set('clock', { turn: 2 })
  const pages = [await read(0), await read(1)]
  const shown = pages.map((page) => childAt(page, 'TelephoneNumbers')?.children.map(({ text: one }) => one))
  expect(shown).toEqual([numbers.slice(0, 25), numbers.slice(25)])
})

test('imported campaigns are listed, at most 25 a page', async () => {
  const path = '/accounts/{a}/campaignManagement/10dlc/campaigns/imports'
  await set('numbers', { number: '8015550142', campaignId: 'CJEUMDK' })
  const list = readXml(await (await ask(`${path}?page=1&size=25`)).text())
  const listed = textAt(list, 'ImportedCampaigns', 'ImportedCampaign', 'CampaignId')
  expect([list?.name, listed]).toEqual(['LongCodeImportCampaignsResponse', 'CJEUMDK'])
  expect((await ask(`${path}?page=1&size=26`)).status).toBe(400)
})

test('messages are listed page by page, and never without a parameter', async () => {
  for (const index of [1, 2, 3])
    await set('messages', {
      messageId: `m${index}`,
      sourceTn: '+18015550142',
      destinationTn: '+13855550143',
      messageStatus: 'SENT',
      messageDirection: 'OUTBOUND',
      messageType: 'sms',
      segmentCount: 1,
      errorCode: 0,
      receiveTime: '2026-11-20T09:00:00.000Z',
      attachmentCount: 0,
      campaignId: null,
    })
  const list = async (query: string) => {
    const answer = await ask(`/users/{a}/messages?${query}`)
    return (await answer.json()) as {
      messages: { messageId: string }[]
      pageInfo: { nextPageToken?: string }
    }
  }
  const first = await list('sourceTn=%2B18015550142&limit=2')
  expect(first.messages.map(({ messageId }) => messageId)).toEqual(['m3', 'm2'])
  const second = await list(`sourceTn=%2B18015550142&limit=2&pageToken=${first.pageInfo.nextPageToken ?? ''}`)
  expect(second.messages.map(({ messageId }) => messageId)).toEqual(['m1'])
  expect((await list('sourceTn=%2B13855550143')).messages).toEqual([])
  expect((await ask('/users/{a}/messages?limit=2')).status).toBe(400)
  expect((await ask('/users/{a}/messages?sender=x')).status).toBe(400)
})

test('the end of an order is sent to the server once, and what became of a message until it takes it', async () => {
  const came: { authorization: string | undefined; body: string }[] = []
  let isRefusing = true
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      came.push({ authorization: request.headers.authorization, body })
      response.writeHead(isRefusing ? 500 : 204).end()
      isRefusing = false
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await set('webhooks', { url, user: 'bandwidth', password: 'p' })
  await set('orders', { id: 'order-1', kind: 'standard', numbers: ['8015550142'], endsAfter: 60 })
  expect(came).toEqual([])
  await set('clock', { turn: 60 })
  const statuses = async () => (await received()).webhooks.map(({ status }) => status)
  await expect.poll(statuses).toEqual([500])
  expect(came[0]?.authorization).toBe(basic('bandwidth', 'p'))
  const notice = readXml(came[0]?.body ?? '')
  expect(notice && [notice.name, textAt(notice, 'OrderId'), textAt(notice, 'Status')]).toEqual([
    'Notification',
    'order-1',
    'COMPLETE',
  ])
  isRefusing = true
  const events = [{ type: 'message-sent' }]
  await set('events', events)
  await expect.poll(statuses).toEqual([500, 500, 204])
  // The order is not sent again meanwhile.
  expect(came.slice(1).map(({ body }) => JSON.parse(body) as unknown)).toEqual([events, events])
})

test('every agency has a number and an id for each of its orders, and both lead back to it', () => {
  for (const agencyId of [1, 6938, 8_000_000, 99_999_999])
    for (const order of demoOrders) {
      expect(makeNumber(agencyId, order)).toMatch(/^[2-9]\d{2}[2-9]\d{6}$/)
      expect(parseNumber(makeNumber(agencyId, order))).toEqual({ agencyId, order })
      expect(parseOrderId(makeOrderId(agencyId, order))).toEqual({ agencyId, order })
    }
  expect(['8015550142', '2202000000', 'x'].map(parseNumber)).toEqual([undefined, undefined, undefined])
})

test('what is written is read again, and what is not well-formed is not read', () => {
  const written = tag('A', [tag('B', '<&>"'), tag('C', []), tag('B', 2)])
  expect(readXml(`\u{feff}<?xml version="1.0"?>\n${written}\n`)).toEqual({
    name: 'A',
    text: '',
    children: [
      { name: 'B', text: '<&>"', children: [] },
      { name: 'C', text: '', children: [] },
      { name: 'B', text: '2', children: [] },
    ],
  })
  for (const broken of [
    '',
    'x',
    '<A>',
    '<A></B>',
    '<A/><B/>',
    '</A>',
    '<A>',
    'x<A/>',
    '<A/>x',
    '<A><B></A></B>',
  ])
    expect(readXml(broken)).toBeUndefined()
})
