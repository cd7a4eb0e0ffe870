import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { esignature } from '@agency-support/contract/modules/esignature'
import { marketplace } from '@agency-support/contract/modules/marketplace'
import { texting } from '@agency-support/contract/modules/texting'
import { P } from '@agency-support/contract/permissions'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'
import { subscribed } from '../../../test/esignature.ts'
import {
  listActivities,
  addProduct,
  agencyWith,
  confirmed,
  listJournal,
  opting,
  registered,
  subscribing,
} from '../../../test/marketplace.ts'
import { clientFile, sendFile } from '../../../test/send-file.ts'
import { until } from '../../../test/until.ts'

const server = useServer()
let reader: TestClient
let editor: TestClient & { person: { username: string } }
let mail: number
let synced: number
beforeAll(async () => {
  reader = await server.asNew({ permissions: [P.CanAccess] })
  editor = await server.asNew({ permissions: [P.CanAccess, P.EditAgencyStatus] })
  mail = await addProduct(server, 'Mail')
  synced = await addProduct(server, 'Synced', { vendorDataSync: true })
})

const at = '2026-03-01T10:00:00.000Z'
const minutesFromNow = (minutes: number) =>
  new Date(server.clock.now().getTime() + minutes * 60_000).toISOString()
const listRegistrations = async (agencyId: number) =>
  (await reader.call(marketplace.registrations, { agencyId })).data
const listProducts = async (agencyId: number) =>
  Object.fromEntries((await reader.call(marketplace.products, { agencyId })).data.map((one) => [one.id, one]))
const getCloud = async (agencyId: number) => {
  const [data] = (await reader.call(marketplace.cloudData, { agencyId })).data
  return data ?? expect.unreachable('every agency has cloud data')
}

/** What the journal counts of a reset. */
const ofEach = (count: number) => ({ registrations: count, subscriptions: count })

test('[MARKET-05] [MKT-47] an expired registration keeps its code and is pending for ten minutes more', async () => {
  const { agencyId } = await agencyWith(server, registered('r', at, 'ABC', minutesFromNow(-10)))
  const extended = await reader.call(marketplace.extend, { agencyId, initials: 'ABC' })
  const registration = {
    initials: 'ABC',
    email: 'abc@smith.test',
    confirmed: false,
    confirmationCode: 'code-ABC',
    codeExpiration: minutesFromNow(10),
  }
  expect(extended).toMatchObject({ code: 0, data: [registration] })
  expect(await listRegistrations(agencyId)).toEqual([registration])
  expect(await listJournal(server, agencyId, 'marketplace.registrationExtended')).toMatchObject([
    {
      subject: 'ABC',
      before: { codeExpiration: minutesFromNow(-10) },
      after: { codeExpiration: minutesFromNow(10) },
    },
  ])
})

test('[MKT-48] a confirmed registration, one that has not expired, a removed one and unknown initials are not extended', async () => {
  const { agencyId } = await agencyWith(
    server,
    confirmed('c', at, 'ABC'),
    registered('r', at, 'BCD', minutesFromNow(-9.9)),
    registered('r2', at, 'DEF', minutesFromNow(-20)),
  )
  const extend = (initials: string) => reader.call(marketplace.extend, { agencyId, initials })
  expect(await extend('ABC')).toMatchObject({ code: 409, message: 'This registration is confirmed already.' })
  expect(await extend('BCD')).toMatchObject({ code: 304, message: 'This registration has not expired.' })
  expect(await extend('CDE')).toMatchObject({ code: 2 })
  const removed = { agencyId, registration: true, initials: 'DEF', subscriptions: false, productId: 0 }
  expect((await editor.call(marketplace.reset, removed)).code).toBe(0)
  expect(await extend('DEF')).toMatchObject({ code: 2 })
  expect(await listJournal(server, agencyId, 'marketplace.registrationExtended')).toEqual([])
})

