import { esignature } from '@agency-support/contract/modules/esignature'
import { reports } from '@agency-support/contract/modules/reports'
import { csvPieces } from '@agency-support/contract/rules/csv-file'
import { type FileReport, toReportFile } from '@agency-support/contract/rules/reports'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'
import { openStoredProducts, type StoredProducts } from '../../../test/stored-products.ts'
import { openReportedProducts, type ReportedProducts } from '../../../test/reported-products.ts'
import * as marketplace from '../marketplace/public.ts'

const { setProcessed } = esignature
const server = useServer()
let reader: TestClient
let world: ReportedProducts
let history: StoredProducts
beforeAll(async () => {
  reader = await server.asNew()
  world = openReportedProducts(server)
  history = openStoredProducts(server.db, marketplace)
  await history.agencies({ 11: 'Abbott, Inc', 12: 'Baker', 13: '=Cole "x"', 14: 'Dunn', 15: 'Evans' })
})

const purchase = { kind: 'purchase' } as const
const cancellation = { kind: 'cancellation' } as const
const trialStart = { kind: 'trialStart' } as const
const trialEnd = { kind: 'trialEnd' } as const
const optIn = { kind: 'optedIn', name: 'Ann, Lee', initials: 'AL' } as const
const absent = { productId: 4_040_404 }

test('[MKT-26] [RPT-BILLING-09] [RPT-BILLING-11] [RPT-SUBEVENTS-15] both listings hold all products from A to Z, a deleted one while it has events', async () => {
  const made = {
    zebra: await world.product('zebra'),
    gone: await world.product('Gone'),
    left: await world.product('Left'),
  }
  await world.report(made.left, 11, '2026-01-05T10:00:00Z', purchase)
  await world.report(made.left, 11, '2026-01-06T10:00:00Z', cancellation)
  for (const productId of [made.gone, made.left]) await world.remove(productId)
  const { data } = await reader.call(reports.products, {})
  expect(data.map(({ name, keyId }) => [name, keyId])).toEqual([
    ['E-Signature', 3],
    ['Left (deleted)', 0],
    ['Texting', 5],
    ['zebra', 0],
  ])
  const idOf = (product: string) => data.find(({ name }) => name === product)?.productId
  expect([idOf('zebra'), idOf('Left (deleted)')]).toEqual([made.zebra, made.left])
  expect(data.every(({ productId }) => productId > 0)).toBe(true)
  expect((await reader.call(reports.subscriptionProducts, {})).data).toEqual(data)
  expect((await reader.call(reports.billing, { productId: made.left })).data).toHaveLength(1)
  expect((await reader.call(reports.billing, { productId: made.gone })).code).toBe(2)
})

test('[MKT-42] a deleted product is visible to no agency, whether it was enabled or not', async () => {
  for (const enabled of [true, false]) {
    const productId = await world.product(enabled ? 'Shown' : 'Kept back', { enabled, overrides: [12] })
    for (const agencyId of [11, 12]) await world.report(productId, agencyId, '2026-01-05T10:00:00Z', optIn)
    await world.report(productId, 11, '2026-01-05T10:00:00Z', cancellation)
    const visible = async () =>
      (await reader.call(reports.activation, { productId })).data.map((row) => row.visible)
    expect(await visible()).toEqual([enabled, !enabled])
    await world.remove(productId)
    expect(await visible()).toEqual([false, false])
    expect((await reader.call(reports.activation, { productId, visible: 1 })).data).toEqual([])
  }
})

test('the listing counts in numbers, and capitals stand beside small letters', async () => {
  const names = ['Form 10', 'form 9', 'Form 11']
  for (const name of names) await world.product(name)
  const { data } = await reader.call(reports.products, {})
  expect(data.map(({ name }) => name).filter((name) => /^form/i.test(name))).toEqual([
    'form 9',
    'Form 10',
    'Form 11',
  ])
})

