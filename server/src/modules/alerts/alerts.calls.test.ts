import { agencies } from '@agency-support/contract/modules/agencies'
import { alerts, type SystemAlert } from '@agency-support/contract/modules/alerts'
import type { ClientIn } from '@agency-support/contract/call'
import { P } from '@agency-support/contract/permissions'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'
import { openStream } from '../../../test/event-stream.ts'
import { createProduct, createVendor, productSettings } from '../../../test/products.ts'
import { untilOneWaits } from '../../../test/until-one-waits.ts'
import { updateAlert } from './store.ts'

const server = useServer()
/** `manager` has permissions 3000 and 3001, `reader` only 3000, `sender` only 3001. */
let manager: TestClient
let reader: TestClient
let sender: TestClient
beforeAll(async () => {
  manager = await server.asNew({
    username: 'mia@support.test',
    permissions: [P.CanAccess, P.CanAccessSystemAlerts, P.CanManageSystemAlerts],
  })
  reader = await server.asNew({ permissions: [P.CanAccess, P.CanAccessSystemAlerts] })
  sender = await server.asNew({ permissions: [P.CanAccess, P.CanManageSystemAlerts] })
})
beforeEach(async () => {
  server.clock.turn(60)
  for (const { guid } of await active()) await manager.call(alerts.resolve, { alertId: guid, guid })
})

type Sent = ClientIn<typeof alerts.send>
const toAll: Sent = {
  category: 1,
  priority: 3,
  feature: 3,
  message: 'Texting is down.',
  systemAlertRecipientType: 2,
  startTime: '2020-01-01T00:00:00Z',
  applicableAgencies: [],
}
const toSome: Sent = { ...toAll, systemAlertRecipientType: 1, applicableAgencies: [8951, 6938] }
const gone = 'This alert is no longer active.'
const absent = '0a1e2400-4040-4040-8404-404040404040'

async function active(): Promise<SystemAlert[]> {
  return (await manager.call(alerts.list, {})).data
}

async function sendAlert(alert: Partial<Sent> = {}): Promise<SystemAlert> {
  const { data, message } = await manager.call(alerts.send, { ...toAll, ...alert })
  const [saved] = data
  if (saved === undefined) throw new Error(`not saved: ${message}`)
  return saved
}

test('[ALERTS-22][ALERTS-24][ALERTS-25] an alert is saved without a guid and answered as data[0]', async () => {
  const answer = await manager.call(alerts.send, toSome)
  expect([answer.status, answer.code]).toEqual([200, 0])
  const [saved] = answer.data
  expect(saved).toEqual({
    guid: expect.stringMatching(/^[0-9a-f-]{36}$/),
    category: 1,
    priority: 3,
    feature: 3,
    message: 'Texting is down.',
    startTime: server.clock.now().toISOString(),
    endTime: null,
    systemAlertRecipientType: 1,
    applicableAgencies: [6938, 8951],
    region: null,
    version: 1,
  })
  expect(await active()).toEqual([saved])
  const update = { ...toSome, guid: saved?.guid, message: 'It is up again.', applicableAgencies: [6938] }
  const { data } = await manager.call(alerts.send, update)
  expect(data).toMatchObject([{ guid: saved?.guid, message: 'It is up again.', applicableAgencies: [6938] }])
  expect(await active()).toEqual(data)
})

test('[ALERTS-23][MKT-59] active alerts come newest first; without one the answer is code 2', async () => {
  const none = await manager.call(alerts.list, {})
  expect([none.status, none.code, none.message, none.data]).toEqual([200, 2, 'No active alerts', []])
  const first = await sendAlert()
  server.clock.turn(60)
  const second = await sendAlert({ message: 'Again.' })
  expect((await active()).map(({ guid }) => guid)).toEqual([second.guid, first.guid])
  expect((await manager.call(alerts.list, {})).code).toBe(0)
})

test('[ALERTS-26] the start that is sent does not count, the server’s clock does, on an update too', async () => {
  const saved = await sendAlert()
  expect(saved.startTime).toBe(server.clock.now().toISOString())
  server.clock.turn(120)
  const again = await sendAlert({ guid: saved.guid, startTime: '2031-01-01T00:00:00Z' })
  expect(again.startTime).toBe(server.clock.now().toISOString())
})