test('[MARKET-16] [MKT-49] a reset removes registrations and ends subscriptions by events; history and keyed products stay', async () => {
  const { agencyId, software } = await agencyWith(
    server,
    confirmed('c', at, 'ABC'),
    registered('r', at, 'BCD', at),
    subscribing('purchase', 's1', at, mail),
    subscribing('trialStart', 's2', at, synced),
    opting('optedIn', 'o', at, synced),
  )
  const signing = await software.call(esignature.report, { events: [subscribed('s3', at)] })
  expect([signing.code, signing.data]).toEqual([0, []])
  const texter = await server.asNew({ permissions: [P.CanAccess, P.CanManageTexting] })
  const setUp = { kind: 'setUp', id: 'set-up', at, phone: '8015550142', orderId: 'order-1' } as const
  const campaign = { kind: 'campaign', id: 'campaign', at, tcrNumber: 'CJEUMDK' } as const
  await software.call(texting.reportSetUp, { events: [setUp, campaign] })
  await texter.call(texting.setProductStatus, { agencyId, productKey: 5, status: 0 })
  const all = { agencyId, registration: true, initials: '', subscriptions: true, productId: 0 }
  expect(await editor.call(marketplace.reset, all)).toMatchObject({ code: 0, data: [] })
  expect(await listRegistrations(agencyId)).toEqual([])
  const after = await listProducts(agencyId)
  expect(after[mail]).toMatchObject({ subscribed: false })
  expect(after[synced]).toMatchObject({ subscribed: false, optedIn: false })
  const now = server.clock.now()
  const by = editor.person.username
  const events = server.db.read
    .selectFrom('subscription_event')
    .select(['product_id', 'event_code', 'by', 'at'])
    .where('agency_id', '=', agencyId)
    .orderBy('event_id')
  expect(await events.execute()).toEqual([
    { product_id: mail, event_code: 0, by: 'ANN', at: new Date(at) },
    { product_id: synced, event_code: 2, by: 'ANN', at: new Date(at) },
    { product_id: 1, event_code: 0, by: 'owner@smith.test', at: new Date(at) },
    { product_id: 2, event_code: 0, by: texter.person.username, at: now },
    { product_id: mail, event_code: 1, by, at: now },
    { product_id: synced, event_code: 1, by, at: now },
    { product_id: synced, event_code: 3, by, at: now },
  ])
  const optIns = server.db.read.selectFrom('opt_in_event').select(['change', 'name', 'at'])
  expect(await optIns.where('agency_id', '=', agencyId).orderBy('event_id').execute()).toEqual([
    { change: 1, name: 'Ann Lee', at: new Date(at) },
    { change: -1, name: by, at: now },
  ])
  const states = server.db.read.selectFrom('agency_product').select(['product_id', 'status', 'subscribed'])
  expect(await states.where('agency_id', '=', agencyId).orderBy('product_id').execute()).toEqual([
    { product_id: 1, status: 0, subscribed: true },
    { product_id: 2, status: 0, subscribed: true },
    { product_id: mail, status: 1, subscribed: false },
    { product_id: synced, status: 1, subscribed: false },
  ])
  expect((await listActivities(server, agencyId)).slice(3)).toEqual([
    { category: 'Registration', change: -1, at: now },
    { category: 'Vendor', change: -1, at: now },
  ])
  expect(await listJournal(server, agencyId, 'marketplace.reset')).toMatchObject([
    { actor: by, before: ofEach(2), after: ofEach(0) },
  ])
  expect(await editor.call(marketplace.reset, all)).toMatchObject({ code: 2, message: 'Nothing to reset.' })
})

test('[MARKET-16] [MKT-49] a reset of one registration and one product leaves the others; what is reported anew comes back', async () => {
  const { agencyId, software } = await agencyWith(
    server,
    confirmed('c1', at, 'ABC'),
    confirmed('c2', at, 'BCD'),
    subscribing('purchase', 's1', minutesFromNow(4), mail),
    subscribing('purchase', 's2', at, synced),
  )
  const some = { agencyId, registration: true, initials: 'ABC', subscriptions: true, productId: mail }
  expect((await editor.call(marketplace.reset, some)).code).toBe(0)
  expect(await listJournal(server, agencyId, 'marketplace.reset')).toMatchObject([
    { before: ofEach(1), after: { ...ofEach(0), initials: 'ABC', productId: mail } },
  ])
  expect((await listRegistrations(agencyId)).map(({ initials }) => initials)).toEqual(['BCD'])
  const after = await listProducts(agencyId)
  // The agency's clock is ahead of ours; the end must still come after the beginning.
  expect([after[mail]?.subscribed, after[synced]?.subscribed]).toEqual([false, true])
  const report = (...events: Parameters<typeof agencyWith>[1][]) =>
    software.call(marketplace.report, { events })
  await report(registered('late', at, 'ABC', at))
  expect(await listRegistrations(agencyId)).toHaveLength(1)
  await report(registered('new', minutesFromNow(1), 'ABC', minutesFromNow(15)))
  expect(await listRegistrations(agencyId)).toMatchObject([
    { initials: 'ABC', confirmed: false },
    { initials: 'BCD', confirmed: true },
  ])
  // Whoever was removed is no longer confirmed, and is an addition again once they are.
  await report(confirmed('again', minutesFromNow(2), 'ABC'))
  const additions = (await listActivities(server, agencyId)).filter(
    ({ category }) => category === 'Registration',
  )
  expect(additions.map(({ change }) => change)).toEqual([1, 1, -1, 1])
})

