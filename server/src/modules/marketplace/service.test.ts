import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../test/database.ts'
import { type OpenDatabase, openDatabase, type Tx } from '../../db/open.ts'
import { readAgencyProduct, recordSubscription, setProductStatus } from './service.ts'

let database: TestDatabase
let db: OpenDatabase
beforeAll(async () => {
  database = await testDatabase()
  db = openDatabase({ url: database.url, poolSize: 4, onError: () => undefined })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const at = new Date('2026-11-22T10:00:00Z')
const inTx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => db.write.transaction().execute(work)
const events = (agencyId: number): Promise<{ change: number; by: string; at: Date }[]> =>
  db.read
    .selectFrom('subscription_event')
    .select(['change', 'by', 'at'])
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
    inTx((tx) => recordSubscription(tx, { agencyId: 1, productKey: 99, by: 'ann', at, change: 1 })),
  ).rejects.toThrow('no product has the key 99')
})

test('going live appends a purchase, going back a cancellation, the same status nothing', async () => {
  const set = (status: 0 | 1) =>
    inTx((tx) => setProductStatus(tx, { agencyId: 2, productKey: 5, by: 'ann', at, status }))
  expect(await set(1)).toMatchObject({ status: 1, version: 0 })
  expect(await set(0)).toMatchObject({ status: 1, version: 0 })
  expect(await set(0)).toMatchObject({ status: 0, version: 1, changedBy: 'ann' })
  expect(await set(1)).toMatchObject({ status: 0, version: 1 })
  expect(await readAgencyProduct(db.read, 5, 2)).toMatchObject({ status: 1, version: 2, changedAt: at })
  expect(await events(2)).toEqual([
    { change: 1, by: 'ann', at },
    { change: -1, by: 'ann', at },
  ])
})

test('two who go live at once make one purchase', async () => {
  const live = (by: string) =>
    inTx((tx) => setProductStatus(tx, { agencyId: 3, productKey: 5, by, at, status: 0 }))
  await Promise.all([live('ann'), live('bob')])
  expect(await events(3)).toHaveLength(1)
})
