import { texting } from '@agency-support/contract/modules/texting'
import { P } from '@agency-support/contract/permissions'
import { type BandwidthEmulator, startBandwidth } from '@agency-support/sandbox/providers/bandwidth/start'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { bandwidthSwitches } from '../../../test/bandwidth.ts'
import type { TestClient } from '../../../test/client.ts'
import { killed } from '../../../test/killed.ts'
import { type MadeUpServer, madeUpServer } from '../../../test/made-up.ts'
import type { Services } from '../../calls/context.ts'
import { carryOut, type Engine, type Job } from '../../jobs/outside-work/carry-out.ts'
import type { AnyWorkKind } from '../../jobs/outside-work/kind.ts'
import { readWork, type WorkRow } from '../../jobs/outside-work/store.ts'
import { openLog } from '../../lib/log.ts'
import { bandwidth } from '../../providers/bandwidth.ts'
import { campaignWork } from './campaign-work.ts'
import { numberWork } from './number-work.ts'

const log = openLog('silent')
let emulator: BandwidthEmulator
let switches: ReturnType<typeof bandwidthSwitches>
let server: MadeUpServer
let agencyId = 8_000
beforeAll(async () => {
  emulator = await startBandwidth()
  switches = bandwidthSwitches(emulator.url)
  server = await madeUpServer({ bandwidth: emulator.settings }, { takesWorks: true })
})
afterEach(() => switches.reset())
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await emulator.close()
})

const kinds: readonly AnyWorkKind<Services>[] = [numberWork, campaignWork]

/** Processes that carry out works; the step with this number dies after its request to Bandwidth. */
function makeEngine(dies: number) {
  const { db, clock, outsideWork } = server
  const telephony = bandwidth.open(emulator.settings, { clock, log })
  const needs = { bandwidth: telephony, outsideWork } as unknown as Services
  const run = { steps: 0 }
  const mortal = kinds.map(
    (kind): AnyWorkKind<Services> => ({
      ...kind,
      step: async (work, services) => {
        const result = await kind.step(work, services)
        run.steps += 1
        if (run.steps === dies) throw killed()
        return result
      },
    }),
  )
  const engine: Engine<Services> = {
    db,
    clock,
    log,
    kinds: new Map(mortal.map((kind) => [kind.name, kind])),
    needs,
    send: () => Promise.resolve(),
    hint: () => undefined,
    committed: () => undefined,
  }
  return { engine, run }
}

/** Duration of an order at Bandwidth; longer than placing it takes on the slowest machine. */
const orderSeconds = 600
const find = (kind: { name: string }): Promise<WorkRow | null> =>
  readWork(server.db.read, agencyId, kind.name)

/** Carries a work out to its end, despite crashes; returns the number of steps. */
async function finish(kind: { name: string }, dies = 0): Promise<number> {
  const { engine, run } = makeEngine(dies)
  for (;;) {
    const row = await find(kind)
    if (row === null || row.next_attempt_at === null) return run.steps
    const job: Job = { workId: row.work_id, due: row.next_attempt_at.toISOString() }
    await carryOut(engine, job).catch((error: Error) => expect(error.message).toBe('killed'))
    server.clock.turn(3_600)
    // Bandwidth's clock only advances while an order that we know of is awaited.
    const { progress } = (await find(kind)) ?? row
    const waits = typeof progress === 'number' || (progress as { orderId: string | null }).orderId !== null
    if (waits) await switches.set('clock', { turn: orderSeconds })
  }
}

/** A new agency whose software has reported a campaign and a number, which Bandwidth has too. */
async function newAgency(tcrNumber: string | null): Promise<string> {
  agencyId += 1
  const phone = `801556${agencyId}`
  await reportSetUp(phone, tcrNumber)
  await switches.set('numbers', { number: phone, ...(tcrNumber === null ? {} : { campaignId: tcrNumber }) })
  return phone
}

