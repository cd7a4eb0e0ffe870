import { esignature } from '@agency-support/contract/modules/esignature'
import { reports } from '@agency-support/contract/modules/reports'
import { P } from '@agency-support/contract/permissions'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { testServer } from '../../../test/app.ts'
import type { TestClient } from '../../../test/client.ts'
import { useEsignature, subscribed, user, users } from '../../../test/esignature.ts'
import { until } from '../../../test/until.ts'

const world = useEsignature()
let canceller: TestClient & { person: { username: string } }
beforeAll(async () => {
  canceller = await world.server.asNew({ permissions: [P.CanAccess, P.CancelAgencySubscription] })
})

const done = (agencyId: number) =>
  until('nothing is under way', async () => (await world.detailsOf(agencyId)).works.length === 0)
const effects = async () => Object.values((await world.control('GET', '/effects')) as object) as object[]
const listEvents = (agencyId: number) =>
  world.server.db.read
    .selectFrom('subscription_event')
    .innerJoin('product', 'product.product_id', 'subscription_event.product_id')
    .select(['product_key', 'event_code', 'by', 'at'])
    .where('agency_id', '=', agencyId)
    .orderBy('event_id')
    .execute()

test('[ESIG-29] [PROV-48] a cancellation ends the subscription at once, and then every account at Formstack', async () => {
  const agencyId = await world.withAccounts('c1')
  const now = world.server.clock.now()
  expect((await canceller.call(esignature.cancel, { agencyId })).code).toBe(0)
  expect(await world.detailsOf(agencyId)).toMatchObject({
    subscribed: false,
    subscriptionDate: now.toISOString(),
    groupId: 'c1',
  })
  await done(agencyId)
  expect(await effects()).toEqual([{ 'deactivated c1-1': 1, 'deactivated c1-2': 1 }])
  const by = canceller.person.username
  expect(await listEvents(agencyId)).toMatchObject([
    { product_key: 3, event_code: 0, by: 'owner@smith.test', at: new Date('2026-03-01T09:00:00Z') },
    { product_key: 3, event_code: 1, by, at: now },
  ])
  const rows = await world.listJournal(agencyId, 'esignature.cancelled')
  expect(rows).toMatchObject([{ actor: by }])
  // The group stays, so it is no change.
  expect([rows[0]?.before, rows[0]?.after]).toEqual([{ isSubscribed: true }, { isSubscribed: false }])
  expect(await world.listJournal(agencyId, 'esignature.accountsClosed')).toMatchObject([
    { actor_kind: 'system', after: { accounts: 2 } },
  ])
})

test('a subscription told by a clock that is ahead is over for billing too once it is cancelled', async () => {
  const now = world.server.clock.now()
  const ahead = new Date(now.getTime() + 4 * 60_000).toISOString()
  const { agencyId } = await world.agencyWith(subscribed('ahead', ahead, 'none'))
  expect((await canceller.call(esignature.cancel, { agencyId })).code).toBe(0)
  expect((await world.detailsOf(agencyId)).subscribed).toBe(false)
  const { data } = await canceller.call(reports.products, {})
  const productId = data.find(({ keyId }) => keyId === 3)?.productId ?? 0
  const billing = await canceller.call(reports.billing, { productId })
  expect(billing.data.filter((row) => row.agencyId === agencyId)).toMatchObject([
    { subscribed: false, subscriptionStarted: ahead, subscriptionStopped: ahead },
  ])
})

test.each(['journal', 'outside_work'] as const)(
  '[PROV-09] a cancellation that cannot write its row of %s leaves nothing else either',
  async (table) => {
    const agencyId = await world.withAccounts(`away-${table}`)
    const before = await listEvents(agencyId)
    const { write } = world.server.db
    await sql`alter table ${sql.table(table)} rename to away`.execute(write)
    try {
      expect((await canceller.call(esignature.cancel, { agencyId })).status).toBe(500)
    } finally {
      await sql`alter table away rename to ${sql.table(table)}`.execute(write)
    }
    expect(await world.detailsOf(agencyId)).toMatchObject({ subscribed: true, works: [] })
    expect(await listEvents(agencyId)).toEqual(before)
    expect(await world.listJournal(agencyId, 'esignature.cancelled')).toEqual([])
    expect((await canceller.call(esignature.cancel, { agencyId })).code).toBe(0)
    await done(agencyId)
  },
)

