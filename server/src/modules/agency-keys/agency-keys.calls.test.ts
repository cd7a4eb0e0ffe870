import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { agencyKeys } from '@agency-support/contract/modules/agency-keys'
import { journal } from '@agency-support/contract/modules/journal'
import { P } from '@agency-support/contract/permissions'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'
import { until } from '../../../test/until.ts'
import { rotateAgencyKey } from './service.ts'

const { get, issue, rotate, revoke } = agencyKeys
const server = useServer()
let issuer: TestClient
let admin: TestClient
beforeAll(async () => {
  issuer = await server.asNew({ permissions: [P.CanAccess, P.CreateNewAgency] })
  admin = await server.asNew({ permissions: [P.CanAccess, P.AgencyManagementAdmin] })
})

async function statusWith(key: string): Promise<number> {
  const client = await server.as(null)
  const beat = { versionDisplay: '5.4.2', hostName: 'HQ' }
  return (await client.call(agencyCommands.heartbeat, beat, { authorization: `Bearer ${key}` })).status
}

async function known(agencyId: number) {
  const { code, data } = await issuer.call(get, { agencyId })
  expect(code).toBe(0)
  return data
}
const keyIn = ({ code, data }: { code: number; data: { key: string }[] }): string => {
  expect(code).toBe(0)
  return data[0]?.key ?? ''
}
const events = async (agencyId: number) =>
  (await issuer.call(journal.agencyHistory, { agencyId })).data
    .map(({ event }) => event)
    .filter((event) => event.startsWith('agencyKeys.'))

test('[TRUTH-13] a key is issued with 2002, rotated and revoked with 6000, shown once with its last use, and after a revocation refused at once', async () => {
  const agencyId = 13_000_001
  await server.agency(agencyId)
  expect(await known(agencyId)).toEqual([])
  expect((await admin.call(issue, { agencyId })).status).toBe(403)
  const first = keyIn(await issuer.call(issue, { agencyId }))
  expect(first).toMatch(/^13000001\.[\w-]{43}$/)
  const since = server.clock.now().toISOString()
  expect(await known(agencyId)).toEqual([{ since, lastUsedAt: null, previousUntil: null }])
  expect(await statusWith(first)).toBe(200)
  await until('its use is known', async () => (await known(agencyId))[0]?.lastUsedAt === since)

  for (const call of [rotate, revoke]) expect((await issuer.call(call, { agencyId })).status).toBe(403)
  const second = keyIn(await admin.call(rotate, { agencyId }))
  const previousUntil = new Date(server.clock.now().getTime() + 15 * 60_000).toISOString()
  expect(await known(agencyId)).toEqual([{ since, lastUsedAt: null, previousUntil }])
  expect([await statusWith(first), await statusWith(second)]).toEqual([200, 200])

  expect((await admin.call(revoke, { agencyId })).code).toBe(0)
  expect([await statusWith(first), await statusWith(second)]).toEqual([401, 401])
  expect(await known(agencyId)).toEqual([])
  expect(await events(agencyId)).toEqual(['agencyKeys.revoked', 'agencyKeys.rotated', 'agencyKeys.issued'])
  const rows = await server.db.read.selectFrom('journal').select(['before', 'after', 'subject']).execute()
  for (const key of [first, second]) expect(JSON.stringify(rows)).not.toContain(key.split('.')[1])

  server.clock.turn(15 * 60 + 1)
  for (const [person, call] of [
    [issuer, issue],
    [admin, rotate],
    [admin, revoke],
  ] as const)
    expect(await person.call(call, { agencyId })).toMatchObject({ status: 200, code: 428 })
})

test('a second first key, a key of nobody and one that is not there are refused in a sentence', async () => {
  const agencyId = 13_000_002
  await server.agency(agencyId)
  const [fresh, boss] = [
    await server.asNew({ permissions: [P.CanAccess, P.CreateNewAgency] }),
    await server.asNew({ permissions: [P.CanAccess, P.AgencyManagementAdmin] }),
  ]
  for (const call of [rotate, revoke])
    expect(await boss.call(call, { agencyId })).toMatchObject({ code: 2, message: 'This agency has no key.' })
  const headers = { 'idempotency-key': 'the-same-issue-again' }
  const key = keyIn(await fresh.call(issue, { agencyId }, headers))
  const again = await fresh.call(issue, { agencyId }, headers)
  expect(again.code).toBe(409)
  expect(again.text).not.toContain(key)
  expect(await fresh.call(issue, { agencyId })).toMatchObject({
    code: 409,
    message: 'This agency has a key already.',
  })
  expect(await fresh.call(issue, { agencyId: 4_040_404 })).toMatchObject({ code: 2 })
  expect(await statusWith(key)).toBe(200)
})

