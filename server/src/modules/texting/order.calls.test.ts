import { texting } from '@agency-support/contract/modules/texting'
import { P } from '@agency-support/contract/permissions'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../../test/client.ts'
import { useTextingServer } from '../../../test/texting.ts'

const world = useTextingServer()
let reader: TestClient
beforeAll(async () => {
  reader = await world.server.asNew()
})
afterEach(() => world.switches.reset())

const order = (agencyId: number) => reader.call(texting.orderInformation, { agencyId })

test('[TEXTING-04] [TEXTING-05] [PROV-59] [PROV-60] the order is asked of Bandwidth at the moment, and none known answers code 2', async () => {
  const { agencyId, phone, orderId } = await world.newAgency()
  expect(await order(agencyId)).toMatchObject({
    code: 0,
    data: [{ orderId, status: -1, error: 'Order not found at Bandwidth.', ts: null }],
  })
  const whole = { orderId, error: '', ts: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string }
  const answers = async (status: number) =>
    expect((await order(agencyId)).data).toEqual([{ ...whole, status }])
  const ends = { processesAfter: 30, endsAfter: 60 }
  await world.switches.set('orders', { id: orderId, kind: 'standard', numbers: [phone], ...ends })
  // RECEIVED, PROCESSING and COMPLETE.
  await answers(0)
  await world.switches.set('clock', { turn: 30 })
  await answers(0)
  await world.switches.set('clock', { turn: 30 })
  await answers(1)
  expect(await order(404_404)).toMatchObject({ code: 2, message: 'No order information found' })
})

test.each([
  ['COMPLETE', [], 1],
  ['BACKORDERED', [], 0],
  ['FAILED', ['ours'], -1],
  ['EXCEPTION', [], -1],
  ['PARTIAL', ['other'], 1],
  ['PARTIAL', ['ours'], -1],
] as const)(
  '[PROV-60] an order that ends %s with failures of %j has the status %i',
  async (ends, failed, status) => {
    const isStandardOrder = ends !== 'EXCEPTION'
    const { agencyId, phone, orderId } = await world.newAgency({ isStandardOrder })
    const numbers = [phone, '8015559999']
    const errors = failed.map((whose) => ({
      code: '7642',
      description: `${whose} failed`,
      numbers: [whose === 'ours' ? phone : '8015559999'],
    }))
    await world.switches.set('orders', {
      id: orderId,
      kind: isStandardOrder ? 'standard' : 'hosted',
      numbers,
      ends,
      errors,
    })
    expect((await order(agencyId)).data[0]?.status).toBe(status)
  },
)

test.each([
  ['this release', '3855550203'],
  ['an earlier release', '3855550204'],
])(
  'an order that %s saved is judged by its own number, though the agency has another one by now',
  async (by, number) => {
    const manager = await world.server.asNew({ permissions: [P.CanAccess, P.CanManageTexting] })
    const { agencyId, phone, orderId } = await world.newAgency()
    if (by === 'an earlier release')
      await world.server.db.write
        .updateTable('agency_texting')
        .set({ order_phone: null })
        .where('agency_id', '=', agencyId)
        .execute()
    const errors = [{ code: '7642', description: 'other failed', numbers: ['8015559999'] }]
    const numbers = [phone, '8015559999']
    await world.switches.set('orders', { id: orderId, kind: 'standard', numbers, ends: 'PARTIAL', errors })
    await world.switches.set('numbers', { number })
    const given = await manager.call(texting.setInServicePhone, { agencyId, phoneNumber: number })
    expect(given.code).toBe(0)
    expect((await order(agencyId)).data).toMatchObject([{ orderId, status: 1 }])
  },
)

