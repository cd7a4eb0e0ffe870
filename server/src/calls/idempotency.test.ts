import { randomUUID } from 'node:crypto'
import { agencies } from '@agency-support/contract/modules/agencies'
import { certificates } from '@agency-support/contract/modules/certificates'
import { esignature } from '@agency-support/contract/modules/esignature'
import { seats } from '@agency-support/contract/modules/seats'
import { session } from '@agency-support/contract/modules/session'
import { P } from '@agency-support/contract/permissions'
import { describe, expect, test } from 'vitest'
import { testServer } from '../../test/app.ts'
import { useServer } from '../../test/use-server.ts'
import { allPermissions } from '../../test/people.ts'
import { openDatabase } from '../db/open.ts'
import { deleteOld } from '../jobs/retention.ts'
import { KeyRing } from '../settings/key-ring.ts'
import { claimKey, dropKey, keepAnswer, longestRequestMs, readWriteKey } from './idempotency.ts'

const server = useServer()

const editor = { permissions: [P.CanAccess, P.EditAgencyStatus] }
const withKey = (key: string): { 'idempotency-key': string } => ({ 'idempotency-key': key })

async function countHistory(agencyId: number): Promise<number> {
  const rows = await server.db.read
    .selectFrom('journal')
    .select('seq')
    .where('agency_id', '=', agencyId)
    .execute()
  return rows.length
}

test('a repeated write gives the very same answer and has one effect', async () => {
  const client = await server.asNew(editor)
  const agencyId = await server.newAgency()
  const key = withKey(randomUUID())
  const first = await client.call(agencies.updateName, { agencyId, name: 'Second' }, key)
  await client.call(agencies.updateName, { agencyId, name: 'Third' })
  const again = await client.call(agencies.updateName, { agencyId, name: 'Second' }, key)
  expect(again.text).toBe(first.text)
  expect(again.status).toBe(200)
  expect(again.headers['content-type']).toBe(first.headers['content-type'])
  const [now] = (await client.call(agencies.config, { agencyId })).data
  expect(now?.name).toBe('Third')
  expect(await countHistory(agencyId)).toBe(2)
})

test('the same key with another body is refused with 422 and changes nothing', async () => {
  const client = await server.asNew(editor)
  const agencyId = await server.newAgency()
  const key = withKey(randomUUID())
  await client.call(agencies.updateName, { agencyId, name: 'Second' }, key)
  const other = await client.call(agencies.updateName, { agencyId, name: 'Other' }, key)
  expect([other.status, other.code]).toEqual([200, 422])
  expect(other.message).toBe('This Idempotency-Key was used for another request.')
  expect(other.refusal).toBeUndefined()
  const otherCall = await client.call(agencies.updateStatus, { agencyId, status: 2 }, key)
  expect(otherCall.code).toBe(422)
  expect(await countHistory(agencyId)).toBe(1)
})

test('a key belongs to its call: the same body sent to another path is refused with 422 and changes nothing', async () => {
  const { software } = await server.newSoftware()
  const key = withKey(randomUUID())
  const body = { events: [] }
  expect((await software.call(esignature.report, body, key)).code).toBe(0)
  expect((await software.call(esignature.report, body, key)).code).toBe(0)
  const other = await software.call(certificates.report, body, key)
  expect([other.status, other.code, other.message]).toEqual([
    200,
    422,
    'This Idempotency-Key was used for another request.',
  ])
  expect((await software.call(certificates.report, body, withKey(randomUUID()))).code).toBe(0)
})

test('a key belongs to an address: where the input sits there, another one is refused with 422', async () => {
  const agencyId = await server.newAgency()
  const releaser = await server.asNew({ permissions: allPermissions })
  const key = withKey(randomUUID())
  const software = await server.software(agencyId)
  const held = ['AAA', 'BBB'].map((username) => ({
    username,
    lastSigninAt: '2026-11-18T08:00:00.000Z',
    lastTokenAt: '2026-11-19T08:00:00.000Z',
    tokens: [],
  }))
  await software.call(seats.reportSeats, { licensedSeats: 5, seats: held })
  await server.db.write
    .updateTable('agency')
    .set({ is_online: true })
    .where('agency_id', '=', agencyId)
    .execute()
  const release = (username: string) =>
    releaser.call(seats.release, { agencyId: String(agencyId), username }, key)
  const first = await release('AAA')
  expect(first.code).toBe(0)
  expect((await release('AAA')).text).toBe(first.text)
  const other = await release('BBB')
  expect([other.status, other.code]).toEqual([200, 422])
  const [usage] = (await releaser.call(seats.usage, { agencyId: String(agencyId) })).data
  expect(usage?.seats.map(({ username }) => username)).toEqual(['BBB'])
})

