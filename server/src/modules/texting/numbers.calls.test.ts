import { texting } from '@agency-support/contract/modules/texting'
import { P } from '@agency-support/contract/permissions'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../../../test/client.ts'
import { useTextingServer } from '../../../test/texting.ts'
import { until } from '../../../test/until.ts'

const world = useTextingServer()
let manager: TestClient
beforeAll(async () => {
  manager = await world.server.asNew({ permissions: [P.CanAccess, P.CanManageTexting] })
})
afterEach(() => world.switches.reset())

let nextLine = 1_000
const newNumber = (): string => `385555${(nextLine += 1)}`

const journal = (agencyId: number) =>
  world.server.db.read
    .selectFrom('journal')
    .select(['event', 'actor_kind', 'before', 'after', 'reason'])
    .where('agency_id', '=', agencyId)
    .where('event', '!=', 'texting.reported')
    .orderBy('seq')
    .execute()
const record = async (agencyId: number) => (await manager.call(texting.agency, { agencyId })).data[0]
const work = async (agencyId: number) => (await manager.call(texting.work, { agencyId })).data[0]
const ended = (agencyId: number, kind: 'number' | 'campaign') =>
  until(
    `the ${kind} of ${agencyId} has ended`,
    async () => typeof (await work(agencyId))?.[kind]?.endedAt === 'string',
  )

/** A number with an order at Bandwidth. */
async function ordered(given: { kind?: 'hosted'; endsAfter?: number; ends?: string; held?: string[] } = {}) {
  const phoneNumber = newNumber()
  const orderId = `order-of-${phoneNumber}`
  const numbers = given.held ?? [phoneNumber]
  await world.switches.set('orders', { id: orderId, kind: 'standard', numbers, ...given })
  return { phoneNumber, orderId, isStandardOrder: true }
}

test('[TEXTING-12] the number of a complete order is given at once, with one journal row', async () => {
  const { agencyId, phone } = await world.newAgency()
  const order = await ordered()
  const answer = await manager.call(texting.setPhone, { agencyId, ...order })
  expect(answer).toMatchObject({ code: 0, message: '', data: [{ pending: false }] })
  expect((await record(agencyId))?.phones).toEqual([{ phone: order.phoneNumber }])
  expect(await journal(agencyId)).toEqual([
    {
      event: 'texting.phoneChanged',
      actor_kind: 'staff',
      before: { phone },
      after: { phone: order.phoneNumber, orderId: order.orderId },
      reason: null,
    },
  ])
  expect((await manager.call(texting.setPhone, { agencyId, ...order })).code).toBe(0)
  expect(await journal(agencyId)).toHaveLength(1)
})

test('[TEXTING-12] as it is documented: an order is looked for among those of its kind alone', async () => {
  const { agencyId } = await world.newAgency()
  const { phoneNumber, orderId } = await ordered({ kind: 'hosted' })
  const ask = async (isStandardOrder: boolean) => {
    const { status, body } = await manager.send({
      method: 'POST',
      path: '/api/texting/admin',
      headers: { 'content-type': 'application/json', 'idempotency-key': `${phoneNumber}-${isStandardOrder}` },
      body: JSON.stringify({
        command: 'AdminSetAgencyPhoneNumber',
        agencyId,
        phoneNumber,
        orderId,
        isStandardOrder,
      }),
    })
    const { code, message } = JSON.parse(body) as { code: number; message: string }
    return [status, code, message]
  }
  expect(await ask(true)).toEqual([200, 422, 'Order not found at Bandwidth.'])
  expect(await ask(false)).toEqual([200, 0, ''])
  expect((await record(agencyId))?.phones).toEqual([{ phone: phoneNumber }])
  expect((await manager.call(texting.orderInformation, { agencyId })).data).toMatchObject([
    { orderId, status: 1 },
  ])
})

test('[PROV-61] 11 digits that begin with 1 are kept as typed and asked by the last ten', async () => {
  const { agencyId } = await world.newAgency()
  const order = await ordered()
  const phoneNumber = `1${order.phoneNumber}`
  expect((await manager.call(texting.setPhone, { agencyId, ...order, phoneNumber })).code).toBe(0)
  expect((await record(agencyId))?.phones).toEqual([{ phone: phoneNumber }])
  const wrong = await manager.call(texting.setPhone, {
    agencyId,
    ...order,
    phoneNumber: `2${order.phoneNumber}`,
  })
  expect(wrong).toMatchObject({ status: 400, message: 'An 11-digit number must begin with 1.' })
})