test('[ALERTS-27][ALERTS-28][MKT-64] a resolved alert leaves the list; resolved again it answers code 2', async () => {
  const { guid } = await sendAlert()
  const stays = await sendAlert()
  server.clock.turn(60)
  expect((await manager.call(alerts.resolve, { alertId: guid, guid })).code).toBe(0)
  expect(await active()).toEqual([stays])
  const row = await server.db.read
    .selectFrom('system_alert')
    .select('end_time')
    .where('guid', '=', guid)
    .executeTakeFirst()
  expect(row?.end_time).toEqual(server.clock.now())
  const again = await manager.call(alerts.resolve, { alertId: guid })
  expect([again.status, again.code, again.message]).toEqual([200, 2, 'This alert is resolved already.'])
  expect((await manager.call(alerts.resolve, { guid: absent })).code).toBe(2)
  for (const odd of [{}, { alertId: guid, guid: absent }, { alertId: 'none' }])
    expect((await manager.call(alerts.resolve, odd)).status).toBe(400)
})

test('[ALERTS-33][ALERTS-34][MKT-08] 3000 reads, 3001 alone sends and resolves', async () => {
  const { guid } = await sendAlert()
  expect((await reader.call(alerts.list, {})).code).toBe(0)
  expect((await reader.call(alerts.delivery, { guid })).code).toBe(0)
  expect((await sender.call(alerts.list, {})).status).toBe(403)
  expect((await sender.call(alerts.delivery, { guid })).status).toBe(403)
  expect((await reader.call(alerts.send, toAll)).status).toBe(403)
  expect((await reader.call(alerts.resolve, { guid })).status).toBe(403)
  expect(await active()).toHaveLength(1)
  expect((await sender.call(alerts.send, toAll)).code).toBe(0)
  expect((await sender.call(alerts.resolve, { guid })).code).toBe(0)
})

test('[MKT-60] a message is trimmed and has 1 to 2,000 characters', async () => {
  expect((await sendAlert({ message: '\n  Planned work.\nAt night.  ' })).message).toBe(
    'Planned work.\nAt night.',
  )
  expect((await sendAlert({ message: ` ${'m'.repeat(2_000)} ` })).message).toHaveLength(2_000)
  const long = await manager.call(alerts.send, { ...toAll, message: 'm'.repeat(2_001) })
  expect([long.status, long.message]).toEqual([400, 'Message must be at most 2000 characters.'])
  for (const message of ['', '  \n', 'a\0b'])
    expect((await manager.call(alerts.send, { ...toAll, message })).status).toBe(400)
  expect(await active()).toHaveLength(2)
})

test('[ALERTS-22] [MKT-62] 1 to 10,000 agencies for type 1, none for type 2, a region for type 3, and nothing else', async () => {
  const ids = Array.from({ length: 10_000 }, (_, at) => 90_000_000 + at)
  expect((await sendAlert({ ...toSome, applicableAgencies: ids })).applicableAgencies).toEqual(ids)
  expect((await sendAlert({ ...toSome, applicableAgencies: [7, 7, 3] })).applicableAgencies).toEqual([3, 7])
  for (const region of [0, 1, 2, 3] as const)
    expect(await sendAlert({ systemAlertRecipientType: 3, region })).toMatchObject({ region })
  const before = await active()
  const odd = [
    { ...toSome, applicableAgencies: [] },
    { ...toSome, applicableAgencies: [...ids, 1] },
    { ...toSome, applicableAgencies: [0] },
    { ...toSome, applicableAgencies: ['6938'] },
    { ...toSome, region: 1 },
    { ...toAll, applicableAgencies: [6938] },
    { ...toAll, systemAlertRecipientType: 3 },
    { ...toAll, systemAlertRecipientType: 3, region: 4 },
    { ...toAll, systemAlertRecipientType: 3, region: 1, applicableAgencies: [6938] },
    { ...toAll, systemAlertRecipientType: 0 },
    { ...toAll, category: 0 },
    { ...toAll, priority: 4 },
    { ...toAll, feature: 0 },
    { ...toAll, guid: 'none' },
    { ...toAll, startTime: 'now' },
  ]
  for (const input of odd) {
    const refused = await manager.call(alerts.send, input as Sent)
    expect([refused.status, refused.message]).toEqual([400, expect.stringMatching(/^\w.+\.$/)])
  }
  expect(await active()).toEqual(before)
})

