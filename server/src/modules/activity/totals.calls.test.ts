import { activity, type ActivityCategory } from '@agency-support/contract/modules/activity'
import { marketplace } from '@agency-support/contract/modules/marketplace'
import { products } from '@agency-support/contract/modules/products'
import { texting } from '@agency-support/contract/modules/texting'
import { P } from '@agency-support/contract/permissions'
import { importDemoItems } from '@agency-support/sandbox/demo-data/products'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../../test/app.ts'
import type { TestClient } from '../../../test/client.ts'
import { addProduct, confirmed, type Event, opting, registered } from '../../../test/marketplace.ts'
import { createProduct, createVendor, productSettings } from '../../../test/products.ts'
import { until } from '../../../test/until.ts'
import { sendFile } from '../../../test/send-file.ts'
import { updateDailyCounts } from './daily-counts.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

let server: TestServer
let reader: TestClient
beforeEach(async () => {
  server = await testServer()
  shared = undefined
  reader = await server.asNew()
})
afterEach(() => server.close())

/** Runs work with the clock turned back by some seconds. */
async function earlier(seconds: number, work: () => Promise<unknown>): Promise<void> {
  server.clock.turn(-seconds)
  await work()
  server.clock.turn(seconds)
}

const configOf = (software: TestClient, content: object) =>
  sendFile(software, { kind: 'agencyConfig', name: 'config.json' }, JSON.stringify(content))

/** Sets up texting with a number and a campaign, and enables it. */
async function enableTexting(agencyId: number, software: TestClient): Promise<void> {
  const at = server.clock.now().toISOString()
  const setUp = { kind: 'setUp', id: 's', at, phone: `801555${1000 + agencyId}`, orderId: 'order' } as const
  const campaign = { kind: 'campaign', id: 'c', at, tcrNumber: `C${agencyId}` } as const
  expect((await software.call(texting.reportSetUp, { events: [setUp, campaign] })).code).toBe(0)
  const staff = await server.asNew({ permissions: [P.CanAccess, P.CanManageTexting] })
  const live = { agencyId, productKey: 5, status: 0 } as const
  expect((await staff.call(texting.setProductStatus, live)).code).toBe(0)
}

let shared: number | undefined
let lastEvent = 0

/** Records an addition of an agency, or its reversal, some seconds ago. */
async function record(
  category: Exclude<ActivityCategory, 'Texting'>,
  agencyId: number,
  ago: number,
  change: 1 | -1 = 1,
): Promise<void> {
  const software = await server.software(agencyId)
  lastEvent += 1
  const id = `event-${lastEvent}`
  const at = new Date(server.clock.now().getTime() - ago * 1000).toISOString()
  const report = async (event: Event) =>
    expect((await software.call(marketplace.report, { events: [event] })).data).toEqual([])
  if (category === 'Cloud')
    return earlier(ago, () => configOf(software, { onboardingStatus: change === 1 ? 7 : 5 }))
  if (category === 'Registration')
    return report(change === 1 ? confirmed(id, at, 'ANN') : registered(id, at, 'ANN', at))
  shared ??= await addProduct(server, 'Shared', { vendorDataSync: true })
  await report(opting(change === 1 ? 'optedIn' : 'optedOut', id, at, shared))
}
const recordTexting = async (agencyId: number, ago: number): Promise<void> => {
  const software = await server.software(agencyId)
  await earlier(ago, () => enableTexting(agencyId, software))
}
async function figures() {
  // The answer is cached for five seconds.
  server.clock.turn(5)
  const { code, data } = await reader.call(activity.totals, {})
  expect(code).toBe(0)
  const [counts] = data
  if (counts === undefined) throw new Error('no figures')
  return counts
}
const upkeep = () => updateDailyCounts(server.db, server.clock.now())
const none = { registrations: 0, cloud: 0, texting: 0, vendor: 0, clients: 0 }