test('requests at once under one key have one effect and one answer', async () => {
  const client = await server.asNew(editor)
  const agencyId = await server.newAgency()
  const key = withKey(randomUUID())
  const got = await Promise.all(
    Array.from({ length: 8 }, () => client.call(agencies.updateName, { agencyId, name: 'Second' }, key)),
  )
  expect(new Set(got.map(({ text }) => text)).size).toBe(1)
  expect(got[0]?.code).toBe(0)
  expect(await countHistory(agencyId)).toBe(1)
})

test('a refusal is not kept: the same key works once the obstacle is gone', async () => {
  const client = await server.asNew(editor)
  const agencyId = 1_500
  const key = withKey(randomUUID())
  const refused = await client.call(agencies.updateName, { agencyId, name: 'Second' }, key)
  expect(refused.code).toBe(2)
  await server.agency(agencyId, 'First')
  expect((await client.call(agencies.updateName, { agencyId, name: 'Second' }, key)).code).toBe(0)
})

test('a repetition gets the first answer, though as a new request it would be refused by now', async () => {
  const client = await server.asNew(editor)
  const agencyId = await server.newAgency()
  const key = withKey(randomUUID())
  const rename = { agencyId, name: 'Second', version: 1 }
  const first = await client.call(agencies.updateName, rename, key)
  expect(first.code).toBe(0)
  await client.call(agencies.updateName, { agencyId, name: 'Third' })
  expect((await client.call(agencies.updateName, rename)).code).toBe(409)
  expect((await client.call(agencies.updateName, rename, key)).text).toBe(first.text)
  expect(await countHistory(agencyId)).toBe(2)
})

test('a key belongs to a person', async () => {
  const [one, other] = [await server.asNew(editor), await server.asNew(editor)]
  const agencyId = await server.newAgency()
  const key = withKey(randomUUID())
  expect((await one.call(agencies.updateName, { agencyId, name: 'Second' }, key)).code).toBe(0)
  expect((await other.call(agencies.updateName, { agencyId, name: 'Third' }, key)).code).toBe(0)
  expect(await countHistory(agencyId)).toBe(2)
})

test('a missing right is judged before the key: it gives no answer of somebody else’s time away', async () => {
  const person = await server.person(editor)
  const client = await server.as(person)
  const agencyId = await server.newAgency()
  const key = withKey(randomUUID())
  await client.call(agencies.updateName, { agencyId, name: 'Second' }, key)
  await server.db.write
    .updateTable('staff')
    .set({ permissions: [P.CanAccess] })
    .where('staff_id', '=', person.staffId)
    .execute()
  expect((await client.call(agencies.updateName, { agencyId, name: 'Second' }, key)).status).toBe(403)
})

test.each(['short', 'with blank in it', 'x'.repeat(101)])('"%s" is no key', async (key) => {
  const client = await server.asNew(editor)
  const got = await client.call(agencies.updateName, { agencyId: 1, name: 'Second' }, withKey(key))
  expect([got.status, got.message]).toEqual([
    400,
    'Idempotency-Key must be 8 to 100 visible ASCII characters.',
  ])
})

test('a call that hashes passwords keeps its answer too, and lets go of the key when it is refused', async () => {
  const person = await server.person({ ...editor, password: 'the first of all passwords' })
  const client = await server.as(person)
  const key = withKey(randomUUID())
  const short = await client.call(session.updatePassword, { newPassword: 'short' }, key)
  expect(short.code).toBe(400)
  const input = {
    newPassword: 'the second of all passwords',
    currentPassword: 'the first of all passwords',
  }
  const first = await client.call(session.updatePassword, input, key)
  expect(first.code).toBe(0)
  const again = await client.call(session.updatePassword, input, key)
  expect(again.text).toBe(first.text)
  const changes = await server.db.read
    .selectFrom('journal')
    .select('seq')
    .where('event', '=', 'session.passwordChanged')
    .where('subject', '=', person.username)
    .execute()
  expect(changes).toHaveLength(1)
})

test('signing out needs no key: one that was used for something else keeps nobody in', async () => {
  const client = await server.asNew(editor)
  const key = withKey(randomUUID())
  await client.call(agencies.updateName, { agencyId: await server.newAgency(), name: 'Named' }, key)
  for (const call of [session.signOutByGet, session.signOut])
    expect((await client.call(call, {}, key)).code).toBe(0)
  expect((await client.call(session.whoami, {})).status).toBe(401)
})

test('while secret keys are being changed, a repeated write is known by every process that shares one', async () => {
  const sent = (names: string, body: string) => {
    const secretKeys = new KeyRing(
      'SECRET_KEY',
      Array.from(names, (name) => Buffer.from(name.repeat(32))),
    )
    const write = { owner: 1, call: 'agencies.updateName', body: Buffer.from(body), secretKeys }
    const key = readWriteKey('several-keys', write)
    if (key === undefined) throw new Error('a header is a key')
    return key
  }
  const now = server.clock.now()
  const { write } = server.db
  expect(await claimKey(write, sent('ab', 'one'), now)).toBeUndefined()
  await keepAnswer(write, sent('ab', 'one'), 'the answer')
  for (const names of ['ab', 'a', 'b', 'ba', 'bc', 'cb', 'ca', 'cda'])
    expect(await claimKey(write, sent(names, 'one'), now)).toBe('the answer')
  for (const [names, body] of [
    ['c', 'one'],
    ['cd', 'one'],
    ['ab', 'two'],
    ['b', 'two'],
  ] as const)
    await expect(claimKey(write, sent(names, body), now)).rejects.toMatchObject({
      envelope: { code: 422 },
    })
})

