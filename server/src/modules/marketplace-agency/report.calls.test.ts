import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { marketplace } from '@agency-support/contract/modules/marketplace'
import { products } from '@agency-support/contract/modules/products'
import { P } from '@agency-support/contract/permissions'
import { beforeAll, expect, test } from 'vitest'
import { untilOneWaits } from '../../../test/until-one-waits.ts'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'
import {
  listActivities,
  addProduct,
  agencyWith,
  confirmed,
  type Event,
  listJournal,
  opting,
  registered,
  removeProduct,
  subscribing,
} from '../../../test/marketplace.ts'
import { serialiseAgency } from '../agencies/public.ts'
import { saveRegistration } from './store.ts'

const server = useServer()
let reader: TestClient
let mail: number
let synced: number
beforeAll(async () => {
  reader = await server.asNew({ permissions: [P.CanAccess] })
  mail = await addProduct(server, 'Mail')
  synced = await addProduct(server, 'Synced', { vendorDataSync: true })
})

const listRegistrations = async (agencyId: number) =>
  (await reader.call(marketplace.registrations, { agencyId })).data
const getProduct = async (agencyId: number, productId: number) =>
  (await reader.call(marketplace.products, { agencyId })).data.find(({ id }) => id === productId)
const day = (number: number) => `2026-03-${String(number).padStart(2, '0')}T10:00:00.000Z`

test('[MARKET-04] [MARKET-06] all registrations come to everybody with CanAccess, a confirmed one without its code', async () => {
  const { agencyId } = await agencyWith(
    server,
    registered('r1', day(1), 'ABC', day(2)),
    registered('r2', day(1), 'BCD', day(2)),
    confirmed('c1', day(1), 'BCD'),
  )
  const { text } = await reader.call(marketplace.registrations, { agencyId })
  expect(JSON.parse(text)).toEqual({
    code: 0,
    message: '',
    data: [
      {
        initials: 'ABC',
        email: 'abc@smith.test',
        confirmed: false,
        confirmationCode: 'code-ABC',
        codeExpiration: day(2),
      },
      {
        initials: 'BCD',
        email: 'bcd@smith.test',
        confirmed: true,
        confirmationCode: '',
        codeExpiration: day(1),
      },
    ],
  })
})

test('[MARKET-08] [MARKET-09] [MKT-31] [MKT-46] every product of the marketplace comes with what the agency made of it', async () => {
  const hidden = await addProduct(server, 'another', { enabled: false })
  await removeProduct(server, await addProduct(server, 'Gone'))
  const { agencyId } = await agencyWith(
    server,
    subscribing('purchase', 's1', day(3), mail),
    opting('optedIn', 'o1', day(4), mail),
  )
  const { data } = await reader.call(marketplace.products, { agencyId })
  const untouched = {
    providerName: 'Harborlight',
    optedIn: false,
    optInUser: null,
    optInTimeStamp: null,
    subscribed: false,
    subscriptionTimestamp: null,
  }
  expect(data).toEqual([
    { ...untouched, id: hidden, name: 'another', enabled: false },
    {
      id: mail,
      name: 'Mail',
      providerName: 'Harborlight',
      enabled: true,
      optedIn: true,
      optInUser: { initials: 'ANN', name: 'Ann Lee' },
      optInTimeStamp: day(4),
      subscribed: true,
      subscriptionTimestamp: day(3),
    },
    { ...untouched, id: synced, name: 'Synced', enabled: true },
  ])
})

test('[MKT-28] [MKT-29] [MKT-31] whether an agency sees a product follows its version and the overrides', async () => {
  const late = await addProduct(server, 'Late', { minimumVersion: '5.10' })
  const { agencyId, software } = await agencyWith(server)
  const setVersion = (versionDisplay: string) =>
    software.call(agencyCommands.heartbeat, { versionDisplay, hostName: 'SERVER01' })
  await setVersion('5.9')
  expect(await getProduct(agencyId, late)).toMatchObject({ enabled: false })
  await setVersion('5.10.1')
  expect(await getProduct(agencyId, late)).toMatchObject({ enabled: true })
  const manager = await server.asNew({ permissions: [P.CanAccess, P.ApplicationManagement] })
  const hidden = { productId: late, enabled: true, overrideAgencies: [agencyId], minimumCMSVersion: '5.10' }
  expect((await manager.call(products.saveAvailability, hidden)).code).toBe(0)
  expect(await getProduct(agencyId, late)).toMatchObject({ enabled: false })
})