test('[RPT-BILLING-10] [MKT-71] [MKT-72] billing lists every agency that was ever subscribed, with its last start and the stop after it', async () => {
  const productId = await world.product('Billed')
  await world.report(productId, 12, '2026-01-01T10:00:00Z', purchase)
  await world.report(productId, 12, '2026-02-01T10:00:00Z', cancellation)
  await world.report(productId, 11, '2026-01-01T10:00:00Z', trialStart)
  await world.report(productId, 11, '2026-01-15T10:00:00Z', trialEnd)
  await world.report(productId, 11, '2026-03-01T10:00:00.250Z', purchase)
  // Only migrated history can contain an unknown agency.
  await history.record(productId, 99, '2026-01-01T10:00:00Z', { eventCode: 2 })
  await world.report(productId, 14, '2026-01-01T10:00:00Z', optIn)
  const { data } = await reader.call(reports.billing, { productId })
  expect(data).toEqual([
    {
      agencyId: 11,
      name: 'Abbott, Inc',
      subscribed: true,
      status: 0,
      subscriptionStarted: '2026-03-01T10:00:00.250Z',
      subscriptionStopped: null,
    },
    {
      agencyId: 12,
      name: 'Baker',
      subscribed: false,
      status: 1,
      subscriptionStarted: '2026-01-01T10:00:00.000Z',
      subscriptionStopped: '2026-02-01T10:00:00.000Z',
    },
    {
      agencyId: 99,
      name: '',
      subscribed: true,
      status: 1,
      subscriptionStarted: '2026-01-01T10:00:00.000Z',
      subscriptionStopped: null,
    },
  ])
  const found = async (text: string) =>
    (await reader.call(reports.billing, { productId, text })).data.map(({ agencyId }) => agencyId)
  expect([await found('ABB'), await found('0099'), await found('%')]).toEqual([[11], [99], []])
  expect([await found('àbbott,\u200b  inc'), await found('0000-0099'), await found(' ')]).toEqual([
    [11],
    [99],
    [11, 12, 99],
  ])
  expect((await reader.call(reports.billing, { productId, most: 2 })).data).toHaveLength(2)
  expect(await reader.call(reports.billing, absent)).toMatchObject({ code: 2, message: 'Product not found' })
})

test('[RPT-ACTIVATION-08] [RPT-ACTIVATION-10] [MKT-31] [MKT-73] activation lists whoever has to do with a product, with the last opt-in', async () => {
  const productId = await world.product('Activated', { minimumVersion: '6', overrides: [23] })
  await history.agencies({ 21: 'Old' }, '5.4.2')
  await history.agencies({ 22: 'New', 23: 'Hidden' }, 'HS 6')
  await world.report(productId, 21, '2026-01-01T10:00:00Z', purchase)
  await world.report(productId, 22, '2026-01-01T10:00:00Z', { ...optIn, name: 'Before' })
  await world.report(productId, 22, '2026-02-01T10:00:00Z', optIn)
  await world.report(productId, 22, '2026-03-01T10:00:00Z', {
    kind: 'optedOut',
    name: 'Later',
    initials: 'LA',
  })
  const { data } = await reader.call(reports.activation, { productId })
  const none = { optedIn: false, optInDate: null, name: '', initials: '' }
  expect(data).toEqual([
    { agencyId: 21, visible: false, subscribed: true, enabled: true, ...none },
    {
      agencyId: 22,
      visible: true,
      subscribed: false,
      enabled: false,
      optedIn: false,
      optInDate: '2026-02-01T10:00:00.000Z',
      name: 'Ann, Lee',
      initials: 'AL',
    },
    { agencyId: 23, visible: false, subscribed: false, enabled: false, ...none },
  ])
  const { data: narrowed } = await reader.call(reports.activation, { productId, visible: 1, enabled: 2 })
  expect(narrowed.map(({ agencyId }) => agencyId)).toEqual([22])
  expect((await reader.call(reports.activation, absent)).code).toBe(2)
})