test('[TEXTING-04] the error of a failed order is Bandwidth’s own, about our number', async () => {
  const { agencyId, phone, orderId } = await world.newAgency()
  const errors = [
    { code: '1', description: 'Another number failed.', numbers: ['8015559999'] },
    { code: '5005', description: 'The telephone number is unavailable.', numbers: [phone] },
  ]
  await world.switches.set('orders', {
    id: orderId,
    kind: 'standard',
    numbers: [phone],
    ends: 'FAILED',
    errors,
  })
  expect((await order(agencyId)).data[0]?.error).toBe('The telephone number is unavailable.')
})

test.each([
  [429, 429, 'Bandwidth is busy. Please try again in a moment.'],
  [401, 502, 'Bandwidth gave no usable answer.'],
  [500, 503, 'Bandwidth cannot be reached at the moment.'],
])('[PROV-05] status %i of Bandwidth is reported as code %i', async (status, code, message) => {
  const { agencyId } = await world.newAgency()
  await world.switches.set('fault', {
    kind: 'status',
    status,
    headers: { 'retry-after': '30' },
    body: 'secret-1',
  })
  const answer = await order(agencyId)
  expect(answer).toMatchObject({ status: 200, code, message })
  expect(answer.text).toMatch(/"exception":"[^"]+"/)
  expect(answer.text).not.toContain('secret-1')
})

test('ours stands beside what Bandwidth holds', async () => {
  const { agencyId, phone } = await world.newAgency({ tcrNumber: 'CJEUMDK' })
  const compare = async () => (await reader.call(texting.comparison, { agencyId })).data[0]
  expect(await compare()).toEqual({
    phone,
    inService: false,
    tcrNumber: 'CJEUMDK',
    bandwidthTcrNumber: '',
    campaignStatus: 'ACTIVE',
  })
  await world.switches.set('numbers', { number: phone, campaignId: 'COTHER1' })
  expect(await compare()).toMatchObject({ inService: true, bandwidthTcrNumber: 'COTHER1' })
  expect(await reader.call(texting.comparison, { agencyId: 404_404 })).toMatchObject({ code: 2 })
  expect((await world.switches.received()).placed).toEqual([])
})

test('the first comparison after an outage is answered', async () => {
  const { agencyId } = await world.newAgency({ tcrNumber: 'CJEUMDK' })
  const compare = () => reader.call(texting.comparison, { agencyId })
  await world.switches.set('fault', { kind: 'status', status: 500 })
  for (let time = 0; time < 5; time += 1) expect((await compare()).code).toBe(503)
  await world.switches.reset()
  expect((await compare()).code).toBe(503)
  world.server.clock.turn(30)
  expect((await compare()).data).toMatchObject([{ inService: false, campaignStatus: 'ACTIVE' }])
})

test('whoever asks for the number of a pending order hears who changed the number since it was read', async () => {
  const permissions = [P.CanAccess, P.CanManageTexting]
  const [late, other] = [await world.server.asNew({ permissions }), await world.server.asNew({ permissions })]
  const { agencyId } = await world.newAgency()
  const read = async () => (await reader.call(texting.agency, { agencyId })).data[0]?.version
  const version = await read()
  await world.switches.set('numbers', { number: '3855550200' })
  await other.call(texting.setInServicePhone, { agencyId, phoneNumber: '3855550200' })
  const phoneNumber = '3855550201'
  const orderId = 'asked-late'
  await world.switches.set('orders', {
    id: orderId,
    kind: 'standard',
    numbers: [phoneNumber],
    endsAfter: 3_600,
  })
  const asked = { agencyId, phoneNumber, orderId, isStandardOrder: true }
  expect(await late.call(texting.setPhone, { ...asked, version })).toMatchObject({
    code: 409,
    refusal: { changedBy: other.person.username, current: '3855550200', yours: phoneNumber },
  })
  expect((await reader.call(texting.work, { agencyId })).data[0]?.number).toBeNull()
  const knowingly = await late.call(texting.setPhone, { ...asked, version: await read() })
  expect(knowingly.data).toEqual([{ pending: true }])
})