/** A new session, because hours pass while a work is carried out. */
const signIn = (): Promise<TestClient> => server.asNew({ permissions: [P.CanAccess, P.CanManageTexting] })

async function reportSetUp(phone: string, tcrNumber: string | null): Promise<void> {
  const software = await server.software(agencyId)
  const at = server.clock.now().toISOString()
  const answer = await software.call(texting.reportSetUp, {
    events: [
      { kind: 'setUp', id: `set-up-${phone}`, at, phone, orderId: `order-${agencyId}` },
      ...(tcrNumber === null ? [] : [{ kind: 'campaign' as const, id: 'campaign', at, tcrNumber }]),
    ],
  })
  expect([answer.code, answer.data]).toEqual([0, []])
}

const campaignAt = async (number: string) =>
  (await bandwidth.open(emulator.settings, { clock: server.clock, log }).getNumber(number))?.campaignId
const wish = async (campaignId: string): Promise<void> => {
  expect((await (await signIn()).call(texting.setTcrNumber, { agencyId, number: campaignId })).code).toBe(0)
}
/** Requests the number of an order that Bandwidth has not completed. */
async function askForNumber(phoneNumber: string, order: { kind: string; [more: string]: unknown }) {
  const orderId = `order-of-${phoneNumber}`
  const numbers = [phoneNumber.slice(-10)]
  await switches.set('orders', { id: orderId, numbers, endsAfter: orderSeconds, ...order })
  const asked = { agencyId, phoneNumber, orderId, isStandardOrder: order.kind === 'standard' }
  const { code, data } = await (await signIn()).call(texting.setPhone, asked)
  expect([code, data]).toEqual([0, [{ pending: true }]])
  return orderId
}
const record = async () => (await (await signIn()).call(texting.agency, { agencyId })).data[0]
/** Journal rows about the ends of works. */
const ends = () =>
  server.db.read
    .selectFrom('journal')
    .select('event')
    .where('agency_id', '=', agencyId)
    .where('actor_kind', '=', 'system')
    .orderBy('seq')
    .execute()

/** The steps of a campaign: place the order, poll it, finish. */
const campaignSteps = [1, 2, 3]

test('a campaign takes the steps that are killed one by one below', async () => {
  await newAgency(null)
  await wish('CJEUMDK')
  expect(await finish(campaignWork)).toBe(campaignSteps.length)
})

test.each(campaignSteps)(
  '[PROV-11] a campaign is set once, whether step %i is killed or not',
  async (dies) => {
    const phone = await newAgency(null)
    await wish('CJEUMDK')
    await finish(campaignWork, dies)
    expect((await switches.received()).placed).toHaveLength(1)
    expect(await campaignAt(phone)).toBe('CJEUMDK')
    expect(await ends()).toEqual([{ event: 'texting.campaignSet' }])
  },
)

test('[PROV-07] an order whose answer is lost is found by our key and not sent again', async () => {
  const phone = await newAgency(null)
  await wish('CJEUMDK')
  await switches.set('fault', { endpoint: 'placeOptions', kind: 'lost', times: 1 })
  await finish(campaignWork)
  const { placed } = await switches.received()
  expect(placed).toHaveLength(1)
  expect(placed[0]?.customerOrderId).toContain((await find(campaignWork))?.work_id)
  expect(await campaignAt(phone)).toBe('CJEUMDK')
})

/** The steps of a number with its campaign: order pending, order complete, then the campaign's own steps. */
const moveSteps = [1, 2, 3, 4, 5, 6, 7, 8]

