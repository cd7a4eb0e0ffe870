import { reports } from '@agency-support/contract/modules/reports'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../../test/app.ts'
import type { TestClient } from '../../../test/client.ts'
import { openReportedWorld, type ReportedWorld } from '../../../test/reports.ts'
import * as marketplace from '../marketplace/public.ts'

let server: TestServer
let reader: TestClient
let world: ReportedWorld
beforeAll(async () => {
  server = await testServer()
  reader = await server.asNew()
  world = openReportedWorld(server.db, marketplace)
  await world.agencies({ 11: 'Abbott', 12: 'Baker', 15: 'Evans' })
})
afterAll(() => server.close())

const purchase = { eventCode: 0 } as const
const cancellation = { eventCode: 1 } as const
const trialStart = { eventCode: 2 } as const
const trialEnd = { eventCode: 3 } as const
const optIn = { optIn: 1, name: 'Ann, Lee', initials: 'AL' } as const

test('without a minimum version a product is seen by all but those of the override list, a disabled one by them alone', async () => {
  const seen = async (enabled: boolean) => {
    const productId = await world.product(enabled ? 'For all' : 'For some', { enabled })
    await world.tell(productId, 11, '2026-01-01T10:00:00Z', purchase)
    await world.tell(productId, 12, '2026-01-01T10:00:00Z', optIn)
    await server.db.write
      .insertInto('product_override')
      .values({ product_id: productId, agency_id: 12 })
      .execute()
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
  await world.agencies({ 31: 'Unknown' }, '')
  for (const agencyId of [11, 31]) await world.tell(productId, agencyId, '2026-01-01T10:00:00Z', optIn)
  const { data } = await reader.call(reports.activation, { productId })
  expect(data.map(({ agencyId, visible }) => [agencyId, visible])).toEqual([
    [11, true],
    [31, false],
  ])
})

test('at e-signature purchases and starts of trials are signs of a start, the others of an end', async () => {
  const { data } = await reader.call(reports.products, {})
  const productId = data.find(({ keyId }) => keyId === 3)?.productId ?? 0
  const told = [purchase, trialEnd, trialStart, cancellation]
  for (const [at, event] of told.entries())
    await world.tell(productId, 15, `2027-01-0${at + 1}T10:00:00Z`, event)
  await sql`insert into subscription_event (at, agency_id, product_id, event_code, by)
    values ('2027-01-09T10:00:00Z', 15, ${productId}, 0, 'Support')`.execute(server.db.write)
  const ask = async (more: object) =>
    (await reader.call(reports.subscriptionEvents, { keyId: 3, from: '2027-01-01T00:00:00Z', ...more })).data
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
    '',
    ...told.map(() => 'owner@agency.test'),
  ])
})
