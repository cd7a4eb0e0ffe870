import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../test/use-database.ts'
import type { Tx } from '../../db/open.ts'
import {
  readAgencyProduct,
  recordOptIn,
  recordSubscription,
  recordSubscriptionOfKey,
  setProductStatus,
} from './service.ts'

const { db } = useDatabase({ poolSize: 4 })

const at = new Date('2026-11-22T10:00:00Z')
const inTx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => db.write.transaction().execute(work)
const events = (agencyId: number): Promise<{ event_code: number; by: string; at: Date }[]> =>
  db.read
    .selectFrom('subscription_event')
    .select(['event_code', 'by', 'at'])
    .where('agency_id', '=', agencyId)
    .orderBy('event_id')
    .execute()

test('an agency of which nothing is stored is not live, and an unknown key is no product', async () => {
  expect(await readAgencyProduct(db.read, 5, 1)).toMatchObject({ status: 1, version: 0, changedBy: null })
  expect(await readAgencyProduct(db.read, 99, 1)).toBeNull()
  expect(
    await inTx((tx) => setProductStatus(tx, { agencyId: 1, productKey: 99, by: 'ann', at, status: 0 })),
  ).toBeUndefined()
  await expect(
    inTx((tx) => recordSubscriptionOfKey(tx, { agencyId: 1, productKey: 99, by: 'ann', at, eventCode: 0 })),
  ).rejects.toThrow('no product has the key 99')
})

const activities = (agencyId: number) =>
  db.read
    .selectFrom('activity_event')
    .select(['category', 'change'])
    .where('agency_id', '=', agencyId)
    .orderBy('event_id')
    .execute()
const getState = (agencyId: number) =>
  db.read
    .selectFrom('agency_product')
    .select(['subscribed', 'started_at', 'stopped_at', 'version'])
    .where('agency_id', '=', agencyId)
    .executeTakeFirst()

test('[MKT-81] going live with texting appends a purchase and an activity, going back a cancellation, the same status nothing', async () => {
  const set = (status: 0 | 1) =>
    inTx((tx) => setProductStatus(tx, { agencyId: 2, productKey: 5, by: 'ann', at, status }))
  expect(await set(1)).toMatchObject({ status: 1, version: 0 })
  expect(await set(0)).toMatchObject({ status: 1, version: 0 })
  expect(await set(0)).toMatchObject({ status: 0, version: 1, changedBy: 'ann' })
  expect(await set(1)).toMatchObject({ status: 0, version: 1 })
  expect(await readAgencyProduct(db.read, 5, 2)).toMatchObject({ status: 1, version: 2, changedAt: at })
  expect(await events(2)).toEqual([
    { event_code: 0, by: 'ann', at },
    { event_code: 1, by: 'ann', at },
  ])
  expect(await activities(2)).toEqual([
    { category: 'Texting', change: 1 },
    { category: 'Texting', change: -1 },
  ])
})

test('two who go live at once make one purchase', async () => {
  const live = (by: string) =>
    inTx((tx) => setProductStatus(tx, { agencyId: 3, productKey: 5, by, at, status: 0 }))
  await Promise.all([live('ann'), live('bob')])
  expect(await events(3)).toHaveLength(1)
})

const addProduct = async (): Promise<number> => {
  const added = await db.write
    .insertInto('product')
    .values({ name: `Product ${Math.random()}` })
    .returning('product_id')
    .executeTakeFirstOrThrow()
  return added.product_id
}
const day = (number: number) => new Date(Date.UTC(2026, 0, number))

test('[MKT-69] the state of a product changes with its event: purchases, trials, and what arrives late', async () => {
  const productId = await addProduct()
  const tell = (eventCode: 0 | 1 | 2 | 3, on: number) =>
    inTx((tx) => recordSubscription(tx, { agencyId: 4, productId, eventCode, by: 'ann', at: day(on) }))
  await tell(2, 1)
  expect(await getState(4)).toEqual({ subscribed: true, started_at: day(1), stopped_at: null, version: 0 })
  await tell(0, 5)
  await tell(3, 6)
  expect(await getState(4)).toMatchObject({ subscribed: true, started_at: day(5), stopped_at: null })
  await tell(1, 9)
  expect(await getState(4)).toMatchObject({ subscribed: false, started_at: day(5), stopped_at: day(9) })
  await tell(0, 8)
  expect(await getState(4)).toMatchObject({ subscribed: false, started_at: day(8), stopped_at: day(9) })
  await tell(0, 20)
  expect(await getState(4)).toMatchObject({ subscribed: true, started_at: day(20), stopped_at: null })
})

test('[MKT-69] an opt-in is kept with who decided it, its end keeps them', async () => {
  const productId = await addProduct()
  const tell = (change: 1 | -1, on: number, initials: string) =>
    inTx((tx) =>
      recordOptIn(tx, { agencyId: 5, productId, change, at: day(on), initials, name: `Name ${initials}` }),
    )
  const kept = () =>
    db.read
      .selectFrom('agency_product')
      .select(['opted_in', 'opt_in_at', 'opt_in_initials', 'opt_in_name'])
      .where('agency_id', '=', 5)
      .executeTakeFirst()
  await tell(1, 2, 'AL')
  await tell(-1, 3, 'BO')
  const last = { opt_in_at: day(2), opt_in_initials: 'AL', opt_in_name: 'Name AL' }
  expect(await kept()).toEqual({ opted_in: false, ...last })
  await tell(1, 4, 'BO')
  expect(await kept()).toMatchObject({ opted_in: true, opt_in_at: day(4), opt_in_initials: 'BO' })
})

const refused = /append-only|permission denied/

test('[MKT-68] the database refuses to change or take away what the histories hold', async () => {
  const productId = await addProduct()
  await inTx(async (tx) => {
    await recordSubscription(tx, { agencyId: 6, productId, eventCode: 0, by: 'ann', at: day(1) })
    await recordOptIn(tx, { agencyId: 6, productId, change: 1, at: day(1), initials: 'A', name: 'Ann' })
    await setProductStatus(tx, { agencyId: 6, productKey: 5, by: 'ann', at, status: 0 })
  })
  for (const [history, column] of [
    ['subscription_event', 'by'],
    ['opt_in_event', 'name'],
    ['activity_event', 'category'],
  ] as const) {
    const parts = await sql<{ name: string }>`select inhrelid::regclass::text as name from pg_inherits
      where inhparent = ${history}::regclass`.execute(db.write)
    expect(parts.rows.length).toBeGreaterThan(5)
    for (const { name } of parts.rows)
      await expect(sql`truncate ${sql.table(name)}`.execute(db.write)).rejects.toThrow(refused)
    for (const table of [history, `${history}_2026`]) {
      const named = sql.table(table)
      const same = sql`${sql.ref(column)} = ${sql.ref(column)}`
      await expect(sql`truncate ${named}`.execute(db.write)).rejects.toThrow(refused)
      await expect(sql`delete from ${named}`.execute(db.write)).rejects.toThrow(refused)
      await expect(sql`update ${named} set ${same}`.execute(db.write)).rejects.toThrow(refused)
    }
  }
})