test('[PROV-62] what Bandwidth does not hold changes nothing and is reported', async () => {
  const { agencyId, phone } = await world.newAgency()
  const other = await world.newAgency()
  const order = await ordered()
  const ask = async (given: object) => {
    const { code, message } = await manager.call(texting.setPhone, { agencyId, ...order, ...given })
    return [code, message]
  }
  expect(await ask({ orderId: 'nothing' })).toEqual([422, 'Order not found at Bandwidth.'])
  expect(await ask(await ordered({ ends: 'FAILED' }))).toEqual([422, 'The order failed at Bandwidth.'])
  const without = [422, 'The order does not hold this number.']
  expect(await ask(await ordered({ held: ['3855550000'] }))).toEqual(without)
  expect(await ask(await ordered({ held: ['3855550000'], endsAfter: 60 }))).toEqual(without)
  expect(await ask({ phoneNumber: other.phone })).toEqual([
    409,
    `This number belongs to agency ${String(other.agencyId).padStart(8, '0')}.`,
  ])
  await world.switches.set('numbers', { number: order.phoneNumber, status: 'Aging' })
  expect(await ask({})).toEqual([422, 'This number is not in service at Bandwidth.'])
  expect(
    await manager.call(texting.setInServicePhone, { agencyId, phoneNumber: '3855550009' }),
  ).toMatchObject({ code: 422 })
  await world.switches.set('fault', { kind: 'status', status: 500, times: 1 })
  expect(await ask({})).toEqual([503, 'Bandwidth cannot be reached at the moment.'])
  expect(await ask({ agencyId: 404_404 })).toMatchObject([2, expect.stringContaining('Agency not found.')])
  expect((await record(agencyId))?.phones).toEqual([{ phone }])
  expect(await journal(agencyId)).toEqual([])
})

test('[PROV-05] numbers asked for at once while Bandwidth keeps its answer are refused in its sentence, and nothing changes', async () => {
  const { agencyId, phone } = await world.newAgency()
  const order = await ordered()
  await world.switches.set('fault', { kind: 'delay', ms: 60_000 })
  const began = performance.now()
  const answers = await Promise.all([1, 2].map(() => manager.call(texting.setPhone, { agencyId, ...order })))
  for (const { status, code, message } of answers)
    expect([status, code, message]).toEqual([200, 503, 'Bandwidth cannot be reached at the moment.'])
  expect(performance.now() - began).toBeLessThan(30_000)
  expect((await record(agencyId))?.phones).toEqual([{ phone }])
  expect(await journal(agencyId)).toEqual([])
})

test.each([
  [{ phoneNumber: '385555001' }, 'New phone number must be at least 10 digits'],
  [{ phoneNumber: '123855550012' }, 'A phone number has at most 11 digits.'],
  [{ phoneNumber: '38555500ab' }, 'A phone number consists of digits only.'],
  [{ phoneNumber: '+3855550012' }, 'A phone number consists of digits only.'],
  [{ orderId: ' ' }, 'An order id is required.'],
  [{ orderId: '../1' }, 'An order id consists of 1 to 64 letters, digits or dashes.'],
])('%j is no order of a number: refused before Bandwidth is asked', async (odd, message) => {
  const { agencyId, phone } = await world.newAgency()
  const got = await manager.call(texting.setPhone, { agencyId, ...(await ordered()), ...odd })
  expect(got).toMatchObject({ status: 400, message })
  expect((await record(agencyId))?.phones).toEqual([{ phone }])
  expect((await world.switches.received()).calls).toEqual({})
})

test('[PROV-63] [PROV-12] a pending order is waited for: the old number serves until it completes, and a second one is refused', async () => {
  const { agencyId, phone } = await world.newAgency()
  const order = await ordered({ endsAfter: 3_600 })
  expect(await manager.call(texting.setPhone, { agencyId, ...order })).toMatchObject({
    code: 0,
    message: 'Order pending. The number changes when the order completes.',
    data: [{ pending: true }],
  })
  expect((await record(agencyId))?.phones).toEqual([{ phone }])
  await until(
    'the order was asked for',
    async () => ((await work(agencyId))?.number?.nextAttemptAt ?? '') !== '',
  )
  expect(await work(agencyId)).toMatchObject({
    newPhone: order.phoneNumber,
    number: { endedAt: null, failures: 0 },
  })
  const underWay = { code: 409, message: 'This is under way already.' }
  expect(
    await manager.call(texting.setPhone, { agencyId, ...(await ordered({ endsAfter: 60 })) }),
  ).toMatchObject(underWay)
  expect(await manager.call(texting.setPhone, { agencyId, ...(await ordered()) })).toMatchObject(underWay)
  expect((await journal(agencyId)).map(({ event }) => event)).toEqual(['texting.phoneAsked'])
})