test('[PROV-09] [PROV-49] until it is done the true figures, the last failure and the next try are reported', async () => {
  const agencyId = await world.withAccounts('c2')
  await world.control('POST', '/fault', { endpoint: 'patch', id: 'c2-2', kind: 'status', status: 503 })
  // Answered although the work cannot be done yet.
  expect((await canceller.call(esignature.cancel, { agencyId })).code).toBe(0)
  const failed = async () => (await world.detailsOf(agencyId)).works.at(0)?.state.failures === 1
  await until('it has failed', failed)
  const now = world.server.clock.now().getTime()
  expect((await world.detailsOf(agencyId)).works).toEqual([
    {
      kind: 'close',
      left: 1,
      total: 2,
      state: {
        requestedAt: new Date(now).toISOString(),
        requestedBy: canceller.person.username,
        failures: 1,
        lastFailure: 'Formstack answered with status 503',
        nextAttemptAt: new Date(now + 5_000).toISOString(),
        endedAt: null,
        succeeded: null,
      },
    },
  ])
  expect((await canceller.call(esignature.cancel, { agencyId })).code).toBe(2)
  await world.control('DELETE', '/fault')
  await done(agencyId)
  expect(await effects()).toEqual([{ 'deactivated c2-1': 1, 'deactivated c2-2': 1 }])
})

test('[PROV-51] 12 cancellations at once in two processes: one is the first, and each account changes once', async () => {
  const agencyId = await world.withAccounts('c3')
  await using other = await testServer({
    database: world.server.database,
    config: { formstack: world.emulator.settings },
  })
  const permissions = [P.CanAccess, P.CancelAgencySubscription]
  const people = [canceller, await other.as(await other.person({ permissions }))]
  const codes = await Promise.all(
    Array.from({ length: 12 }, async (_, at) =>
      (people[at % 2] ?? canceller).call(esignature.cancel, { agencyId }).then(({ code }) => code),
    ),
  )
  expect(codes.filter((code) => code === 0)).toHaveLength(1)
  expect(codes.filter((code) => code === 2)).toHaveLength(11)
  await done(agencyId)
  expect(await effects()).toEqual([{ 'deactivated c3-1': 1, 'deactivated c3-2': 1 }])
  expect((await listEvents(agencyId)).map(({ event_code }) => event_code)).toEqual([0, 1])
  expect(await world.listJournal(agencyId, 'esignature.cancelled')).toHaveLength(1)
})

test('[ESIG-30] [PROV-50] [PROV-51] a clean-up takes those of that moment out of the list and removes their accounts', async () => {
  const agencyId = await world.withAccounts('c4')
  const cleanup = () => canceller.call(esignature.cleanup, { agencyId })
  expect(await cleanup()).toMatchObject({
    status: 200,
    code: 422,
    message: 'The agency is subscribed. Cancel the subscription first.',
  })
  await canceller.call(esignature.cancel, { agencyId })
  await done(agencyId)
  await world.control('DELETE', '/received')
  const codes = (await Promise.all([cleanup(), cleanup(), cleanup()])).map(({ code }) => code)
  expect(codes.filter((code) => code === 0)).toHaveLength(1)
  expect(codes.filter((code) => code === 2)).toHaveLength(2)
  expect(await world.emailsOf(agencyId)).toEqual([])
  const software = await world.server.software(agencyId)
  const now = new Date(world.server.clock.now().getTime() + 1_000).toISOString()
  await software.call(esignature.report, {
    events: [users('later', now, user('new@c4.test', { dateCreated: now }), user('a@c4.test'))],
  })
  expect(await world.emailsOf(agencyId)).toEqual(['new@c4.test'])
  await done(agencyId)
  expect(await effects()).toEqual([{ 'removed c4-1': 1, 'removed c4-2': 1 }])
  expect(await world.detailsOf(agencyId)).toMatchObject({ subscribed: false, groupId: 'c4' })
  expect(await world.listJournal(agencyId, 'esignature.cleanedUp')).toMatchObject([
    { actor: canceller.person.username, before: { users: 3 }, after: { users: 0 } },
  ])
  expect(await world.listJournal(agencyId, 'esignature.accountsRemoved')).toMatchObject([
    { actor_kind: 'system', after: { removed: 2, others: 0 } },
  ])
})

