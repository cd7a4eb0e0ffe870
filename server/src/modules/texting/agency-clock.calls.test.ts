import { texting } from '@agency-support/contract/modules/texting'
import { P } from '@agency-support/contract/permissions'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TestClient } from '../../../test/client.ts'
import { useTextingServer } from '../../../test/texting.ts'
import { until } from '../../../test/until.ts'

const world = useTextingServer()
let manager: TestClient
beforeEach(async () => {
  manager = await world.server.asNew({ permissions: [P.CanAccess, P.CanManageTexting] })
})
afterEach(() => world.switches.reset())

/** What an agency's software reports whose clock is four minutes ahead (1) or behind (-1). */
function skewed(sign: number) {
  const at = () => new Date(world.server.clock.now().getTime() + sign * 4 * 60_000).toISOString()
  return {
    number: (id: string, phone: string) =>
      ({ kind: 'setUp', id, at: at(), phone, orderId: `order-${id}`, isStandardOrder: true }) as const,
    campaign: (id: string, tcrNumber: string) => ({ kind: 'campaign', id, at: at(), tcrNumber }) as const,
  }
}

const readWork = async (agencyId: number) => (await manager.call(texting.work, { agencyId })).data[0]
const readOrderId = async (agencyId: number) =>
  (await manager.call(texting.orderInformation, { agencyId })).data[0]?.orderId

test.each([
  ['ahead', 1],
  ['behind', -1],
])(
  'of a clock that is %s what became of the last orders is told until the agency reports others',
  async (word, sign) => {
    const { number, campaign } = skewed(sign)
    const [phone, asked, reported] = [0, 1, 2].map((line) => `385555${sign + 1}00${line}`) as [
      string,
      string,
      string,
    ]
    const { agencyId, software } = await world.newAgency({ agencyId: 7_800 + sign, phone })
    world.server.clock.turn(600)
    await software.call(texting.reportSetUp, {
      events: [number(`${word}-1`, phone), campaign(`${word}-2`, 'CFIRST')],
    })
    const orderId = `asked-${word}`
    await world.switches.set('orders', {
      id: orderId,
      kind: 'standard',
      numbers: [asked],
      endsAfter: 60,
      ends: 'FAILED',
    })
    const ask = { agencyId, phoneNumber: asked, orderId, isStandardOrder: true }
    expect((await manager.call(texting.setPhone, ask)).data).toEqual([{ pending: true }])
    // Bandwidth does not know the number, and so refuses its campaign.
    expect((await manager.call(texting.setTcrNumber, { agencyId, number: 'CFIRST' })).code).toBe(0)
    await world.switches.set('clock', { turn: 60 })
    world.server.clock.turn(30)
    await until('both have failed', async () => {
      const work = await readWork(agencyId)
      return work?.number?.succeeded === false && work.campaign?.succeeded === false
    })
    expect(await readOrderId(agencyId)).toBe(orderId)
    world.server.clock.turn(30)
    await software.call(texting.reportSetUp, {
      events: [number(`${word}-3`, reported), campaign(`${word}-4`, 'CSECOND')],
    })
    expect(await readWork(agencyId)).toMatchObject({ number: null, campaign: null })
    expect(await readOrderId(agencyId)).toBe(`order-${word}-3`)
  },
)

test('the first order of an agency whose record began with a campaign, told by a clock ahead, fails for all to see', async () => {
  const { campaign } = skewed(1)
  const agencyId = 7_811
  const software = await world.server.software(agencyId)
  await software.call(texting.reportSetUp, { events: [campaign('alone', 'CALONE')] })
  world.server.clock.turn(30)
  const [phoneNumber, orderId] = ['3855553001', 'asked-first']
  const order = { id: orderId, kind: 'standard', numbers: [phoneNumber], endsAfter: 60, ends: 'FAILED' }
  await world.switches.set('orders', order)
  const ask = { agencyId, phoneNumber, orderId, isStandardOrder: true }
  expect((await manager.call(texting.setPhone, ask)).data).toEqual([{ pending: true }])
  await world.switches.set('clock', { turn: 60 })
  world.server.clock.turn(30)
  await until('it has failed', async () => (await readWork(agencyId))?.number?.succeeded === false)
  expect(await readOrderId(agencyId)).toBe(orderId)
})