test('[MKT-02] each kind of event is seen on the tab, reported again it changes nothing, and a report is one journal row', async () => {
  const events = [
    registered('r1', day(1), 'ABC', day(2)),
    subscribing('trialStart', 's1', day(1), mail),
    opting('optedIn', 'o1', day(1), mail),
  ]
  const { agencyId, software } = await agencyWith(server, ...events)
  const report = async (...reported: Event[]) => {
    expect((await software.call(marketplace.report, { events: reported })).code).toBe(0)
    return [(await listRegistrations(agencyId))[0], await getProduct(agencyId, mail)]
  }
  const first = await report(...events)
  expect(first).toMatchObject([{ confirmed: false }, { subscribed: true, optedIn: true }])
  expect(
    await report(
      confirmed('c1', day(2), 'ABC'),
      subscribing('trialEnd', 's2', day(2), mail),
      opting('optedOut', 'o2', day(2), mail),
    ),
  ).toMatchObject([{ confirmed: true }, { subscribed: false, optedIn: false, optInUser: null }])
  const [, bought] = await report(subscribing('purchase', 's3', day(3), mail))
  expect(bought).toMatchObject({ subscribed: true, subscriptionTimestamp: day(3) })
  const [, ended] = await report(subscribing('cancellation', 's4', day(4), mail))
  expect(ended).toMatchObject({ subscribed: false, subscriptionTimestamp: null })
  expect(await report(...events)).toMatchObject([{ confirmed: true }, { subscribed: false }])
  const rows = await listJournal(server, agencyId, 'marketplace.reported')
  expect(rows.map(({ actor_kind, after }) => [actor_kind, after])).toEqual([
    ['agency', { registered: 1, trialStart: 1, optedIn: 1 }],
    ['agency', { confirmed: 1, trialEnd: 1, optedOut: 1 }],
    ['agency', { purchase: 1 }],
    ['agency', { cancellation: 1 }],
  ])
})

test('[MKT-81] a confirmation is an addition, as is an opt-in to a product with vendor data sync; undoing takes back', async () => {
  const { agencyId, software } = await agencyWith(
    server,
    confirmed('c1', day(1), 'ABC'),
    confirmed('c2', day(2), 'ABC'),
    opting('optedIn', 'o1', day(3), synced),
    opting('optedIn', 'o2', day(4), synced),
    opting('optedIn', 'o3', day(4), mail),
  )
  const additions = [
    { category: 'Registration', change: 1, at: new Date(day(1)) },
    { category: 'Vendor', change: 1, at: new Date(day(3)) },
  ]
  expect(await listActivities(server, agencyId)).toEqual(additions)
  await software.call(marketplace.report, {
    events: [registered('r1', day(5), 'ABC', day(6)), opting('optedOut', 'o4', day(6), synced)],
  })
  expect(await listActivities(server, agencyId)).toEqual([
    ...additions,
    { category: 'Registration', change: -1, at: new Date(day(5)) },
    { category: 'Vendor', change: -1, at: new Date(day(6)) },
  ])
})

test('[MKT-02] one report that comes eight times at once counts once, and what is older undoes nothing', async () => {
  const { agencyId, software } = await agencyWith(server)
  const events = [confirmed('c', day(2), 'ABC'), subscribing('purchase', 's', day(2), mail)]
  const sent = Array.from({ length: 8 }, () => software.call(marketplace.report, { events }))
  expect((await Promise.all(sent)).map(({ code }) => code)).toEqual(Array.from({ length: 8 }, () => 0))
  expect(await listJournal(server, agencyId, 'marketplace.reported')).toHaveLength(1)
  const older = [registered('r', day(1), 'ABC', day(2)), subscribing('cancellation', 's0', day(1), mail)]
  await software.call(marketplace.report, { events: older })
  expect(await listRegistrations(agencyId)).toMatchObject([{ confirmed: true }])
  expect(await getProduct(agencyId, mail)).toMatchObject({ subscribed: true })
})