test.each([
  ['ahead', 60],
  ['behind', -60],
])(
  'of a clock that is %s a removed user comes back when registered later, and not before',
  async (_, minutes) => {
    const { agencyId, software } = await world.agencyWith()
    const itsTime = () => new Date(world.server.clock.now().getTime() + minutes * 60_000).toISOString()
    const report = (id: string, dateCreated: string) =>
      software.call(esignature.report, {
        events: [users(id, itsTime(), user('a@clock.test', { dateCreated }))],
      })
    const registered = itsTime()
    await report('first', registered)
    expect((await canceller.call(esignature.cleanup, { agencyId })).code).toBe(0)
    world.server.clock.turn(60)
    await report('as before', registered)
    expect(await world.emailsOf(agencyId)).toEqual([])
    await report('later', itsTime())
    expect(await world.emailsOf(agencyId)).toEqual(['a@clock.test'])
  },
)

test('who has no subscription cannot cancel it, and without users there is nothing to clean up', async () => {
  const { agencyId } = await world.agencyWith()
  const cancelled = await canceller.call(esignature.cancel, { agencyId })
  expect([cancelled.code, cancelled.message]).toEqual([2, 'The agency is not subscribed.'])
  const cleaned = await canceller.call(esignature.cleanup, { agencyId })
  expect([cleaned.code, cleaned.message]).toEqual([2, 'There are no registered users.'])
  expect(await listEvents(agencyId)).toEqual([])
})

/** An agency that cancelled and subscribed again while Formstack was down. */
async function cameBack(groupId: string): Promise<number> {
  const agencyId = await world.withAccounts(groupId)
  await world.control('POST', '/fault', { endpoint: 'group', id: groupId, kind: 'status', status: 500 })
  await canceller.call(esignature.cancel, { agencyId })
  const failed = async () => (await world.detailsOf(agencyId)).works.at(0)?.state.failures === 1
  await until('it has failed', failed)
  const software = await world.server.software(agencyId)
  const later = new Date(world.server.clock.now().getTime() + 1_000).toISOString()
  await software.call(esignature.report, { events: [subscribed('back', later, groupId)] })
  return agencyId
}

test('an agency that subscribes again keeps the accounts that are not closed yet', async () => {
  const agencyId = await cameBack('c5')
  await done(agencyId)
  expect(await effects()).toEqual([])
  expect((await listEvents(agencyId)).map(({ event_code }) => event_code)).toEqual([0, 1, 0])
})

test('one that cancels again after that is closed, whatever has become of the work before', async () => {
  const agencyId = await cameBack('c6')
  expect((await canceller.call(esignature.cancel, { agencyId })).code).toBe(0)
  await world.control('DELETE', '/fault')
  await done(agencyId)
  expect(await effects()).toEqual([{ 'deactivated c6-1': 1, 'deactivated c6-2': 1 }])
  expect((await listEvents(agencyId)).map(({ event_code }) => event_code)).toEqual([0, 1, 0, 1])
})

test('[PROV-42] each call asks for its permission, and cancel and clean-up alone for a recent proof', async () => {
  const { agencyId } = await world.agencyWith()
  const input = {
    agencyId,
    email: 'a@smith.test',
    newId: '1',
    groupId: 'x',
    eventName: 'DeleteAccount',
    recordId: 999_999_999,
    newValue: true,
  }
  const needs = {
    details: undefined,
    group: undefined,
    setAccountId: P.CanEditFormstackIds,
    cancel: P.CancelAgencySubscription,
    cleanup: P.CancelAgencySubscription,
    deleteAccount: P.CanManageFormstack,
    userLogs: P.CanManageFormstack,
    setProcessed: undefined,
  } as const
  for (const [name, needed] of Object.entries(needs)) {
    const call = esignature[name as keyof typeof needs]
    const others = Object.values(P).filter((id) => id !== needed)
    const without = await world.server.asNew({ permissions: needed === undefined ? [P.CanAccess] : others })
    const status = (await without.call(call, input)).status
    expect([name, status]).toEqual([name, needed === undefined ? 200 : 403])
  }
  const person = await world.server.asNew({ permissions: Object.values(P) })
  world.server.clock.turn(16 * 60)
  const asking: string[] = []
  for (const name of Object.keys(needs)) {
    const { code } = await person.call(esignature[name as keyof typeof needs], input)
    if (code === 428) asking.push(name)
  }
  expect(asking).toEqual(['cancel', 'cleanup'])
})