test('[MKT-82] [RPT-TOTALS-08] [RPT-TOTALS-11] the total is what holds, days1 and days7 are additions alone; by day or not, the figures are the same', async () => {
  expect(await figures()).toEqual({ total: none, days1: none, days7: none })
  await record('Registration', 1, day - minute)
  await record('Registration', 2, day + minute)
  await record('Vendor', 3, 7 * day - minute)
  await record('Vendor', 4, 7 * day + minute)
  await record('Cloud', 5, hour)
  await record('Cloud', 5, hour / 2, -1)
  await recordTexting(6, 400 * day)
  const expected = {
    total: { ...none, registrations: 2, vendor: 2, texting: 1 },
    days1: { ...none, registrations: 1, cloud: 1 },
    days7: { ...none, registrations: 2, vendor: 1, cloud: 1 },
  }
  expect(await figures()).toEqual(expected)
  // An open transaction in any database of the server delays the daily totals.
  await until('all are summed', async () => {
    await upkeep()
    const sums = await server.db.read.selectFrom('activity_day').select('change').execute()
    return sums.reduce((sum, { change }) => sum + change, 0) === 5
  })
  await upkeep()
  expect(await figures()).toEqual(expected)
  await recordTexting(7, 0)
  expect((await figures()).total.texting).toBe(2)
})

test('[MKT-82] clients are counted in Data Sync, and compared with the count of a day and of a week ago', async () => {
  const report = async (agencyId: number, counts: Readonly<Record<number, number>>) => {
    const totals = Object.fromEntries(
      Object.entries(counts).map(([location, count]) => [
        location,
        { count, active: count, archived: 0, errors: 0 },
      ]),
    )
    const file = { kind: 'agencyMetrics', name: 'metrics.json' } as const
    await sendFile(await server.software(agencyId), file, JSON.stringify({ totals }))
  }
  const clients = async () => {
    // A session does not last for days.
    reader = await server.asNew()
    const { total, days1, days7 } = await figures()
    return [total.clients, days1.clients, days7.clients]
  }
  await report(1, { 0: 100, 4: 7 })
  await report(2, { 0: 20 })
  expect(await clients()).toEqual([120, 0, 0])
  await upkeep()
  await report(2, { 0: 25 })
  await upkeep()
  expect(await clients()).toEqual([125, 5, 5])
  for (let days = 0; days < 6; days += 1) {
    server.clock.turn(day)
    await upkeep()
  }
  await report(2, { 0: 30 })
  expect(await clients()).toEqual([130, 5, 10])
  server.clock.turn(2 * day)
  expect(await clients()).toEqual([130, 5, 5])
})

test('[MKT-83] a process computes the figures at most every five seconds', async () => {
  await record('Cloud', 1, minute)
  expect((await figures()).total.cloud).toBe(1)
  await reader.call(activity.additions, {})
  await record('Cloud', 2, minute)
  server.clock.turn(4.9)
  const cloud = async () => (await reader.call(activity.totals, {})).data[0]?.total.cloud
  const listed = async () => (await reader.call(activity.additions, {})).data.length
  expect([await cloud(), await listed()]).toEqual([1, 1])
  server.clock.turn(0.1)
  expect([await cloud(), await listed()]).toEqual([2, 2])
})

test('[MKT-83] [RPT-TOTALS-09] ReportProductsLastN answers the newest additions of each category, never an undoing', async () => {
  for (let agencyId = 1; agencyId <= 12; agencyId += 1) await record('Cloud', agencyId, agencyId * minute)
  await record('Cloud', 12, 0, -1)
  await record('Vendor', 20, 3.5 * minute)
  const { data } = await reader.call(activity.additions, {})
  expect(data.map(({ cat, agencyId }) => `${cat} ${agencyId}`)).toEqual([
    'Cloud 1',
    'Cloud 2',
    'Cloud 3',
    'Vendor 20',
    'Cloud 4',
    'Cloud 5',
    'Cloud 6',
    'Cloud 7',
    'Cloud 8',
    'Cloud 9',
    'Cloud 10',
  ])
  expect(data[0]).toEqual({ cat: 'Cloud', agencyId: 1, dt: '2026-11-20T08:59:00.000Z' })
  const all = await reader.call(activity.additions, { qty: 100 })
  expect(all.data).toHaveLength(13)
  for (const qty of [0, 101, 1.5]) {
    const got = await reader.call(activity.additions, { qty })
    expect([got.status, got.message]).toEqual([400, 'qty must be a whole number from 1 to 100.'])
  }
})

