import { agencies } from '@agency-support/contract/modules/agencies'
import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { alerts, type SystemAlert } from '@agency-support/contract/modules/alerts'
import type { ClientIn } from '@agency-support/contract/call'
import { P } from '@agency-support/contract/permissions'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { countDeletions } from '../../../test/deletions.ts'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'
import { noteDelivery } from './delivery-store.ts'
import { deleteOutdatedDeliveries } from './retention.ts'

const server = useServer()
let manager: TestClient
/** Software of an agency in the Northwest, and of one in the East. */
let west: TestClient
let east: TestClient
beforeAll(async () => {
  manager = await server.asNew({
    permissions: [P.CanAccess, P.CanAccessSystemAlerts, P.CanManageSystemAlerts, P.EditAgencyStatus],
  })
  await server.agency(6938, 'Smith Insurance')
  await server.agency(8951, 'Łukasik & Sons')
  const inTheEast = { agencyId: 8951, to: { regionId: 3 } }
  expect((await manager.call(agencies.updateDetails, inTheEast)).code).toBe(0)
  west = await server.software(6938)
  east = await server.software(8951)
})
beforeEach(async () => {
  server.clock.turn(60)
  for (const { guid } of (await manager.call(alerts.list, {})).data)
    await manager.call(alerts.resolve, { guid })
})

type Sent = ClientIn<typeof alerts.send>
const toAll: Sent = {
  category: 2,
  priority: 2,
  feature: 1,
  message: 'Planned work.',
  systemAlertRecipientType: 2,
}

async function sendAlert(alert: Partial<Sent> = {}): Promise<SystemAlert> {
  const [saved] = (await manager.call(alerts.send, { ...toAll, ...alert })).data
  if (saved === undefined) throw new Error('not saved')
  return saved
}
const messages = async (software: TestClient): Promise<string[]> =>
  (await software.call(alerts.ofAgency, {})).data.map(({ message }) => message)
const asked = async (guid: string) => (await manager.call(alerts.delivery, { guid })).data[0]

test('[MKT-65] an agency gets the active alerts that concern it and no other', async () => {
  await sendAlert({ message: 'all' })
  await sendAlert({ message: 'listed', systemAlertRecipientType: 1, applicableAgencies: [6938] })
  await sendAlert({ message: 'north west', systemAlertRecipientType: 3, region: 0 })
  await sendAlert({ message: 'east', systemAlertRecipientType: 3, region: 3 })
  const { guid } = await sendAlert({ message: 'over' })
  await manager.call(alerts.resolve, { guid })
  expect((await messages(west)).sort()).toEqual(['all', 'listed', 'north west'])
  expect((await messages(east)).sort()).toEqual(['all', 'east'])
})

test('the alerts of an agency come newest first, one that was changed as of then', async () => {
  const sent: SystemAlert[] = []
  for (const message of ['first', 'second', 'third', 'fourth', 'fifth']) {
    server.clock.turn(1)
    sent.push(await sendAlert({ message }))
  }
  server.clock.turn(1)
  await sendAlert({ guid: sent[1]?.guid, message: 'changed' })
  expect(await messages(west)).toEqual(['changed', 'fifth', 'fourth', 'third', 'first'])
})

test('[MKT-65] version and first time of a delivery are noted', async () => {
  const { guid } = await sendAlert({ systemAlertRecipientType: 1, applicableAgencies: [6938] })
  const first = server.clock.now()
  const { data } = await west.call(alerts.ofAgency, {})
  expect(data).toEqual([
    {
      guid,
      category: 2,
      priority: 2,
      feature: 1,
      message: 'Planned work.',
      startTime: first.toISOString(),
      version: 1,
    },
  ])
  server.clock.turn(60)
  await west.call(alerts.ofAgency, {})
  await sendAlert({ guid, systemAlertRecipientType: 1, applicableAgencies: [6938] })
  const second = server.clock.now()
  await west.call(alerts.ofAgency, {})
  const noted = await server.db.read
    .selectFrom('system_alert_delivery')
    .select(['agency_id', 'version', 'delivered_at'])
    .where('guid', '=', guid)
    .orderBy('version')
    .execute()
  expect(noted).toEqual([
    { agency_id: 6938, version: 1, delivered_at: first },
    { agency_id: 6938, version: 2, delivered_at: second },
  ])
})

test('of each active alert only who has its current version is kept', async () => {
  const [ended, changed, same] = [await sendAlert(), await sendAlert(), await sendAlert()]
  const kept = async () =>
    (
      await server.db.read
        .selectFrom('system_alert_delivery')
        .select(['guid', 'version', 'agency_id'])
        .orderBy('agency_id')
        .execute()
    ).map(({ guid, version, agency_id: agencyId }) => [guid, version, agencyId])
  for (const software of [west, east]) await messages(software)
  await manager.call(alerts.resolve, { guid: ended.guid })
  await sendAlert({ guid: changed.guid })
  await messages(west)
  await deleteOutdatedDeliveries(server.db, server.clock.now())
  expect(await kept()).toEqual(
    expect.arrayContaining([
      [changed.guid, 2, 6938],
      [same.guid, 1, 6938],
      [same.guid, 1, 8951],
    ]),
  )
  expect(await kept()).toHaveLength(3)
  expect(await asked(changed.guid)).toMatchObject({ concerned: 2, delivered: 1 })
})