test('[MKT-63] an update keeps the guid and starts anew; gone is code 2, a stale version 409', async () => {
  const first = await sendAlert()
  server.clock.turn(60)
  const second = await sendAlert({ guid: first.guid, priority: 1, version: 1 })
  expect(second).toMatchObject({ guid: first.guid, priority: 1, version: 2 })
  expect(Date.parse(second.startTime) - Date.parse(first.startTime)).toBe(60_000)
  server.clock.turn(60)
  const stale = await sender.call(alerts.send, { ...toAll, guid: first.guid, version: 1 })
  expect([stale.status, stale.code]).toEqual([200, 409])
  expect(stale.message).toBe(
    `mia@support.test updated this alert at ${second.startTime}. Your text was not saved.`,
  )
  expect(stale.refusal).toMatchObject({ changedAt: second.startTime, current: second })
  expect(await active()).toEqual([second])
  await manager.call(alerts.resolve, { guid: first.guid })
  for (const guid of [first.guid, absent]) {
    const late = await manager.call(alerts.send, { ...toAll, guid })
    expect([late.status, late.code, late.message]).toEqual([200, 2, gone])
  }
  expect(await active()).toEqual([])
})

test('who saves while somebody else does is shown the agencies of that save', async () => {
  const { guid } = await sendAlert(toSome)
  const { message, category, priority, feature } = toSome
  const theirs = { message, category, priority, feature, recipient_type: 1, region: null, agency_ids: [77] }
  const { second } = await server.db.write.transaction().execute(async (tx) => {
    await updateAlert(tx, guid, theirs, { by: 'ann@support.test', at: server.clock.now() })
    const waiting = manager.call(alerts.send, { ...toSome, guid, version: 1 })
    await untilOneWaits(tx, 'system_alert')
    return { second: waiting }
  })
  const [saved] = await active()
  expect(saved?.applicableAgencies).toEqual([77])
  expect((await second).refusal).toMatchObject({ changedBy: 'ann@support.test', current: saved })
})

test('[SHELL-19] each change is one journal row that says what there was and what there is', async () => {
  const { guid } = await sendAlert(toSome)
  await sendAlert({ guid, message: 'For everybody.' })
  await manager.call(alerts.resolve, { guid })
  await manager.call(alerts.resolve, { guid })
  const rows = await server.db.read
    .selectFrom('journal')
    .select(['event', 'before', 'after', 'actor_kind'])
    .where('subject', '=', `Alert ${guid.slice(0, 8)}`)
    .orderBy('seq')
    .execute()
  const some = {
    guid,
    category: 'System Outage',
    priority: 'High',
    feature: 'Texting',
    message: 'Texting is down.',
    affected: 'Specific Agencies',
    agencies: '00006938, 00008951',
  }
  const { agencies: _, ...rest } = some
  const all = { ...rest, message: 'For everybody.', affected: 'All Agencies' }
  const by = { actor_kind: 'staff' }
  expect(rows).toEqual([
    { ...by, event: 'alerts.sent', before: null, after: some },
    { ...by, event: 'alerts.updated', before: some, after: all },
    { ...by, event: 'alerts.resolved', before: all, after: null },
  ])
})

test('[MKT-09] staff with 3000 hear of alerts live and staff with 2001 of products and vendors, others do not', async () => {
  const manager = await server.asNew({ permissions: [P.CanAccess, P.ApplicationManagement] })
  const [hearing, managing, deaf] = await Promise.all(
    [reader, manager, sender].map((client) => openStream(server, client)),
  )
  await sendAlert()
  await createProduct(manager, productSettings('Heard Of', await createVendor(manager, 'Heard Of')))
  await hearing?.sees('the alert', ({ event }) => event === 'alerts.sent')
  for (const event of ['products.vendorCreated', 'products.created'])
    await managing?.sees(event, (hint) => hint.event === event)
  await server.agency(77)
  const admin = await server.asNew({ permissions: [P.CanAccess, P.EditAgencyStatus] })
  await admin.call(agencies.updateName, { agencyId: 77, name: 'Later' })
  for (const [stream, hidden] of [
    [hearing, ['products']],
    [managing, ['alerts']],
    [deaf, ['alerts', 'products']],
  ] as const) {
    await stream?.sees('what came later', ({ event }) => event === 'agencies.renamed')
    expect(stream?.hints().filter(({ module }) => hidden.some((name) => name === module))).toEqual([])
    stream?.drop()
  }
})