test('[PROV-11] [PROV-12] two people at once leave one work and one order at Bandwidth', async () => {
  const second = await world.server.asNew({ permissions: [P.CanAccess, P.CanManageTexting] })
  const { agencyId, phone } = await world.newAgency()
  await world.switches.set('numbers', { number: phone })
  await world.switches.set('option-seconds', { seconds: 0 })
  const both = [manager, second]
  const set = await Promise.all(
    both.map((one) => one.call(texting.setTcrNumber, { agencyId, number: 'CJEUMDK' })),
  )
  expect(set.map(({ code }) => code)).toEqual([0, 0])
  await ended(agencyId, 'campaign')
  expect((await world.switches.received()).placed).toHaveLength(1)
  const order = await ordered({ endsAfter: 3_600 })
  const asked = await Promise.all(both.map((one) => one.call(texting.setPhone, { agencyId, ...order })))
  expect(asked.map(({ code }) => code).sort((a, b) => a - b)).toEqual([0, 409])
  expect((await journal(agencyId)).filter(({ event }) => event === 'texting.phoneAsked')).toHaveLength(1)
})

test('[PROV-57] [TEXTING-29] without their permission the writes answer 403, and the reads need CanAccess alone', async () => {
  const { agencyId } = await world.newAgency()
  const reader = await world.server.asNew({ permissions: [P.CanAccess] })
  const order = { phoneNumber: '3855550100', orderId: 'order', isStandardOrder: true }
  const status = { agencyId, status: 1 as const }
  const denied = [
    await reader.call(texting.setPhone, { agencyId, ...order }),
    await reader.call(texting.setInServicePhone, { agencyId, phoneNumber: '3855550100' }),
    await reader.call(texting.setTcrNumber, { agencyId, number: 'C1' }),
    await reader.call(texting.setTcrNumberByRequest, { agencyId, number: 'C1' }),
    await reader.call(texting.removeTcrNumber, { agencyId }),
    await reader.call(texting.setProductStatus, { ...status, productKey: 5 }),
    await reader.call(texting.setProductStatus, { ...status, productKey: 3 }),
    await manager.call(texting.setProductStatus, { ...status, productKey: 3 }),
  ]
  expect(denied.map(({ status: http }) => http)).toEqual(denied.map(() => 403))
  const owner = await world.server.asNew({ permissions: [P.CanAccess, P.ApplicationManagement] })
  expect((await owner.call(texting.setProductStatus, { ...status, productKey: 3 })).code).toBe(0)
  expect((await owner.call(texting.setProductStatus, { ...status, productKey: 5 })).status).toBe(403)
  const read = [
    await reader.call(texting.agency, { agencyId }),
    await reader.call(texting.work, { agencyId }),
    await reader.call(texting.comparison, { agencyId }),
    await reader.call(texting.productStatus, { agencyId, productKey: 5 }),
    await reader.call(texting.orderInformation, { agencyId }),
  ]
  expect(read.map(({ status: http }) => http)).toEqual(read.map(() => 200))
})

test('a new number needs a sign-in of the last quarter of an hour', async () => {
  const late = await world.server.asNew({ permissions: [P.CanAccess, P.CanManageTexting] })
  const { agencyId } = await world.newAgency()
  world.server.clock.turn(16 * 60)
  const order = await ordered()
  expect((await late.call(texting.setPhone, { agencyId, ...order })).code).toBe(428)
  expect(
    (await late.call(texting.setInServicePhone, { agencyId, phoneNumber: order.phoneNumber })).code,
  ).toBe(428)
  expect((await late.call(texting.setTcrNumber, { agencyId, number: 'C4X9' })).code).toBe(0)
  manager = await world.server.asNew({ permissions: [P.CanAccess, P.CanManageTexting] })
})

test('[TEXTING-19] [TEXTING-11] [PROV-65] a TCR number changes our record at once, and Bandwidth follows', async () => {
  const { agencyId, phone } = await world.newAgency()
  await world.switches.set('numbers', { number: phone })
  await world.switches.set('option-seconds', { seconds: 0 })
  expect((await manager.call(texting.setTcrNumber, { agencyId, number: ' CJEUMDK ' })).code).toBe(0)
  expect((await record(agencyId))?.tcrNumber).toBe('CJEUMDK')
  await ended(agencyId, 'campaign')
  expect((await work(agencyId))?.campaign).toMatchObject({ succeeded: true, lastFailure: null })
  const compared = await manager.call(texting.comparison, { agencyId })
  expect(compared.data[0]).toMatchObject({ bandwidthTcrNumber: 'CJEUMDK' })
  expect((await manager.call(texting.setTcrNumberByRequest, { agencyId, number: 'CJEUMD2' })).code).toBe(0)
  expect((await record(agencyId))?.tcrNumber).toBe('CJEUMD2')
  const longest = 'a1'.repeat(10)
  expect((await manager.call(texting.setTcrNumber, { agencyId, number: longest })).code).toBe(0)
  expect((await record(agencyId))?.tcrNumber).toBe(longest)
  for (const number of ['', 'C-1', `${longest}a`])
    expect((await manager.call(texting.setTcrNumber, { agencyId, number })).code).toBe(400)
})