test('[RPT-SUBEVENTS-16] [RPT-SUBEVENTS-18] [MKT-74] events come newest first, by product or key, from an instant up to another', async () => {
  const productId = await world.product('Told')
  await world.report(productId, 11, '2026-01-01T10:00:00Z', purchase)
  await world.report(productId, 12, '2024-12-31T23:59:59Z', trialStart)
  await world.report(productId, 12, '2026-02-01T10:00:00Z', trialEnd)
  await world.report(productId, 11, '2026-02-01T10:00:00Z', cancellation)
  const ask = async (more: object) =>
    (await reader.call(reports.subscriptionEvents, { productId, ...more })).data.map(
      ({ agencyId, subscriptionStatus }) => `${agencyId} ${subscriptionStatus}`,
    )
  expect(await ask({})).toEqual(['11 1', '12 3', '11 0', '12 2'])
  expect(await ask({ from: '2026-01-01T10:00:00Z', to: '2026-02-01T10:00:00Z' })).toEqual(['11 0'])
  expect([await ask({ event: 0 }), await ask({ event: 1 }), await ask({ event: -1, most: 3 })]).toEqual([
    ['11 0'],
    ['11 1'],
    ['11 1', '12 3', '11 0'],
  ])
  const { data } = await reader.call(reports.products, {})
  const signing = data.find(({ keyId }) => keyId === 3)?.productId ?? 0
  await world.tellEsignature(11, '2026-03-01T10:00:00Z', true)
  await world.tellEsignature(11, '2026-03-02T10:00:00Z', false)
  const [ended, began] = (await reader.call(reports.subscriptionEvents, { keyId: 3 })).data
  expect(ended).toMatchObject({ subscriptionStatus: -1 })
  expect(began).toEqual({
    id: expect.any(Number),
    agencyId: 11,
    agencyName: 'Abbott, Inc',
    eventDate: '2026-03-01T10:00:00.000Z',
    subscriptionStatus: 1,
    emailAddress: 'owner@smith.test',
    isProcessed: false,
    version: 0,
  })
  expect((await reader.call(reports.subscriptionEvents, { keyId: 3, sign: 1 })).data).toEqual([began])
  const mark = { agencyId: 11, recordId: began?.id ?? 0, newValue: true }
  expect((await reader.call(setProcessed, mark)).code).toBe(0)
  const asked = async (processed: number) =>
    (await reader.call(reports.subscriptionEvents, { keyId: 3, processed })).data.map(({ id }) => id)
  expect([await asked(0), await asked(1), await asked(2)]).toEqual([
    [ended?.id, began?.id],
    [began?.id],
    [ended?.id],
  ])
  const file = await reader.call(reports.csv, {
    report: 'subscription-events',
    productId: String(signing),
    zone: 'UTC',
    processed: '2',
  })
  expect(file.text.split('\r\n').slice(1, -1)).toEqual([expect.stringMatching(/,Unsubscribed$/)])
  // The key goes before the id, and 0 is none.
  expect((await reader.call(reports.subscriptionEvents, { keyId: 3, productId, sign: 1 })).data).toEqual([
    { ...began, isProcessed: true, version: 1 },
  ])
  expect((await reader.call(reports.subscriptionEvents, { keyId: 0, productId })).data).toHaveLength(4)
  expect((await reader.call(reports.subscriptionEvents, { keyId: 77, productId })).code).toBe(2)
})

test.each([
  [{}, 'Give productId or keyId.'],
  [{ keyId: 0 }, 'Give productId or keyId.'],
  [{ productId: 0 }, 'productId must be a whole number from 1 to 2147483647.'],
  [{ productId: 1, most: 10_002 }, 'most must be a whole number from 1 to 10001.'],
  [{ productId: 1, event: 2 }, 'event must be a whole number from -1 to 1.'],
  [
    { productId: 1, from: '2026-02-01T10:00:00Z', to: '2026-02-01T09:59:59.999Z' },
    'from must not be after to.',
  ],
])('events asked for with %j are refused with a sentence', async (input, sentence) => {
  const refused = await reader.call(reports.subscriptionEvents, input)
  expect([refused.status, refused.message]).toEqual([400, expect.stringContaining(sentence)])
})

/**
 * 4,203 events at one instant in the hour that repeats in autumn, and two around it. They are inserted directly,
 * because reporting them would recompute the agency's state for each; the two others are reported.
 */
async function manyEvents(): Promise<number> {
  const productId = await world.product('Many, "quoted" = Pro')
  await sql`insert into subscription_event (at, agency_id, product_id, event_code, by)
    select timestamptz '2026-11-01 06:30:00.123456Z', 11 + n % 5, ${productId}, n % 4, 'owner@agency.test'
    from generate_series(1, 4203) n`.execute(server.db.write)
  await world.report(productId, 13, '2026-11-01T05:30:00Z', purchase)
  await world.report(productId, 12, '2026-03-08T08:00:00Z', trialStart)
  return productId
}

