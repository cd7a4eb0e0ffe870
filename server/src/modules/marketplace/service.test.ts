import { marketplace } from '@agency-support/contract/modules/marketplace'
import { texting } from '@agency-support/contract/modules/texting'
import { P } from '@agency-support/contract/permissions'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addProduct, agencyWith, type Event, opting, subscribing } from '../../../test/marketplace.ts'
import { untilOneWaits } from '../../../test/until-one-waits.ts'
import { useServer } from '../../../test/use-server.ts'
import type { Tx } from '../../db/open.ts'
import { recordSubscriptionOfKey, setProductStatus } from './service.ts'
import { readAgencyProduct } from './store.ts'

const server = useServer()

const at = new Date('2026-11-22T10:00:00Z')
const inTx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => server.db.write.transaction().execute(work)
const events = (agencyId: number): Promise<{ event_code: number; by: string; at: Date }[]> =>
  server.db.read
    .selectFrom('subscription_event')
    .select(['event_code', 'by', 'at'])
    .where('agency_id', '=', agencyId)
    .orderBy('event_id')
    .execute()

test('an agency of which nothing is stored is not live, and an unknown key is no product', async () => {
  expect(await readAgencyProduct(server.db.read, 5, 1)).toMatchObject({
    status: 1,
    version: 0,
    changedBy: null,
  })
  expect(await readAgencyProduct(server.db.read, 99, 1)).toBeNull()
  expect(
    await inTx((tx) => setProductStatus(tx, { agencyId: 1, productKey: 99, by: 'ann', at, status: 0 })),
  ).toBeUndefined()
  await expect(
    inTx((tx) => recordSubscriptionOfKey(tx, { agencyId: 1, productKey: 99, by: 'ann', at, eventCode: 0 })),
  ).rejects.toThrow('no product has the key 99')
})

const activities = (agencyId: number) =>
  server.db.read
    .selectFrom('activity_event')
    .select(['category', 'change'])
    .where('agency_id', '=', agencyId)
    .orderBy('event_id')
    .execute()
const getState = (agencyId: number) =>
  server.db.read
    .selectFrom('agency_product')
    .select(['status', 'subscribed', 'started_at', 'stopped_at', 'version'])
    .where('agency_id', '=', agencyId)
    .executeTakeFirst()

const texters = () => server.asNew({ permissions: [P.CanAccess, P.CanManageTexting] })

/** Reports what an agency needs before texting can be enabled. */
async function setUpTexting(agencyId: number): Promise<void> {
  const software = await server.software(agencyId)
  const at = server.clock.now().toISOString()
  const phone = `801555${agencyId}`
  await software.call(texting.reportSetUp, {
    events: [
      { kind: 'setUp', id: 'set-up', at, phone, orderId: `order-${agencyId}` },
      { kind: 'campaign', id: 'campaign', at, tcrNumber: 'CJEUMDK' },
    ],
  })
}

test('[MKT-81] going live with texting appends a purchase and an activity, going back a cancellation, the same status nothing', async () => {
  const agencyId = 1_002
  await setUpTexting(agencyId)
  const person = await texters()
  const set = async (status: 0 | 1) => {
    const got = await person.call(texting.setProductStatus, { agencyId, productKey: 5, status })
    expect(got.data).toEqual([{ productKey: 5, status }])
    return (await readAgencyProduct(server.db.read, 5, agencyId))?.version
  }
  expect([await set(1), await set(0), await set(0), await set(1)]).toEqual([0, 1, 1, 2])
  const change = { by: person.person.username, at: server.clock.now() }
  expect(await readAgencyProduct(server.db.read, 5, agencyId)).toMatchObject({
    status: 1,
    changedBy: change.by,
    changedAt: change.at,
  })
  expect(await events(agencyId)).toEqual([
    { event_code: 0, ...change },
    { event_code: 1, ...change },
  ])
  expect(await activities(agencyId)).toEqual([
    { category: 'Texting', change: 1 },
    { category: 'Texting', change: -1 },
  ])
})

test('going live with e-signature buys nothing: its software reports who subscribed', async () => {
  const agencyId = 1_007
  await server.agency(agencyId)
  const person = await server.asNew({ permissions: [P.CanAccess, P.ApplicationManagement] })
  for (const status of [0, 1, 0] as const)
    expect((await person.call(texting.setProductStatus, { agencyId, productKey: 3, status })).code).toBe(0)
  expect(await readAgencyProduct(server.db.read, 3, agencyId)).toMatchObject({ status: 0, version: 3 })
  expect(await events(agencyId)).toEqual([])
  expect(await getState(agencyId)).toMatchObject({ subscribed: false, started_at: null })
})

test('two who go live at once make one purchase', async () => {
  const agencyId = 1_003
  await setUpTexting(agencyId)
  const people = [await texters(), await texters()]
  const live = { agencyId, productKey: 5, status: 0 } as const
  await Promise.all(people.map((person) => person.call(texting.setProductStatus, live)))
  expect(await events(agencyId)).toHaveLength(1)
})

test('whoever goes live while somebody else does changes nothing more, and learns that it was done', async () => {
  const agencyId = 1_004
  await server.agency(agencyId)
  const live = { agencyId, productKey: 5, status: 0, by: 'ann@support.test', at } as const
  const { second } = await inTx(async (tx) => {
    expect(await setProductStatus(tx, live)).toMatchObject({ status: 1, changedBy: null })
    const waiting = inTx((other) => setProductStatus(other, { ...live, by: 'bob@support.test' }))
    await untilOneWaits(tx, 'agency_product')
    return { second: waiting }
  })
  expect(await second).toMatchObject({ status: 0, changedBy: 'ann@support.test' })
  expect(await events(agencyId)).toEqual([{ event_code: 0, by: 'ann@support.test', at }])
})