test('[PROV-65] what Bandwidth refuses is kept with its reason', async () => {
  const { agencyId, phone } = await world.newAgency()
  await world.switches.set('numbers', { number: phone })
  await world.switches.set('option-seconds', { seconds: 0 })
  await manager.call(texting.setTcrNumber, { agencyId, number: 'CX34567' })
  await ended(agencyId, 'campaign')
  expect((await work(agencyId))?.campaign).toMatchObject({
    succeeded: false,
    lastFailure: 'The campaign is EXPIRED there.',
  })
  expect((await record(agencyId))?.tcrNumber).toBe('CX34567')
  expect((await journal(agencyId)).at(-1)).toMatchObject({
    event: 'texting.campaignRefused',
    actor_kind: 'system',
    reason: 'The campaign is EXPIRED there.',
  })
})

test('[PROV-66] the same number again sends nothing where Bandwidth has it, and repairs what differs there', async () => {
  const { agencyId, phone } = await world.newAgency({ tcrNumber: 'CJEUMDK' })
  await world.switches.set('numbers', { number: phone, campaignId: 'CJEUMDK' })
  await manager.call(texting.setTcrNumber, { agencyId, number: 'CJEUMDK' })
  await ended(agencyId, 'campaign')
  expect((await world.switches.received()).placed).toEqual([])
  await world.switches.set('numbers', { number: phone, campaignId: 'COTHER1' })
  await world.switches.set('option-seconds', { seconds: 0 })
  await manager.call(texting.setTcrNumber, { agencyId, number: 'CJEUMDK' })
  await until('Bandwidth is brought along', async () => (await world.switches.received()).placed.length === 1)
  await ended(agencyId, 'campaign')
  expect((await journal(agencyId)).map(({ event }) => event)).toEqual([
    'texting.tcrCompared',
    'texting.campaignSet',
    'texting.tcrCompared',
    'texting.campaignSet',
  ])
})

test('[TEXTING-21] [TEXTING-22] removing the TCR number sets texting back to pending, once', async () => {
  const { agencyId, phone } = await world.newAgency({ tcrNumber: 'CJEUMDK' })
  await world.switches.set('numbers', { number: phone, campaignId: 'CJEUMDK' })
  await world.switches.set('option-seconds', { seconds: 0 })
  await manager.call(texting.setProductStatus, { agencyId, productKey: 5, status: 0 })
  expect((await manager.call(texting.removeTcrNumber, { agencyId })).code).toBe(0)
  expect((await record(agencyId))?.tcrNumber).toBe('')
  expect((await manager.call(texting.productStatus, { agencyId, productKey: 5 })).data).toEqual([
    { productKey: 5, status: 1 },
  ])
  expect((await manager.call(texting.removeTcrNumber, { agencyId })).code).toBe(2)
  await ended(agencyId, 'campaign')
  expect((await world.switches.received()).placed.map(({ action }) => action)).toEqual(['delete'])
})

test('[TEXTING-24] [TEXTING-27] [TEXTING-28] [PROV-68] texting is enabled with a phone and a TCR number only', async () => {
  const { agencyId } = await world.newAgency()
  const set = (status: 0 | 1, productKey = 5) =>
    manager.call(texting.setProductStatus, { agencyId, productKey, status })
  const read = async (productKey = 5) => {
    const { code, message, data } = await manager.call(texting.productStatus, { agencyId, productKey })
    return [code, message, data[0]?.status]
  }
  expect(await read()).toEqual([0, '', 1])
  expect(await read(99)).toEqual([2, 'Product not found', undefined])
  expect(await set(0)).toMatchObject({ code: 422, message: 'A phone number and a TCR number are required.' })
  await manager.call(texting.setTcrNumber, { agencyId, number: 'CJEUMDK' })
  expect((await set(0)).code).toBe(0)
  expect(await read()).toEqual([0, '', 0])
  const rows = await journal(agencyId)
  await set(0)
  expect(
    (await journal(agencyId)).filter(({ event }) => event === 'texting.productStatusChanged'),
  ).toHaveLength(1)
  expect(rows.length).toBeGreaterThan(0)
  await set(1)
  expect(await read()).toEqual([0, '', 1])
  const wrong = await manager.call(texting.setProductStatus, { agencyId, productKey: 5, status: 2 as never })
  expect(wrong).toMatchObject({ status: 400, code: 400, message: 'Invalid status' })
})