test.each(moveSteps)(
  '[PROV-11] [PROV-64] a number and its campaign are moved once, whether step %i is killed or not',
  async (dies) => {
    const phone = await newAgency('CJEUMDK')
    const next = `385556${agencyId}`
    const orderId = await askForNumber(next, { kind: 'standard' })
    const steps = await finish(numberWork, dies)
    await finish(campaignWork, dies - steps)
    expect(await record()).toMatchObject({ phones: [{ phone: next }], tcrNumber: 'CJEUMDK' })
    expect((await (await signIn()).call(texting.orderInformation, { agencyId })).data[0]).toMatchObject({
      orderId,
    })
    expect([await campaignAt(phone), await campaignAt(next)]).toEqual([undefined, 'CJEUMDK'])
    expect((await switches.received()).placed.map(({ numbers, action }) => [...numbers, action])).toEqual([
      [phone, 'delete'],
      [next, 'asSpecified'],
    ])
    expect(await ends()).toEqual([{ event: 'texting.phoneChanged' }, { event: 'texting.campaignSet' }])
  },
)

test('[PROV-66] a newer wish takes the place of one that is not sent yet', async () => {
  const phone = await newAgency(null)
  await wish('CJEUMD1')
  await wish('CJEUMD2')
  await finish(campaignWork)
  expect((await switches.received()).placed).toHaveLength(1)
  expect(await campaignAt(phone)).toBe('CJEUMD2')
})

test('a wish that was sent already ends before the newer one, which stands in the end', async () => {
  const phone = await newAgency('CJEUMD1')
  await switches.set('option-seconds', { seconds: 3_600 })
  await wish('CJEUMD2')
  const first = await find(campaignWork)
  const { engine } = makeEngine(0)
  await carryOut(engine, { workId: first?.work_id ?? '', due: first?.next_attempt_at?.toISOString() ?? '' })
  expect((await switches.received()).placed).toHaveLength(1)
  // Bandwidth still has the first campaign, so comparing states alone would send nothing.
  await wish('CJEUMD1')
  await switches.set('option-seconds', { seconds: 2 })
  await switches.set('clock', { turn: 3_000 })
  await carryOut(engine, {
    workId: first?.work_id ?? '',
    due: (await find(campaignWork))?.next_attempt_at?.toISOString() ?? '',
  })
  expect((await switches.received()).placed).toHaveLength(1)
  await switches.set('clock', { turn: 700 })
  await finish(campaignWork)
  expect((await switches.received()).placed).toHaveLength(2)
  expect(await campaignAt(phone)).toBe('CJEUMD1')
})

test('what Bandwidth refuses for the old number does not keep the new one from its campaign', async () => {
  const phone = await newAgency('CJEUMDK')
  await switches.set('numbers', { number: phone, campaignId: 'CJEUMDK', isHosted: true })
  const next = `385557${agencyId}`
  await switches.set('numbers', { number: next })
  const moved = await (await signIn()).call(texting.setInServicePhone, { agencyId, phoneNumber: next })
  expect(moved.code).toBe(0)
  await finish(campaignWork)
  expect(await campaignAt(next)).toBe('CJEUMDK')
  expect(await find(campaignWork)).toMatchObject({
    succeeded: false,
    last_failure: 'Line features are not available on hosted numbers.',
  })
})

test('a number that Bandwidth does not have is refused its campaign, and no order is placed', async () => {
  agencyId += 1
  await reportSetUp(`801556${agencyId}`, null)
  await wish('CJEUMDK')
  await finish(campaignWork)
  expect(await find(campaignWork)).toMatchObject({
    succeeded: false,
    last_failure: 'The number is not known there.',
  })
  expect((await switches.received()).placed).toEqual([])
})

test('the first number of an agency that has a campaign already gets that campaign', async () => {
  agencyId += 1
  const software = await server.software(agencyId)
  const event = {
    kind: 'campaign',
    id: 'campaign',
    at: server.clock.now().toISOString(),
    tcrNumber: 'CJEUMDK',
  } as const
  expect((await software.call(texting.reportSetUp, { events: [event] })).code).toBe(0)
  const phoneNumber = `385558${agencyId}`
  await switches.set('numbers', { number: phoneNumber })
  const given = await (await signIn()).call(texting.setInServicePhone, { agencyId, phoneNumber })
  expect(given.code).toBe(0)
  await finish(campaignWork)
  expect(await campaignAt(phoneNumber)).toBe('CJEUMDK')
  expect((await switches.received()).placed).toHaveLength(1)
})