const day = (number: number) => new Date(Date.UTC(2026, 0, number))

/** An agency whose software reports events one by one, each on another day of January. */
async function reportingAgency(): Promise<{ agencyId: number; report: (event: Event) => Promise<void> }> {
  const { agencyId, software } = await agencyWith(server)
  const report = async (event: Event) => {
    const got = await software.call(marketplace.report, { events: [event] })
    expect([got.code, got.data]).toEqual([0, []])
  }
  return { agencyId, report }
}

test('[MKT-69] the state of a product changes with its event: purchases, trials, and what arrives late', async () => {
  const productId = await addProduct(server, 'Bought and left')
  const agency = await reportingAgency()
  const report = (kind: Parameters<typeof subscribing>[0], on: number) =>
    agency.report(subscribing(kind, `${kind}-${on}`, day(on).toISOString(), productId))
  const state = () => getState(agency.agencyId)
  await report('trialStart', 1)
  const began = { status: 1, subscribed: true, started_at: day(1), stopped_at: null, version: 0 }
  expect(await state()).toEqual(began)
  await report('purchase', 5)
  await report('trialEnd', 6)
  expect(await state()).toMatchObject({ status: 0, subscribed: true, started_at: day(5), stopped_at: null })
  await report('cancellation', 9)
  const ended = { status: 1, subscribed: false, stopped_at: day(9) }
  expect(await state()).toMatchObject({ ...ended, started_at: day(5) })
  await report('purchase', 8)
  expect(await state()).toMatchObject({ ...ended, started_at: day(8) })
  await report('purchase', 20)
  expect(await state()).toMatchObject({ status: 0, subscribed: true, started_at: day(20), stopped_at: null })
})

test('[MKT-69] a purchase whose state cannot be kept is not told either, and is taken once it can', async () => {
  const productId = await addProduct(server, 'Bought in vain')
  const { agencyId, software } = await agencyWith(server)
  const buy = () =>
    software.call(marketplace.report, {
      events: [subscribing('purchase', 'bought', day(5).toISOString(), productId)],
    })
  const { write } = server.db
  await sql`alter table agency_product rename to away`.execute(write)
  try {
    expect((await buy()).status).toBe(500)
  } finally {
    await sql`alter table away rename to agency_product`.execute(write)
  }
  expect(await events(agencyId)).toEqual([])
  expect((await buy()).code).toBe(0)
  expect(await events(agencyId)).toHaveLength(1)
  expect(await getState(agencyId)).toMatchObject({ subscribed: true, started_at: day(5) })
})

test('[MKT-69] an opt-in is kept with who decided it, its end keeps them', async () => {
  const productId = await addProduct(server, 'Decided about')
  const agency = await reportingAgency()
  const report = (kind: 'optedIn' | 'optedOut', on: number, initials: string) =>
    agency.report({
      ...opting(kind, `${kind}-${on}`, day(on).toISOString(), productId),
      initials,
      name: `Name ${initials}`,
    } as Event)
  const kept = () =>
    server.db.read
      .selectFrom('agency_product')
      .select(['opted_in', 'opt_in_at', 'opt_in_initials', 'opt_in_name'])
      .where('agency_id', '=', agency.agencyId)
      .executeTakeFirst()
  await report('optedIn', 2, 'AL')
  await report('optedOut', 3, 'BO')
  const last = { opt_in_at: day(2), opt_in_initials: 'AL', opt_in_name: 'Name AL' }
  expect(await kept()).toEqual({ opted_in: false, ...last })
  await report('optedIn', 4, 'BO')
  expect(await kept()).toMatchObject({ opted_in: true, opt_in_at: day(4), opt_in_initials: 'BO' })
})

const refused = /append-only|permission denied/

test('[MKT-68] the database refuses to change or take away what the histories hold', async () => {
  const productId = await addProduct(server, 'Never forgotten')
  const { agencyId, report } = await reportingAgency()
  await report(subscribing('purchase', 's', day(1).toISOString(), productId))
  await report(opting('optedIn', 'o', day(1).toISOString(), productId))
  await setUpTexting(1_006)
  await (await texters()).call(texting.setProductStatus, { agencyId: 1_006, productKey: 5, status: 0 })
  const { write } = server.db
  expect([await events(agencyId), await activities(1_006)].map(({ length }) => length)).toEqual([1, 1])
  for (const [history, column] of [
    ['subscription_event', 'by'],
    ['opt_in_event', 'name'],
    ['activity_event', 'category'],
  ] as const) {
    const parts = await sql<{ name: string }>`select inhrelid::regclass::text as name from pg_inherits
      where inhparent = ${history}::regclass`.execute(write)
    expect(parts.rows.length).toBeGreaterThan(5)
    for (const { name } of parts.rows)
      await expect(sql`truncate ${sql.table(name)}`.execute(write)).rejects.toThrow(refused)
    for (const table of [history, `${history}_2026`]) {
      const named = sql.table(table)
      const same = sql`${sql.ref(column)} = ${sql.ref(column)}`
      await expect(sql`truncate ${named}`.execute(write)).rejects.toThrow(refused)
      await expect(sql`delete from ${named}`.execute(write)).rejects.toThrow(refused)
      await expect(sql`update ${named} set ${same}`.execute(write)).rejects.toThrow(refused)
    }
  }
})
