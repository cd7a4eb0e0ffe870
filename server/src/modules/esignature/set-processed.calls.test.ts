import { esignature } from '@agency-support/contract/modules/esignature'
import { texting } from '@agency-support/contract/modules/texting'
import { P } from '@agency-support/contract/permissions'
import { expect, test } from 'vitest'
import { cancelled, useEsignature, subscribed } from '../../../test/esignature.ts'

const world = useEsignature()

const marks = (agencyId: number): Promise<{ event_id: number; processed: boolean }[]> =>
  world.server.db.read
    .selectFrom('subscription_event')
    .leftJoin('billing_record', 'billing_record.event_id', 'subscription_event.event_id')
    .select((of) => [
      'subscription_event.event_id',
      of.fn.coalesce('processed', of.val(false)).as('processed'),
    ])
    .where('agency_id', '=', agencyId)
    .orderBy('subscription_event.event_id')
    .execute()

test('[ESIG-31] [ESIG-38] a billing record is marked as processed and as not, each change with its row, the same mark without', async () => {
  const { agencyId } = await world.agencyWith(
    subscribed('s', '2026-03-02T10:00:00Z'),
    cancelled('c', '2026-03-03T10:00:00Z'),
  )
  const [bought, left] = await marks(agencyId)
  if (bought === undefined || left === undefined) throw new Error('two events were reported')
  const set = (newValue: boolean, of = { agencyId, recordId: bought.event_id }) =>
    world.editor.call(esignature.setProcessed, { ...of, newValue })
  // Never marked is the same as not processed.
  expect(await set(false)).toMatchObject({ status: 200, code: 0 })
  expect((await set(true)).code).toBe(0)
  expect(await marks(agencyId)).toEqual([{ ...bought, processed: true }, left])
  expect((await set(true)).code).toBe(0)
  expect((await set(false)).code).toBe(0)
  expect(await marks(agencyId)).toEqual([bought, left])
  const row = { actor_kind: 'staff', actor: world.editor.person.username, subject: String(bought.event_id) }
  expect(await world.listJournal(agencyId, 'esignature.recordProcessed')).toEqual([
    { ...row, before: { processed: false }, after: { processed: true } },
    { ...row, before: { processed: true }, after: { processed: false } },
  ])
})

test('[MKT-77] a mark that somebody changed meanwhile stays, and the event itself never changes', async () => {
  const { agencyId } = await world.agencyWith(subscribed('s', '2026-03-02T10:00:00Z'))
  const [bought] = await marks(agencyId)
  if (bought === undefined) throw new Error('an event was reported')
  const events = () =>
    world.server.db.read
      .selectFrom('subscription_event')
      .selectAll()
      .where('agency_id', '=', agencyId)
      .execute()
  const before = await events()
  const set = (newValue: boolean, version: number) =>
    world.editor.call(esignature.setProcessed, { agencyId, recordId: bought.event_id, newValue, version })
  const changedAt = world.server.clock.now().toISOString()
  expect((await set(true, 0)).code).toBe(0)
  world.server.clock.turn(60)
  const stale = await set(true, 0)
  expect([stale.status, stale.code]).toEqual([200, 409])
  expect(stale.message).toBe(`${world.editor.person.username} changed this mark at ${changedAt}.`)
  expect(stale.refusal).toMatchObject({ changedAt, isProcessed: true, version: 1 })
  expect((await set(false, 1)).code).toBe(0)
  expect((await set(true, 1)).code).toBe(409)
  expect(await marks(agencyId)).toEqual([bought])
  expect(await world.listJournal(agencyId, 'esignature.recordProcessed')).toHaveLength(2)
  expect(await events()).toEqual(before)
})

test("another agency's record, another product's and an unknown one are not found and stay", async () => {
  const first = await world.agencyWith(subscribed('s', '2026-03-02T10:00:00Z'))
  const second = await world.agencyWith()
  const [event] = await marks(first.agencyId)
  if (event === undefined) throw new Error('an event was reported')
  const at = world.server.clock.now().toISOString()
  const setUp = { kind: 'setUp' as const, id: 't', at, phone: '8015550199', orderId: 'order-199' }
  await second.software.call(texting.reportSetUp, {
    events: [setUp, { kind: 'campaign', id: 'c', at, tcrNumber: 'CJEUMDK' }],
  })
  const texter = await world.server.asNew({ permissions: [P.CanAccess, P.CanManageTexting] })
  const live = { agencyId: second.agencyId, productKey: 5, status: 0 } as const
  expect((await texter.call(texting.setProductStatus, live)).code).toBe(0)
  const [bought] = await marks(second.agencyId)
  if (bought === undefined) throw new Error('texting was bought')
  for (const [agencyId, recordId] of [
    [second.agencyId, event.event_id],
    [second.agencyId, bought.event_id],
    [first.agencyId, 999_999_999],
  ] as const)
    expect(
      await world.editor.call(esignature.setProcessed, { agencyId, recordId, newValue: true }),
    ).toMatchObject({
      status: 200,
      code: 2,
      message: 'Billing record not found',
    })
  expect(
    (await marks(first.agencyId)).concat(await marks(second.agencyId)).every(({ processed }) => !processed),
  ).toBe(true)
})
