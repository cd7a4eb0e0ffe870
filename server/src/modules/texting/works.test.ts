import { type BandwidthEmulator, startBandwidth } from '@agency-support/sandbox/providers/bandwidth/start'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { bandwidthSwitches } from '../../../test/bandwidth.ts'
import { type TurnableClock, turnableClock } from '../../../test/clock.ts'
import { useDatabase } from '../../../test/use-database.ts'
import type { OutsideWork, Services } from '../../calls/context.ts'
import type { Tx } from '../../db/open.ts'
import type { JsonValue } from '../../db/types.ts'
import { carryOut, type Engine, type Job } from '../../jobs/outside-work/carry-out.ts'
import type { AnyWorkKind } from '../../jobs/outside-work/kind.ts'
import { readWork, type WorkRow } from '../../jobs/outside-work/store.ts'
import { openLog } from '../../log.ts'
import { bandwidth } from '../../providers/bandwidth.ts'
import { askCampaign } from './ask-campaign.ts'
import { campaignWork } from './campaign-work.ts'
import { numberWork } from './number-work.ts'
import { changeTcrNumber } from './service.ts'
import { addTexting, findTexting, setPhone } from './store.ts'

const log = openLog('silent')
const { db } = useDatabase({ poolSize: 4 })
let emulator: BandwidthEmulator
let switches: ReturnType<typeof bandwidthSwitches>
let clock: TurnableClock
let agencyId = 8_000
beforeAll(async () => {
  emulator = await startBandwidth({ port: 0 })
  switches = bandwidthSwitches(emulator.url)
})
afterEach(() => switches.reset())
afterAll(() => emulator.close())

const inTx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => db.write.transaction().execute(work)
const kinds: readonly AnyWorkKind<Services>[] = [numberWork, campaignWork]

/** Rows without a queue: the test itself wakes the work. */
const outsideWork: OutsideWork = {
  add: async (tx, kind, { input, progress, by, agencyId: id }) => {
    const row = { work_id: crypto.randomUUID(), kind: kind.name, agency_id: id, requested_by: by }
    const now = clock.now()
    const shapes = { input: JSON.stringify(input), progress: JSON.stringify(progress) }
    await tx
      .insertInto('outside_work')
      .values({ ...row, ...shapes, requested_at: now, next_attempt_at: now })
      .execute()
    return true
  },
  replace: async (tx, kind, { input, progress, agencyId: id }) => {
    clock.turn(1)
    const shapes = { input: JSON.stringify(input), progress: JSON.stringify(progress) }
    const { numUpdatedRows } = await tx
      .updateTable('outside_work')
      .set({ ...shapes, next_attempt_at: clock.now() })
      .where('agency_id', '=', id)
      .where('kind', '=', kind.name)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },
  wake: () => Promise.resolve(),
}

