import { agencies } from '@agency-support/contract/modules/agencies'
import { session } from '@agency-support/contract/modules/session'
import { P } from '@agency-support/contract/permissions'
import { expect, test } from 'vitest'
import { testServer } from '../../test/app.ts'
import { useServer } from '../../test/use-server.ts'
import type { TestClient } from '../../test/client.ts'
import { madeUpServer } from '../../test/made-up.ts'
import { setReadOnly } from '../../test/read-only.ts'
import { untilOneWaits } from '../../test/until-one-waits.ts'
import { until } from '../../test/until.ts'
import { deleteOld } from '../jobs/retention.ts'
import { plusSeconds } from '../lib/clock.ts'

const server = useServer()

const hour = 60 * 60
const rename = async (client: TestClient) => {
  const got = await client.call(agencies.updateName, { agencyId: 1, name: 'Other' })
  expect(got.status).toBe(403)
}
const listRefusals = async (username: string) => {
  const rows = await server.db.read
    .selectFrom('journal')
    .select(['subject', 'after'])
    .where('event', '=', 'session.refused')
    .where('actor', '=', username)
    .orderBy('seq')
    .execute()
  return rows.map(({ subject, after }) => [subject, after])
}
const missing = 'EditAgencyStatus'
const subject = 'agencies.updateName'

test('refusals for one right at one call are reported at once, then as one number once the hour is over', async () => {
  const client = await server.asNew()
  const { username } = client.person
  const since = server.clock.now().toISOString()
  await rename(client)
  expect(await listRefusals(username)).toEqual([[subject, { missing }]])
  server.clock.turn(60)
  await Promise.all(Array.from({ length: 20 }, () => rename(client)))
  await deleteOld(server.db, server.clock.now())
  expect(await listRefusals(username)).toEqual([[subject, { missing }]])
  server.clock.turn(hour)
  await Promise.all([deleteOld(server.db, server.clock.now()), deleteOld(server.db, server.clock.now())])
  expect(await listRefusals(username)).toEqual([
    [subject, { missing }],
    [subject, { missing, times: 20, since }],
  ])
  await deleteOld(server.db, server.clock.now())
  expect(await listRefusals(username)).toHaveLength(2)
})

test('other calls, other rights and other people count apart; a single refusal is reported once', async () => {
  const [one, other] = [await server.asNew(), await server.asNew({ permissions: [] })]
  await rename(one)
  await one.call(agencies.retryStorageSetup, { agencyId: 1 })
  await rename(other)
  expect(await listRefusals(one.person.username)).toEqual([
    [subject, { missing }],
    ['agencies.retryStorageSetup', { missing }],
  ])
  expect(await listRefusals(other.person.username)).toEqual([[subject, { missing: 'CanAccess' }]])
  server.clock.turn(hour)
  await deleteOld(server.db, server.clock.now())
  expect(await listRefusals(one.person.username)).toHaveLength(2)
})

test('where no retention runs, the next refusal after the hour tells the number and begins another one', async () => {
  const client = await server.asNew({ permissions: [P.CanAccess] })
  const { username } = client.person
  const since = server.clock.now().toISOString()
  await rename(client)
  await rename(client)
  server.clock.turn(hour)
  const fresh = await server.as(client.person)
  await rename(fresh)
  await rename(fresh)
  expect(await listRefusals(username)).toEqual([
    [subject, { missing }],
    [subject, { missing, times: 2, since }],
  ])
})

/** Counts as earlier refusals leave them; only whose they are and when they began differ. */
async function counted(...rows: { staffId: number; since?: Date; call?: string; missing?: string }[]) {
  const values = rows.map(({ staffId, since = server.clock.now(), ...of }) => ({
    staff_id: staffId,
    call: subject,
    missing,
    since,
    more: 3,
    ...of,
  }))
  await server.db.write.insertInto('refused_right').values(values).execute()
}
const listCounts = (...staffIds: number[]) =>
  server.db.read
    .selectFrom('refused_right')
    .select(['staff_id', 'call', 'missing', 'more'])
    .where('staff_id', 'in', staffIds)
    .where('more', '>', 0)
    .execute()

test('the end of an hour takes no count of another right, call or person along', async () => {
  const [one, other] = [await server.asNew(), await server.asNew()]
  const { staffId } = one.person
  const others = [
    { staffId, missing: 'CanAccess' },
    { staffId, call: 'agencies.retryStorageSetup' },
    { staffId: other.person.staffId },
  ]
  await counted({ staffId }, ...others)
  server.clock.turn(hour)
  await rename(await server.as(one.person))
  expect(await listCounts(staffId, other.person.staffId)).toHaveLength(others.length)
})

test('retention tells a count that began in the future, and keeps one that begins anew meanwhile', async () => {
  const [ahead, anew] = [(await server.asNew()).person, (await server.asNew()).person]
  const now = server.clock.now()
  const since = plusSeconds(now, 24 * hour)
  await counted({ staffId: ahead.staffId, since }, { staffId: anew.staffId, since: plusSeconds(now, -hour) })
  const { retention } = await server.db.write.transaction().execute(async (tx) => {
    await tx
      .updateTable('refused_right')
      .set({ since: now, more: 1 })
      .where('staff_id', '=', anew.staffId)
      .execute()
    const waiting = deleteOld(server.db, now)
    await untilOneWaits(tx, 'refused_right')
    return { retention: waiting }
  })
  await retention
  expect(await listRefusals(ahead.username)).toEqual([
    [subject, { missing, times: 3, since: since.toISOString() }],
  ])
  expect(await listCounts(ahead.staffId, anew.staffId)).toMatchObject([{ staff_id: anew.staffId, more: 1 }])
})

test('an hour that began in the future is over', async () => {
  const client = await server.asNew()
  server.clock.turn(24 * hour)
  await rename(await server.as(client.person))
  server.clock.turn(-24 * hour)
  await rename(client)
  expect(await listRefusals(client.person.username)).toHaveLength(2)
})

test('while no change is taken a refusal is a line of the log; one that cannot be counted otherwise is a failure', async () => {
  await using own = await testServer()
  const client = await own.asNew()
  await own.db.write.schema.alterTable('refused_right').renameTo('refused_right_away').execute()
  const failed = await client.call(agencies.updateName, { agencyId: 1, name: 'Other' })
  expect(failed.status).toBe(500)
  await own.db.write.schema.alterTable('refused_right_away').renameTo('refused_right').execute()
  await setReadOnly(own.database.url, true)
  await until('reading works', async () => (await client.call(session.whoami, {})).status === 200)
  await rename(client)
  await setReadOnly(own.database.url, false)
  const facts = { sessionId: expect.any(Number) as number, route: subject, missing }
  expect(own.logSecrets.entries('refusal.unrecorded')).toMatchObject([facts])
  expect(await own.db.read.selectFrom('refused_right').selectAll().execute()).toEqual([])
})

test('open screens are told of a refusal that became a row, not of one that was only counted', async () => {
  await using own = await madeUpServer()
  const client = await own.asNew()
  await rename(client)
  expect(own.commits()).toBe(1)
  await rename(client)
  expect(own.commits()).toBe(1)
})