test('[MKT-02] a report that is older than one under way waits for it, and undoes nothing of it', async () => {
  const { agencyId, software } = await agencyWith(server)
  const newer = new Date(day(2))
  const row = { initials: 'ABC', email: 'abc@smith.test', code: '', code_expires_at: newer, confirmed: true }
  const { older } = await server.db.write.transaction().execute(async (tx) => {
    await serialiseAgency(tx, agencyId)
    await saveRegistration(tx, agencyId, { ...row, changed_at: newer })
    const reporting = software.call(marketplace.report, { events: [registered('r', day(1), 'ABC', day(2))] })
    await untilOneWaits(tx, 'agency')
    return { older: reporting }
  })
  expect((await older).code).toBe(0)
  expect(await listRegistrations(agencyId)).toMatchObject([{ confirmed: true }])
})

test('[MKT-02] [PROV-18] a clock that is far ahead is ahead with the expiration too', async () => {
  const now = server.clock.now()
  const ahead = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString()
  const { agencyId } = await agencyWith(server, registered('r', ahead(60), 'ABC', ahead(75)))
  expect(await listRegistrations(agencyId)).toMatchObject([{ codeExpiration: ahead(15) }])
  const near = await agencyWith(server, registered('r', ahead(5), 'ABC', ahead(20)))
  expect(await listRegistrations(near.agencyId)).toMatchObject([{ codeExpiration: ahead(20) }])
})

test('[MKT-02] what does not fit is left out with a sentence and noted, and those beside it count', async () => {
  const { agencyId, software } = await agencyWith(server)
  const good = confirmed('ok', day(1), 'ABC')
  const { product_id: texting } = await server.db.read
    .selectFrom('product')
    .select('product_id')
    .where('product_key', '=', 5)
    .executeTakeFirstOrThrow()
  const bad: [Event, string][] = [
    [
      { ...good, kind: 'renewed' } as never,
      'kind must be registered, confirmed, purchase, cancellation, trialStart, trialEnd, optedIn or optedOut',
    ],
    [confirmed('', day(1), 'ABC'), 'id is required'],
    [confirmed('c', day(1), ' '), 'initials is required'],
    [confirmed('c', day(1), '\u202eABC'), 'initials must be one line of plain text'],
    [subscribing('purchase', 's', day(1), 0), 'productId must be a whole number from 1 to 2147483647'],
    [confirmed('c', 'yesterday', 'ABC'), 'at: must be an instant such as 2026-11-21T08:15:00Z'],
    [subscribing('purchase', 's', day(1), 4_040_404), 'the marketplace has no product 4040404'],
    [opting('optedIn', 's', day(1), texting), `the marketplace has no product ${texting}`],
  ]
  for (const [event, problem] of bad) {
    const got = await software.call(marketplace.report, { events: [event, good] })
    expect([got.code, got.message]).toEqual([0, `1 of 2 events: ${problem}`])
    expect(got.data).toEqual([{ list: 'events', entry: 1, problem }])
  }
  expect(await listRegistrations(agencyId)).toMatchObject([{ initials: 'ABC', confirmed: true }])
  expect(await listJournal(server, agencyId, 'marketplace.reported')).toHaveLength(1)
  const noted = await listJournal(server, agencyId, 'agencyReports.notUnderstood')
  expect(noted.map(({ subject, reason }) => [subject, reason])).toEqual(
    bad.map(([, problem]) => ['marketplace', `1 of 2 events: ${problem}`]),
  )
  const many = Array.from({ length: 501 }, (_, n) => confirmed(`c${n}`, day(1), 'ABC'))
  const refused = await software.call(marketplace.report, { events: many })
  expect([refused.status, refused.message]).toEqual([400, 'A report holds at most 500 events.'])
})

test('[MKT-02] an event of a product that is not there yet, reported again, counts once the product is there', async () => {
  const { agencyId, software } = await agencyWith(server)
  const late = await addProduct(server, 'Late to come')
  const setKey = (product_key: number | null) =>
    server.db.write.updateTable('product').set({ product_key }).where('product_id', '=', late).execute()
  // Products with a key do not belong to the marketplace.
  await setKey(77)
  const events = [subscribing('purchase', 'early', day(1), late)]
  expect((await software.call(marketplace.report, { events })).message).toMatch(/^1 of 1 events: /)
  await setKey(null)
  expect((await software.call(marketplace.report, { events })).message).toBe('')
  expect(await getProduct(agencyId, late)).toMatchObject({ subscribed: true })
})