test('outdated deliveries are deleted by short transactions', async () => {
  const { guid } = await sendAlert()
  await manager.call(alerts.resolve, { guid })
  const insert = `insert into system_alert_delivery (guid, version, agency_id, delivered_at)
select '${guid}', 1, n, $1 from generate_series(1, $2) n`
  const rows = { table: 'system_alert_delivery', insert, number: 10_001, at: server.clock.now() }
  const deletion = () => deleteOutdatedDeliveries(server.db, server.clock.now())
  await deletion()
  expect(await countDeletions(server.db, rows, deletion)).toEqual([5_000, 5_000, 1])
})

test('of two computers of an agency that fetch an alert at once the first counts, and none fails', async () => {
  const { guid } = await sendAlert()
  const fetched = { guid, version: 1 }
  const first = server.clock.now()
  for (const at of [first, new Date(first.getTime() + 1_000)])
    await server.db.write.transaction().execute((tx) => noteDelivery(tx, 6938, [fetched], at))
  expect((await asked(guid))?.agencies).toMatchObject([
    { agencyId: 6938, deliveredAt: first.toISOString() },
    { agencyId: 8951, deliveredAt: null },
  ])
})

const beat = async (): Promise<number> => {
  const { data } = await west.call(agencyCommands.heartbeat, { versionDisplay: '5.4', hostName: 'PC' })
  return data[0]?.alerts ?? Number.NaN
}

test('an agency that is moved asks for the alerts of its new region', async () => {
  const move = async (regionId: number): Promise<void> => {
    const moved = await manager.call(agencies.updateDetails, { agencyId: 6938, to: { regionId } })
    expect(moved.code).toBe(0)
  }
  const { guid } = await sendAlert({ systemAlertRecipientType: 3, region: 2 })
  const here = await beat()
  await move(2)
  expect(await beat()).not.toBe(here)
  expect((await west.call(alerts.ofAgency, {})).data).toMatchObject([{ guid }])
  await move(0)
  expect(await beat()).toBe(here)
  await move(2)
  const there = await beat()
  // As many changes as the number of the region then falls by.
  await sendAlert({ guid, systemAlertRecipientType: 3, region: 2 })
  await manager.call(alerts.resolve, { guid })
  await move(0)
  expect(await beat()).not.toBe(there)
})

test('[MKT-66] the heartbeat’s number changes with every alert sent, updated or resolved, and otherwise stays', async () => {
  const seen = [await beat()]
  const { guid } = await sendAlert()
  seen.push(await beat())
  await sendAlert({ guid })
  seen.push(await beat())
  await manager.call(alerts.resolve, { guid })
  seen.push(await beat())
  expect(new Set(seen).size).toBe(4)
  await manager.call(alerts.resolve, { guid })
  await manager.call(alerts.send, { ...toAll, guid })
  await west.call(alerts.ofAgency, {})
  expect(await beat()).toBe(seen.at(-1))
})

test('[MKT-67] GetAlertDelivery tells how many an alert concerns, how many have it, and their names', async () => {
  const given = { systemAlertRecipientType: 1, applicableAgencies: [99_999_999, 6938, 8951] } as const
  const { guid } = await sendAlert({ ...given, applicableAgencies: [...given.applicableAgencies] })
  await east.call(alerts.ofAgency, {})
  const at = server.clock.now().toISOString()
  expect(await asked(guid)).toEqual({
    concerned: 3,
    delivered: 1,
    agencies: [
      { agencyId: 6938, name: 'Smith Insurance', deliveredAt: null },
      { agencyId: 8951, name: 'Łukasik & Sons', deliveredAt: at },
      { agencyId: 99_999_999, name: null, deliveredAt: null },
    ],
  })
  const inEast = await sendAlert({ systemAlertRecipientType: 3, region: 3 })
  expect(await asked(inEast.guid)).toMatchObject({
    concerned: 1,
    delivered: 0,
    agencies: [{ agencyId: 8951 }],
  })
  const everywhere = await sendAlert()
  await west.call(alerts.ofAgency, {})
  await east.call(alerts.ofAgency, {})
  expect(await asked(everywhere.guid)).toMatchObject({ concerned: 2, delivered: 2 })
  // An update is a new version, which nobody has yet.
  await sendAlert({ guid: everywhere.guid })
  expect(await asked(everywhere.guid)).toMatchObject({ concerned: 2, delivered: 0 })
  await manager.call(alerts.resolve, { guid })
  const late = await manager.call(alerts.delivery, { guid })
  expect([late.code, late.message]).toEqual([2, 'This alert is no longer active.'])
})

test('[MKT-67] of many agencies the first 500 by id are named', async () => {
  const ids = Array.from({ length: 700 }, (_, at) => 90_000_000 + at)
  const { guid } = await sendAlert({ systemAlertRecipientType: 1, applicableAgencies: ids.toReversed() })
  const delivery = await asked(guid)
  expect(delivery).toMatchObject({ concerned: 700, delivered: 0 })
  expect(delivery?.agencies.map(({ agencyId }) => agencyId)).toEqual(ids.slice(0, 500))
})

test('the names of known agencies are given to whoever may send alerts', async () => {
  const { data } = await manager.call(alerts.agencyNames, { agencyIds: [8951, 99_999_999, 6938] })
  expect(data).toEqual([
    { agencyId: 6938, name: 'Smith Insurance' },
    { agencyId: 8951, name: 'Łukasik & Sons' },
  ])
  const reader = await server.asNew({ permissions: [P.CanAccess, P.CanAccessSystemAlerts] })
  expect((await reader.call(alerts.agencyNames, { agencyIds: [6938] })).status).toBe(403)
})