test.each([
  ['ahead', 4],
  ['behind', -4],
])(
  'of a clock that is %s a removed registration comes back when made anew, and not before',
  async (_, minutes) => {
    const first = minutesFromNow(minutes)
    const { agencyId, software } = await agencyWith(
      server,
      registered('first', first, 'ABC', minutesFromNow(15)),
    )
    const all = { agencyId, registration: true, initials: '', subscriptions: false, productId: 0 }
    expect((await editor.call(marketplace.reset, all)).code).toBe(0)
    const report = (...events: Parameters<typeof agencyWith>[1][]) =>
      software.call(marketplace.report, { events })
    await report(registered('again', first, 'ABC', minutesFromNow(15)))
    // It was confirmed as its removal was under way.
    await report(confirmed('confirmed', minutesFromNow(minutes + 0.5), 'ABC'))
    expect(await listRegistrations(agencyId)).toEqual([])
    await report(registered('anew', minutesFromNow(minutes + 1), 'ABC', minutesFromNow(15)))
    expect(await listRegistrations(agencyId)).toMatchObject([{ initials: 'ABC', confirmed: false }])
  },
)

test('[MKT-05] neither reset is for an agency below 90000000 or for somebody without 2006', async () => {
  for (const call of [marketplace.reset, marketplace.cloudReset]) {
    const input = { registration: true, subscriptions: true, allServices: false }
    expect(await editor.call(call, { ...input, agencyId: 89_999_999 })).toMatchObject({
      status: 400,
      message: 'Agency reset is only available for test agencies.',
    })
    const forbidden = await reader.call(call, { ...input, agencyId: 90_000_000 })
    expect(forbidden.status).toBe(403)
    const allowed = await editor.call(call, { ...input, agencyId: 90_000_000 })
    expect(allowed).toMatchObject({ status: 200, code: 2, message: 'Nothing to reset.' })
  }
})

test('[MARKET-15] [MKT-50] a cloud reset removes the client files of location 0, with allServices the others, and clears the totals', async () => {
  const { agencyId, software } = await agencyWith(server)
  for (const location of [0, 4, 5, 6] as const)
    await sendFile(software, clientFile('00000001', location), 'x')
  const totals = { count: 7, active: 5, archived: 2, errors: 1 }
  const metrics = JSON.stringify({ totals: { 0: totals, 4: totals, 5: totals, 6: totals } })
  await sendFile(software, { kind: 'agencyMetrics', name: 'metrics.json', location: 0 }, metrics)
  const countAt = async (storageLocation: 0 | 4) =>
    (await reader.call(agencyFiles.totals, { agencyId, storageLocation })).data[0]?.count
  const done = () =>
    until('the reset has ended', async () => (await getCloud(agencyId)).reset?.state.succeeded === true)
  expect(await getCloud(agencyId)).toEqual({ clientFiles: 1, domainFiles: 3, reset: null })

  expect((await editor.call(marketplace.cloudReset, { agencyId, allServices: false })).code).toBe(0)
  await done()
  expect(await getCloud(agencyId)).toMatchObject({
    clientFiles: 0,
    domainFiles: 3,
    reset: { allServices: false, total: 1, removed: 1, state: { requestedBy: editor.person.username } },
  })
  expect([await countAt(0), await countAt(4)]).toEqual([0, 7])
  server.clock.turn(1)

  expect((await editor.call(marketplace.cloudReset, { agencyId, allServices: true })).code).toBe(0)
  await until('the second one has ended', async () => {
    const { reset, domainFiles } = await getCloud(agencyId)
    return domainFiles === 0 && reset?.allServices === true && reset.state.succeeded === true
  })
  expect(await countAt(4)).toBe(0)
  expect(await listJournal(server, agencyId, 'marketplace.cloudDataRemoved')).toMatchObject([
    { actor_kind: 'system', after: { files: 1, allServices: false } },
    { actor_kind: 'system', after: { files: 3, allServices: true } },
  ])
  expect(await editor.call(marketplace.cloudReset, { agencyId, allServices: true })).toMatchObject({
    code: 2,
  })
})

test('a cloud reset that finds more files than were counted when it was asked for says how many it removed', async () => {
  const { agencyId, software } = await agencyWith(server)
  await sendFile(software, clientFile('00000001', 0), 'x')
  expect((await editor.call(marketplace.cloudReset, { agencyId, allServices: false })).code).toBe(0)
  await until('the reset has ended', async () => (await getCloud(agencyId)).reset?.state.succeeded === true)
  // As if two uploads had been finished between the count and the reset.
  await server.db.write
    .updateTable('outside_work')
    .set({ progress: JSON.stringify({ total: 1, removed: 3 }) })
    .where('agency_id', '=', agencyId)
    .execute()
  expect((await getCloud(agencyId)).reset).toMatchObject({ total: 3, removed: 3 })
})