test('a use within a minute is not written down again, and one of the key before is none of the new one', async () => {
  const agencyId = 13_000_003
  await server.agency(agencyId)
  const fresh = await server.asNew({ permissions: [P.CanAccess, P.CreateNewAgency] })
  const boss = await server.asNew({ permissions: [P.CanAccess, P.AgencyManagementAdmin] })
  const first = keyIn(await fresh.call(issue, { agencyId }))
  await statusWith(first)
  const used = server.clock.now().toISOString()
  await until('its use is known', async () => (await known(agencyId))[0]?.lastUsedAt === used)
  server.clock.turn(59)
  await statusWith(first)
  server.clock.turn(1)
  await statusWith(first)
  const later = server.clock.now().toISOString()
  await until('the later use is known', async () => (await known(agencyId))[0]?.lastUsedAt === later)
  const second = keyIn(await boss.call(rotate, { agencyId }))
  await statusWith(first)
  expect((await known(agencyId))[0]?.lastUsedAt).toBeNull()
  await statusWith(second)
  await until('the new key’s use is known', async () => (await known(agencyId))[0]?.lastUsedAt === later)
})

test('a key that is rotated again before its first use leaves the one in use valid for 15 minutes more', async () => {
  const agencyId = 13_000_005
  await server.agency(agencyId)
  const fresh = await server.asNew({ permissions: [P.CanAccess, P.CreateNewAgency] })
  const boss = await server.asNew({ permissions: [P.CanAccess, P.AgencyManagementAdmin] })
  const isUsed = (reader: TestClient) =>
    until('its use is known', async () => {
      const { data } = await reader.call(get, { agencyId })
      return data[0]?.lastUsedAt !== null
    })
  const first = keyIn(await fresh.call(issue, { agencyId }))
  await statusWith(first)
  await isUsed(boss)
  const unseen = keyIn(await boss.call(rotate, { agencyId }))
  server.clock.turn(14 * 60)
  const second = keyIn(await boss.call(rotate, { agencyId }))
  server.clock.turn(14 * 60)
  expect([await statusWith(first), await statusWith(unseen), await statusWith(second)]).toEqual([
    200, 401, 200,
  ])
  // Once a key is in use, the one before it gives way at the next rotation.
  const later = await server.asNew({ permissions: [P.CanAccess, P.AgencyManagementAdmin] })
  await isUsed(later)
  const third = keyIn(await later.call(rotate, { agencyId }))
  expect([await statusWith(first), await statusWith(second), await statusWith(third)]).toEqual([
    401, 200, 200,
  ])
})

test('the command line makes the first key too and rotates it, but none for an agency that is not there', async () => {
  const agencyId = 13_000_004
  await server.agency(agencyId)
  const context = {
    at: server.clock.now(),
    actor: { kind: 'system', name: 'cli', sessionId: null },
    requestId: null,
  } as const
  const make = (id: number) => rotateAgencyKey(server.db, id, context)
  const [first = '', second = ''] = [await make(agencyId), await make(agencyId)]
  expect(await make(4_040_404)).toBeUndefined()
  expect([await statusWith(first), await statusWith(second)]).toEqual([200, 200])
  server.clock.turn(15 * 60)
  expect([await statusWith(first), await statusWith(second)]).toEqual([401, 200])
  const rows = await server.db.read
    .selectFrom('journal')
    .select(['event', 'actor', 'subject', 'agency_id'])
    .where('actor', '=', 'cli')
    .orderBy('seq')
    .execute()
  const shared = { actor: 'cli', subject: 'Key of 13000004', agency_id: agencyId }
  expect(rows).toEqual([
    { ...shared, event: 'agencyKeys.issued' },
    { ...shared, event: 'agencyKeys.rotated' },
  ])
})