test('while secret keys are being changed, agencies’ software still repeats what was cut off', async () => {
  const { write } = server.db
  const now = server.clock.now()
  const later = new Date(now.getTime() + longestRequestMs + 1)
  const sent = (names: string) => ({
    owner: -6938,
    key: 'cut-off-in-a-change',
    call: 'agencyCommands.heartbeat',
    // One digest under each secret key.
    bodyHash: Buffer.concat(Array.from(names, (name) => Buffer.alloc(32, name))),
  })
  expect(await claimKey(write, sent('a'), now)).toBeUndefined()
  expect(await claimKey(write, sent('ba'), later)).toBeUndefined()
})

describe('of two who send the same key', () => {
  const claim = { call: 'agencies.updateName', bodyHash: Buffer.alloc(32, 'b') }
  const twoOwners = (key: string) =>
    [
      { ...claim, owner: 1, key },
      { ...claim, owner: 2, key },
    ] as const
  const ask = (key: ReturnType<typeof twoOwners>[number]) =>
    claimKey(server.db.write, key, server.clock.now())

  test('each is answered with what was done for them', async () => {
    const [mine, theirs] = twoOwners('one-key-of-two')
    for (const key of [mine, theirs]) expect(await ask(key)).toBeUndefined()
    await keepAnswer(server.db.write, mine, 'mine')
    await keepAnswer(server.db.write, theirs, 'theirs')
    expect([await ask(mine), await ask(theirs)]).toEqual(['mine', 'theirs'])
  })

  test('the failure of one leaves the other’s write alone, and what was answered stays', async () => {
    const [mine, theirs] = twoOwners('one-key-that-fails')
    for (const key of [mine, theirs]) expect(await ask(key)).toBeUndefined()
    await dropKey(server.db.write, mine)
    await expect(ask(theirs)).rejects.toMatchObject({ envelope: { code: 409 } })
    expect(await ask(mine)).toBeUndefined()
    await keepAnswer(server.db.write, theirs, 'theirs')
    await dropKey(server.db.write, theirs)
    expect(await ask(theirs)).toBe('theirs')
  })
})

test('agencies’ software repeats what was cut off, but no other request and nothing that was answered', async () => {
  const { write } = server.db
  const now = server.clock.now()
  const later = new Date(now.getTime() + longestRequestMs + 1)
  const call = 'agencyCommands.heartbeat'
  const cutOff = { owner: -6938, key: 'cut-off-key', call, bodyHash: Buffer.alloc(32, 'b') }
  const others = [{ key: 'its-next-key' }, { owner: -8951 }].map((part) => ({ ...cutOff, ...part }))
  for (const key of [cutOff, ...others]) expect(await claimKey(write, key, now)).toBeUndefined()
  for (const part of [{ call: 'agencyFiles.finishUpload' }, { bodyHash: Buffer.alloc(32, 'c') }])
    await expect(claimKey(write, { ...cutOff, ...part }, later)).rejects.toMatchObject({
      envelope: { code: 422 },
    })
  expect(await claimKey(write, cutOff, later)).toBeUndefined()
  await expect(claimKey(write, cutOff, later)).rejects.toMatchObject({ envelope: { code: 409 } })
  await keepAnswer(write, cutOff, 'done')
  const muchLater = new Date(later.getTime() + longestRequestMs + 1)
  expect(await claimKey(write, cutOff, muchLater)).toBe('done')
})

test('keys are kept for a day', async () => {
  await using other = await testServer()
  await other.agency(7, 'First')
  const client = await other.asNew(editor)
  const key = withKey(randomUUID())
  const db = openDatabase({ url: other.database.url, poolSize: 1, onError: () => undefined })
  const kept = async (): Promise<number> =>
    (await other.db.read.selectFrom('idempotency').select('key').execute()).length
  const first = await client.call(agencies.updateName, { agencyId: 7, name: 'Second' }, key)
  other.clock.turn(24 * 3600 - 1)
  await deleteOld(db, other.clock.now())
  expect(await kept()).toBe(1)
  const nextDay = await other.as(client.person)
  expect((await nextDay.call(agencies.updateName, { agencyId: 7, name: 'Second' }, key)).text).toBe(
    first.text,
  )
  other.clock.turn(2)
  await deleteOld(db, other.clock.now())
  expect(await kept()).toBe(0)
  await db.close()
})
