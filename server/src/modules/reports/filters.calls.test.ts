import { reports } from '@agency-support/contract/modules/reports'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'
import { openStoredProducts, type StoredProducts } from '../../../test/stored-products.ts'
import { openReportedProducts, type ReportedProducts } from '../../../test/reported-products.ts'
import * as marketplace from '../marketplace/public.ts'

const server = useServer()
let reader: TestClient
let world: ReportedProducts
let history: StoredProducts
beforeAll(async () => {
  reader = await server.asNew()
  world = openReportedProducts(server)
  history = openStoredProducts(server.db, marketplace)
  await history.agencies({ 11: 'Abbott', 12: 'Baker', 15: 'Evans', 16: 'Fisher' })
})

const purchase = { kind: 'purchase' } as const
const optIn = { kind: 'optedIn', name: 'Ann, Lee', initials: 'AL' } as const

test('without a minimum version a product is seen by all but those of the override list, a disabled one by them alone', async () => {
  const seen = async (enabled: boolean) => {
    const productId = await world.product(enabled ? 'For all' : 'For some', { enabled, overrides: [12] })
    await world.report(productId, 11, '2026-01-01T10:00:00Z', purchase)
    await world.report(productId, 12, '2026-01-01T10:00:00Z', optIn)
    const ask = async (filter: object) =>
      (await reader.call(reports.activation, { productId, ...filter })).data.map(({ agencyId }) => agencyId)
    expect([
      await ask({ visible: 0, subscribed: 0, optedIn: 0, enabled: 0 }),
      await ask({ subscribed: 1 }),
      await ask({ subscribed: 2 }),
      await ask({ optedIn: 1 }),
      await ask({ optedIn: 2 }),
      await ask({ most: 1 }),
    ]).toEqual([[11, 12], [11], [12], [12], [11], [11]])
    return [await ask({ visible: 1 }), await ask({ visible: 2 })]
  }
  expect(await seen(true)).toEqual([[11], [12]])
  expect(await seen(false)).toEqual([[12], [11]])
})

test('an agency without a known version sees no product that has a minimum version', async () => {
  const productId = await world.product('Since 5', { minimumVersion: '5' })
  await history.agencies({ 31: 'Unknown' }, '')
  for (const agencyId of [11, 31]) await world.report(productId, agencyId, '2026-01-01T10:00:00Z', optIn)
  const { data } = await reader.call(reports.activation, { productId })
  expect(data.map(({ agencyId, visible }) => [agencyId, visible])).toEqual([
    [11, true],
    [31, false],
  ])
  // Nothing is below a version that is no number, which only migrated products can have.
  const forAll = await history.product('Since whenever', { minimumVersion: 'beta' })
  for (const agencyId of [11, 31]) await world.report(forAll, agencyId, '2026-01-01T10:00:00Z', optIn)
  const { data: seen } = await reader.call(reports.activation, { productId: forAll, visible: 1 })
  expect(seen.map(({ agencyId }) => agencyId)).toEqual([11, 31])
})

test('an agency with nothing but a status is listed, once if it is also overridden; one with nothing at all only if it is overridden', async () => {
  // Only migrated history can contain a status without a subscription.
  const productId = await world.product('With A Status', { overrides: [15, 16] })
  const row = { product_id: productId, status: 0, version: 1 } as const
  const [at, by] = [new Date('2026-01-01T10:00:00Z'), 'import']
  await server.db.write
    .insertInto('agency_product')
    .values([
      { ...row, agency_id: 11, changed_at: at, changed_by: by },
      { ...row, agency_id: 12 },
      { ...row, agency_id: 15, changed_at: at, changed_by: by },
      { ...row, agency_id: 16 },
    ])
    .execute()
  const { data } = await reader.call(reports.activation, { productId })
  expect(data.map(({ agencyId, enabled, subscribed }) => [agencyId, enabled, subscribed])).toEqual([
    [11, true, false],
    [15, true, false],
    [16, false, false],
  ])
})

test('what no address of a person stands behind is reported without one', async () => {
  const productId = await world.product('Imported')
  await sql`insert into subscription_event (at, agency_id, product_id, event_code, by)
    values ('2026-01-01T10:00:00Z', 11, ${productId}, 0, 'import')`.execute(server.db.write)
  await history.record(productId, 12, '2026-01-02T10:00:00Z', { eventCode: 0 })
  const { data } = await reader.call(reports.subscriptionEvents, { productId })
  expect(data.map(({ agencyId, emailAddress }) => [agencyId, emailAddress])).toEqual([
    [12, 'owner@agency.test'],
    [11, ''],
  ])
})

test('of events of one instant the one reported last comes first', async () => {
  const productId = await world.product('At Once')
  for (const agencyId of [12, 15, 11])
    await history.record(productId, agencyId, '2026-01-02T10:00:00Z', { eventCode: 0 })
  const { data } = await reader.call(reports.subscriptionEvents, { productId })
  expect(data.map(({ agencyId }) => agencyId)).toEqual([11, 15, 12])
})

test('at e-signature purchases and starts of trials are signs of a start, the others of an end', async () => {
  const { data } = await reader.call(reports.products, {})
  const productId = data.find(({ keyId }) => keyId === 3)?.productId ?? 0
  // Migrated history may contain trials of e-signature, although its software never reports them.
  for (const [at, eventCode] of ([0, 3, 2, 1] as const).entries())
    await history.record(productId, 15, `2026-10-0${at + 1}T10:00:00Z`, { eventCode })
  await world.tellEsignature(15, '2026-10-09T10:00:00Z', true)
  const ask = async (more: object) =>
    (await reader.call(reports.subscriptionEvents, { keyId: 3, from: '2026-10-01T00:00:00Z', ...more })).data
  const signs = async (more: object) => (await ask(more)).map(({ subscriptionStatus }) => subscriptionStatus)
  expect([await signs({}), await signs({ sign: 0 })]).toEqual([
    [1, -1, 1, -1, 1],
    [1, -1, 1, -1, 1],
  ])
  expect([await signs({ sign: 1 }), await signs({ sign: -1 })]).toEqual([
    [1, 1, 1],
    [-1, -1],
  ])
  expect((await ask({})).map(({ emailAddress }) => emailAddress)).toEqual([
    'owner@smith.test',
    ...Array<string>(4).fill('owner@agency.test'),
  ])
})

test.each(['0000-01-01T00:00:00Z', '0001-01-01T00:00:00Z'])(
  'events may be asked for since %s',
  async (from) => {
    const productId = await world.product(`Since ${from}`)
    await history.record(productId, 12, '2026-01-02T10:00:00Z', { eventCode: 0 })
    const { status, data } = await reader.call(reports.subscriptionEvents, { productId, from })
    expect([status, data.map(({ agencyId }) => agencyId)]).toEqual([200, [12]])
    const none = await reader.call(reports.subscriptionEvents, { productId, to: from })
    expect([none.status, none.data]).toEqual([200, []])
  },
)