test('an order that takes long is asked for ever more seldom, and every ten minutes at last', async () => {
  await newAgency(null)
  await askForNumber(`385559${agencyId}`, { kind: 'standard', endsAfter: 1_000_000 })
  const { engine } = makeEngine(0)
  const waits: number[] = []
  for (let poll = 0; poll < 24; poll += 1) {
    const { work_id: workId, next_attempt_at: due } =
      (await find(numberWork)) ?? expect.unreachable('it waits')
    await carryOut(engine, { workId, due: due?.toISOString() ?? '' })
    const seconds =
      (((await find(numberWork))?.next_attempt_at?.getTime() ?? 0) - server.clock.now().getTime()) / 1000
    waits.push(seconds)
    server.clock.turn(seconds)
  }
  expect(waits).toEqual([5, 5, 5, 5, 5, 5, 10, 20, 40, 80, 160, 320, ...Array<number>(12).fill(600)])
})

test.each([
  ['fails', { kind: 'hosted', ends: 'FAILED' }, 'The order failed at Bandwidth.'],
  [
    'does not bring the number',
    {
      kind: 'hosted',
      numbers: ['3855550001', '3855550002'],
      ends: 'PARTIAL',
      errors: [{ code: '1', description: 'Not portable', numbers: ['3855550001'] }],
    },
    'The order does not hold this number.',
  ],
])('an order that %s leaves the old number', async (_what, order, why) => {
  const phone = await newAgency(null)
  await askForNumber('3855550001', order)
  await finish(numberWork)
  expect(await find(numberWork)).toMatchObject({ succeeded: false, last_failure: why })
  expect((await record())?.phones).toEqual([{ phone }])
  expect(await ends()).toEqual([{ event: 'texting.phoneRefused' }])
})

test('[PROV-59] the order that was asked for last is reported, pending or failed, until the number is another', async () => {
  const phone = await newAgency(null)
  const first = `order-${agencyId}`
  await switches.set('orders', { id: first, kind: 'standard', numbers: [phone] })
  const order = async () => {
    const { data } = await (await signIn()).call(texting.orderInformation, { agencyId })
    return [data[0]?.orderId, data[0]?.status]
  }
  const whyNot = async () =>
    (await (await signIn()).call(texting.work, { agencyId })).data[0]?.number?.lastFailure
  expect(await order()).toEqual([first, 1])
  const asked = await askForNumber('3855550004', { kind: 'standard', ends: 'FAILED' })
  expect(await order()).toEqual([asked, 0])
  await finish(numberWork)
  expect([await order(), await whyNot()]).toEqual([[asked, -1], 'The order failed at Bandwidth.'])
  const phoneNumber = '3855550005'
  await switches.set('numbers', { number: phoneNumber })
  const given = await (await signIn()).call(texting.setInServicePhone, { agencyId, phoneNumber })
  expect(given.code).toBe(0)
  expect([await order(), await whyNot()]).toEqual([[first, 1], undefined])
})

test('a number that another agency got while the order was pending stays theirs', async () => {
  const ours = await newAgency(null)
  const us = agencyId
  const wanted = '3855550003'
  await askForNumber(`1${wanted}`, { kind: 'standard' })
  await newAgency(null)
  const other = agencyId
  await reportSetUp(wanted, null)
  agencyId = us
  await finish(numberWork)
  expect((await find(numberWork))?.last_failure).toBe(`This number belongs to agency 0000${other}.`)
  expect((await record())?.phones).toEqual([{ phone: ours }])
  agencyId = other
})

test('an order of the number that the agency has already is carried out like any other', async () => {
  await askForNumber(await newAgency(null), { kind: 'standard' })
  await finish(numberWork)
  expect(await find(numberWork)).toMatchObject({ succeeded: true })
})