test('[MKT-89] [MKT-85] [MKT-86] the file of the server has the bytes of the console’s builder, over the nights that change the clock', async () => {
  const productId = await manyEvents()
  await world.report(productId, 13, '2026-06-01T10:00:00Z', optIn)
  // Only migrated history can contain an unknown agency.
  await history.record(productId, 99, '2026-05-01T10:00:00Z', { eventCode: 2 })
  const zone = 'America/Chicago'
  const asked = { productId: String(productId), zone }
  const product = { name: 'Many, "quoted" = Pro', keyId: 0 }
  const built = (report: FileReport, rows: readonly Record<string, unknown>[]): string =>
    [...csvPieces(toReportFile(report, product).columns, rows, zone)].join('')
  const files = {
    'product-billing': await reader.call(reports.billing, { productId }),
    'product-activation': await reader.call(reports.activation, { productId }),
    'subscription-events': await reader.call(reports.subscriptionEvents, { productId }),
  }
  for (const [report, { data }] of Object.entries(files) as [
    FileReport,
    { data: Record<string, unknown>[] },
  ][]) {
    const file = await reader.call(reports.csv, { report, ...asked })
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(file.text).toBe(built(report, data))
  }
  const events = files['subscription-events'].data
  const atOnce = await reader.call(reports.subscriptionEvents, { productId, most: 10_001 })
  expect(atOnce.data).toEqual(events)
  // A streamed answer has no Content-Length.
  expect(atOnce.headers['content-length']).toBeDefined()
  const streamed = await reader.call(reports.subscriptionEvents, { productId })
  expect(streamed.headers['transfer-encoding']).toBe('chunked')
  expect(new Set(events.map(({ id }) => id)).size).toBe(4206)
  const narrowed = await reader.call(reports.csv, {
    report: 'subscription-events',
    ...asked,
    event: '1',
    from: '2026-11-01T06:00:00Z',
  })
  const cancellations = events.filter(({ subscriptionStatus }) => subscriptionStatus === 1)
  expect(narrowed.text).toBe(built('subscription-events', cancellations))
  expect(narrowed.text.split('\r\n')[1]).toMatch(/^000000\d\d,.*,11\/01\/2026 1:30:00 am,Cancellation$/)
  expect(narrowed.headers['content-disposition']).toContain(
    'filename="Many,__quoted__=_Pro_Subscription_Report.csv"',
  )
  const opted = await reader.call(reports.csv, { report: 'product-activation', ...asked, optedIn: '1' })
  expect(opted.text.split('\r\n').slice(1, -1)).toEqual([
    '00000013,true,true,false,true,06/01/2026 5:00:00 am,Ann  Lee,AL',
  ])
})

test('[MKT-07] an export leaves its row in the journal; an unknown product or zone gives no file', async () => {
  const productId = await world.product('Traced')
  const asked = { report: 'product-billing', productId: String(productId), zone: 'UTC' } as const
  // A form also sends empty fields.
  for (const text of ['abb', '']) await reader.call(reports.csv, { ...asked, text })
  const rows = await server.db.read
    .selectFrom('journal')
    .select(['subject', 'after'])
    .where('event', '=', 'reports.exported')
    .where('subject', '=', 'Traced.csv')
    .orderBy('seq')
    .execute()
  expect(rows).toEqual([
    { subject: 'Traced.csv', after: { report: 'product-billing', product: 'Traced', text: 'abb' } },
    { subject: 'Traced.csv', after: { report: 'product-billing', product: 'Traced' } },
  ])
  expect(await reader.call(reports.csv, { ...asked, productId: '4040404' })).toMatchObject({
    status: 404,
    message: 'Product not found',
  })
  expect(await reader.call(reports.csv, { ...asked, zone: 'Mars/Olympus' })).toMatchObject({
    status: 400,
    message: expect.stringContaining('zone must be a time zone such as America/Denver.'),
  })
})