test('[MKT-84] ReportActivityRows answers the events behind a figure, 100 a page, newest first', async () => {
  // The one at the end of the page and the next happened in one instant: the later number comes first.
  const age = (agencyId: number) => (agencyId === 101 ? 100 : agencyId)
  for (let agencyId = 101; agencyId >= 1; agencyId -= 1) await record('Registration', agencyId, age(agencyId))
  await record('Registration', 102, 2 * day)
  await record('Registration', 103, 8 * day)
  await record('Registration', 5, 0, -1)
  const ids = async (since: '24h' | '7d' | 'all', before?: number) => {
    const { data } = await reader.call(activity.rows, { cat: 'Registration', since, before })
    return data
  }
  const [first, second] = [await ids('24h'), await ids('24h', (await ids('24h')).at(-1)?.id)]
  expect(first.map(({ agencyId }) => agencyId)).toEqual(Array.from({ length: 100 }, (_, at) => at + 1))
  expect(second.map(({ agencyId }) => agencyId)).toEqual([101])
  const last = first.at(-1)?.id
  expect((await ids('7d', last)).map(({ agencyId }) => agencyId)).toEqual([101, 102])
  const all = await ids('all')
  expect(all[0]).toMatchObject({
    agencyId: 5,
    change: -1,
    cat: 'Registration',
    dt: '2026-11-20T09:00:00.000Z',
  })
  expect((await ids('all', last)).map(({ agencyId }) => agencyId)).toEqual([101, 102, 103])
  expect(await ids('all', 4_040_404)).toEqual([])
})

test('[MKT-81] an agency that goes live is an addition of Cloud, one that is no longer live takes it back', async () => {
  const software = await server.software(6938)
  for (const onboardingStatus of [6, 7, 7, 5]) {
    await configOf(software, { onboardingStatus })
    server.clock.turn(minute)
  }
  const { data } = await reader.call(activity.rows, { cat: 'Cloud', since: 'all' })
  expect(data.map(({ agencyId, change, dt }) => [agencyId, change, dt])).toEqual([
    [6938, -1, '2026-11-20T09:03:00.000Z'],
    [6938, 1, '2026-11-20T09:01:00.000Z'],
  ])
})

test('[MKT-81] opt-ins to a product that is deleted no longer count, and ending one takes nothing back', async () => {
  await record('Vendor', 1, minute)
  await record('Vendor', 2, minute)
  expect((await figures()).total.vendor).toBe(2)
  const manager = await server.asNew({ permissions: [P.CanAccess, P.ApplicationManagement] })
  expect((await manager.call(products.remove, { productId: shared ?? 0 })).code).toBe(0)
  expect((await figures()).total.vendor).toBe(0)
  await record('Vendor', 1, 0, -1)
  expect((await figures()).total.vendor).toBe(0)
  await record('Vendor', 3, 0)
  expect((await figures()).total.vendor).toBe(0)
})

test('[MKT-81] opt-ins to a product count from when it gets vendor data sync until it loses it', async () => {
  await importDemoItems(server.database.url)
  const manager = await server.asNew({ permissions: [P.CanAccess, P.ApplicationManagement] })
  const settings = productSettings('Sometimes', await createVendor(manager, 'Acme'))
  const { id } = await createProduct(manager, settings)
  const opt = async (kind: 'optedIn' | 'optedOut', agencyId: number) => {
    const event = opting(kind, `${kind}-${agencyId}`, server.clock.now().toISOString(), id)
    expect((await (await server.software(agencyId)).call(marketplace.report, { events: [event] })).code).toBe(
      0,
    )
  }
  const synchronise = async (enableVendorDomain: boolean, more: object = {}) => {
    const product = { ...settings, id, enableVendorDomain, itemId: enableVendorDomain ? 101 : null, ...more }
    expect((await manager.call(products.update, { product })).code).toBe(0)
  }
  const vendor = async () => (await figures()).total.vendor
  await opt('optedIn', 1)
  await opt('optedIn', 2)
  await opt('optedIn', 3)
  await opt('optedOut', 3)
  expect(await vendor()).toBe(0)
  await synchronise(true)
  await synchronise(true, { description: 'Does something else.' })
  expect(await vendor()).toBe(2)
  await opt('optedOut', 1)
  expect(await vendor()).toBe(1)
  await synchronise(false)
  expect(await vendor()).toBe(0)
  await opt('optedOut', 2)
  expect(await vendor()).toBe(0)
  const { data } = await reader.call(activity.rows, { cat: 'Vendor', since: 'all' })
  expect(data.map(({ agencyId, change }) => [agencyId, change])).toEqual([
    [2, -1],
    [1, -1],
    [2, 1],
    [1, 1],
  ])
})