/** Processes that carry out works; the step of the given number dies when it has been to Bandwidth. */
function makeEngine(dies: number) {
  const telephony = bandwidth.open(emulator.settings, { clock, log })
  const needs = { bandwidth: telephony, outsideWork } as unknown as Services
  const run = { steps: 0 }
  const mortal = kinds.map(
    (kind): AnyWorkKind<Services> => ({
      ...kind,
      step: async (work, services) => {
        const result = await kind.step(work, services)
        run.steps += 1
        if (run.steps === dies) throw new Error('killed')
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

const find = (kind: { name: string }): Promise<WorkRow | null> => readWork(db.read, agencyId, kind.name)

/** Carries a work out to its end, whoever dies on the way; how many steps it took. */
async function finish(kind: { name: string }, dies = 0): Promise<number> {
  const { engine, run } = makeEngine(dies)
  for (;;) {
    const row = await find(kind)
    if (row === null || row.next_attempt_at === null) return run.steps
    const job: Job = { workId: row.work_id, due: row.next_attempt_at.toISOString() }
    await carryOut(engine, job).catch((error: Error) => expect(error.message).toBe('killed'))
    clock.turn(3_600)
    // At Bandwidth time passes only while somebody waits for an order that we know of.
    const { progress } = (await find(kind)) ?? row
    const waits = typeof progress === 'number' || (progress as { orderId: string | null }).orderId !== null
    if (waits) await switches.set('clock', { turn: 3 })
  }
}

/** A new agency with its number at Bandwidth. */
async function newAgency(tcrNumber: string | null): Promise<string> {
  agencyId += 1
  clock = turnableClock()
  const phone = `801556${agencyId}`
  const who = { agencyId, by: 'ada', at: clock.now() }
  await inTx(async (tx) => {
    await addTexting(tx, who)
    await setPhone(tx, { ...who, phone, order: null })
    if (tcrNumber !== null) await changeTcrNumber(tx, { ...who, tcrNumber, version: undefined })
  })
  await switches.set('numbers', { number: phone, ...(tcrNumber === null ? {} : { campaignId: tcrNumber }) })
  return phone
}

const campaignAt = async (number: string) =>
  (await bandwidth.open(emulator.settings, { clock, log }).getNumber(number))?.campaignId
const wish = (number: string, campaignId: string | null, version: number) =>
  inTx((tx) =>
    askCampaign(tx, outsideWork, { agencyId, by: 'ada', version, wishes: [{ number, campaignId }] }),
  )
const add = (kind: typeof numberWork, input: Parameters<typeof kind.step>[0]['input'], progress: JsonValue) =>
  inTx((tx) => outsideWork.add(tx, kind, { agencyId, input, by: 'ada', progress: progress as number }))
const ends = () =>
  db.read.selectFrom('journal').select('event').where('agency_id', '=', agencyId).orderBy('seq').execute()

/** The steps of a campaign: placing its order, asking how it is, going on to the end. */
const campaignSteps = [1, 2, 3]

test('a campaign takes the steps that are killed one by one below', async () => {
  const phone = await newAgency(null)
  await wish(phone, 'CJEUMDK', 1)
  expect(await finish(campaignWork)).toBe(campaignSteps.length)
})

test.each(campaignSteps)(
  '[PROV-11] a campaign is set once, whether step %i is killed or not',
  async (dies) => {
    const phone = await newAgency(null)
    await wish(phone, 'CJEUMDK', 1)
    await finish(campaignWork, dies)
    expect((await switches.received()).placed).toHaveLength(1)
    expect(await campaignAt(phone)).toBe('CJEUMDK')
    expect(await ends()).toEqual([{ event: 'texting.campaignSet' }])
  },
)

test('[PROV-07] an order whose answer is lost is found by our key and not sent again', async () => {
  const phone = await newAgency(null)
  await wish(phone, 'CJEUMDK', 1)
  await switches.set('fault', { endpoint: 'placeOptions', kind: 'lost', times: 1 })
  await finish(campaignWork)
  const { placed } = await switches.received()
  expect(placed).toHaveLength(1)
  expect(placed[0]?.customerOrderId).toContain((await find(campaignWork))?.work_id)
  expect(await campaignAt(phone)).toBe('CJEUMDK')
})

/** The steps of a number with its campaign: the order is pending, then complete; then the campaign's own. */
const moveSteps = [1, 2, 3, 4, 5, 6, 7, 8]

test.each(moveSteps)(
  '[PROV-11] [PROV-64] a number and its campaign are moved once, whether step %i is killed or not',
  async (dies) => {
    const phone = await newAgency('CJEUMDK')
    const next = `385556${agencyId}`
    const orderId = `order-of-${next}`
    await switches.set('orders', { id: orderId, kind: 'standard', numbers: [next], endsAfter: 2 })
    await add(numberWork, { phone: next, orderId, orderKind: 'standard', by: 'ada' }, 0)
    const steps = await finish(numberWork, dies)
    await finish(campaignWork, dies - steps)
    expect(await findTexting(db.read, agencyId)).toMatchObject({
      phones: [next],
      tcr_number: 'CJEUMDK',
      order_id: orderId,
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
  await wish(phone, 'CJEUMD1', 1)
  await wish(phone, 'CJEUMD2', 2)
  await finish(campaignWork)
  expect((await switches.received()).placed).toHaveLength(1)
  expect(await campaignAt(phone)).toBe('CJEUMD2')
})

test('a wish that was sent already ends before the newer one, which stands in the end', async () => {
  const phone = await newAgency('CJEUMD1')
  await switches.set('option-seconds', { seconds: 3_600 })
  await wish(phone, 'CJEUMD2', 1)
  const first = await find(campaignWork)
  const { engine } = makeEngine(0)
  await carryOut(engine, { workId: first?.work_id ?? '', due: first?.next_attempt_at?.toISOString() ?? '' })
  expect((await switches.received()).placed).toHaveLength(1)
  // Bandwidth still has the first campaign, so that comparing alone would send nothing.
  await wish(phone, 'CJEUMD1', 2)
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
  await inTx((tx) =>
    askCampaign(tx, outsideWork, {
      agencyId,
      by: 'ada',
      version: 1,
      wishes: [
        { number: phone, campaignId: null },
        { number: next, campaignId: 'CJEUMDK' },
      ],
    }),
  )
  await finish(campaignWork)
  expect(await campaignAt(next)).toBe('CJEUMDK')
  expect(await find(campaignWork)).toMatchObject({
    succeeded: false,
    last_failure: 'Line features are not available on hosted numbers.',
  })
})

test.each([
  ['fails', { ends: 'FAILED' }, 'The order failed at Bandwidth.'],
  ['does not hold the number', { numbers: ['3855550000'] }, 'The order does not hold this number.'],
])('an order that %s leaves the old number', async (_what, given, why) => {
  const phone = await newAgency(null)
  const orderId = `order-${agencyId}`
  await switches.set('orders', { id: orderId, kind: 'hosted', numbers: ['3855550001'], ...given })
  await add(numberWork, { phone: '3855550001', orderId, orderKind: 'hosted', by: 'ada' }, 0)
  await finish(numberWork)
  expect(await find(numberWork)).toMatchObject({ succeeded: false, last_failure: why })
  expect((await findTexting(db.read, agencyId))?.phones).toEqual([phone])
  expect(await ends()).toEqual([{ event: 'texting.phoneRefused' }])
})

test('a number that another agency got while the order was pending stays theirs', async () => {
  const theirs = await newAgency(null)
  const other = agencyId
  const ours = await newAgency(null)
  const orderId = `order-${agencyId}`
  await switches.set('orders', { id: orderId, kind: 'standard', numbers: [theirs] })
  await add(numberWork, { phone: `1${theirs}`, orderId, orderKind: 'standard', by: 'ada' }, 0)
  await finish(numberWork)
  expect((await find(numberWork))?.last_failure).toBe(`This number belongs to agency 0000${other}.`)
  expect((await findTexting(db.read, agencyId))?.phones).toEqual([ours])
})
