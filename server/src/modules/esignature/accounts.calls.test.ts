import { esignature } from '@agency-support/contract/modules/esignature'
import { expect, test } from 'vitest'
import { useEsignature, subscribed, user, users } from '../../../test/esignature.ts'
import { untilOneWaits } from '../../../test/until-one-waits.ts'
import { removeUser } from './store.ts'

const world = useEsignature()

test('[ESIG-16] [PROV-52] an account id is set without asking Formstack, trimmed, and written down', async () => {
  const { agencyId } = await world.agencyWith(
    users('u', '2026-03-02T10:00:00Z', user('a@smith.test', { accountId: '1' }), user('b@smith.test')),
  )
  const set = (email: string, newId: string, version?: number) =>
    world.editor.call(esignature.setAccountId, {
      agencyId,
      email,
      newId,
      ...(version === undefined ? {} : { version }),
    })
  const changedAt = world.server.clock.now().toISOString()
  expect((await set('b@smith.test', '  22 ', 1)).data).toMatchObject([{ accountId: '22', version: 2 }])
  world.server.clock.turn(60)
  expect(await world.listJournal(agencyId, 'esignature.accountIdSet')).toEqual([
    {
      actor_kind: 'staff',
      actor: world.editor.person.username,
      subject: 'b@smith.test',
      before: { accountId: '' },
      after: { accountId: '22' },
    },
  ])
  expect(await set('nobody@smith.test', '3')).toMatchObject({
    status: 200,
    code: 2,
    message: 'User not found',
  })
  expect(await set('b@smith.test', '1')).toMatchObject({
    status: 200,
    code: 409,
    message: 'This account id belongs to a@smith.test.',
  })
  expect(await set('b@smith.test', '23', 1)).toMatchObject({
    code: 409,
    message: `${world.editor.person.username} changed this account id at ${changedAt}.`,
    refusal: { changedAt, current: { accountId: '22', version: 2 } },
  })
  expect((await set('b@smith.test', '22', 2)).code).toBe(0)
  expect(await world.listJournal(agencyId, 'esignature.accountIdSet')).toHaveLength(1)
  expect((await set('b@smith.test', ' '.repeat(9))).message).toBe('Enter an account id.')
  expect((await set('b@smith.test', 'x'.repeat(51))).status).toBe(400)
  expect((await set('b@smith.test', 'x'.repeat(50))).code).toBe(0)
  expect(await world.control('GET', '/received')).toEqual([])
})

test('12 people who give one account id to 12 users: one of them has it', async () => {
  const emails = Array.from({ length: 12 }, (_, n) => `u${n}@smith.test`)
  const { agencyId } = await world.agencyWith(
    users('u', '2026-03-02T10:00:00Z', ...emails.map((email) => user(email))),
  )
  const codes = await Promise.all(
    emails.map(
      async (email) =>
        (await world.editor.call(esignature.setAccountId, { agencyId, email, newId: '7' })).code,
    ),
  )
  expect(codes.filter((code) => code === 0)).toHaveLength(1)
  expect(codes.filter((code) => code === 409)).toHaveLength(11)
})

test('[ESIG-20] [PROV-53] an account goes at Formstack, then here; one that is gone there is done', async () => {
  const agencyId = await world.withAccounts('d1')
  const remove = (email: string) => world.manager.call(esignature.deleteAccount, { agencyId, email })
  expect((await remove('a@D1.test')).code).toBe(0)
  // Without an account id the account is found by its address.
  expect((await remove('b@d1.test')).code).toBe(0)
  expect((await remove('none@d1.test')).code).toBe(0)
  expect(
    Object.values((await world.control('GET', '/effects')) as object).map((counted) => counted as unknown),
  ).toEqual([{ 'removed d1-1': 1 }, { 'removed d1-2': 1 }])
  expect(await world.emailsOf(agencyId)).toEqual([])
  expect(await remove('a@d1.test')).toMatchObject({ status: 200, code: 2, message: 'User not found' })
  expect(await world.listJournal(agencyId, 'esignature.accountDeleted')).toMatchObject([
    { subject: 'A@d1.test', before: { accountId: 'd1-1' } },
    { subject: 'b@d1.test', before: { accountId: '' } },
    { subject: 'none@d1.test', before: { accountId: '' } },
  ])
})

test('[PROV-53] while Formstack fails the user stays; a lost answer is read and not asked for twice', async () => {
  const agencyId = await world.withAccounts('d2')
  const remove = () => world.manager.call(esignature.deleteAccount, { agencyId, email: 'a@d2.test' })
  await world.control('POST', '/fault', { endpoint: 'delete', kind: 'status', status: 503, times: 1 })
  expect((await remove()).code).toBe(503)
  expect(await world.emailsOf(agencyId)).toContain('A@d2.test')
  await world.control('POST', '/fault', { endpoint: 'delete', kind: 'lost', times: 1 })
  expect((await remove()).code).toBe(0)
  expect(Object.values((await world.control('GET', '/effects')) as object)).toEqual([{ 'removed d2-1': 1 }])
  expect(await world.emailsOf(agencyId)).not.toContain('A@d2.test')
})

test('[PROV-53] a removal that can neither be confirmed nor read is told as unclear; repeating it is safe', async () => {
  const agencyId = await world.withAccounts('d5')
  const remove = () => world.manager.call(esignature.deleteAccount, { agencyId, email: 'a@d5.test' })
  await world.control('POST', '/fault', { endpoint: 'user', kind: 'status', status: 500 })
  // The newest fault that fits counts: the account is found first, and cannot be read afterwards.
  await world.control('POST', '/fault', { endpoint: 'user', kind: 'delay', ms: 0, times: 1 })
  await world.control('POST', '/fault', { endpoint: 'delete', kind: 'lost', times: 1 })
  const unclear = await remove()
  expect([unclear.code, unclear.message]).toEqual([
    503,
    'Formstack cannot be reached at the moment. The account may be removed there: delete it again to be sure.',
  ])
  expect(await world.emailsOf(agencyId)).toContain('A@d5.test')
  await world.control('DELETE', '/fault')
  expect((await remove()).code).toBe(0)
  expect(await world.emailsOf(agencyId)).not.toContain('A@d5.test')
})

test('an account that belongs to somebody else is not removed', async () => {
  const agencyId = await world.withAccounts('d3')
  await world.withAccounts('d4')
  await world.editor.call(esignature.setAccountId, { agencyId, email: 'none@d3.test', newId: 'd4-1' })
  const got = await world.manager.call(esignature.deleteAccount, { agencyId, email: 'none@d3.test' })
  expect([got.code, got.message]).toEqual([
    409,
    'The account d4-1 belongs to a@d4.test at Formstack. Correct the account id first.',
  ])
  expect(await world.control('GET', '/effects')).toEqual({})
})

test('an account of another group that only its address leads to is not removed', async () => {
  await world.withAccounts('d7')
  const at = '2026-03-02T10:00:00Z'
  const { agencyId } = await world.agencyWith(subscribed('s', at, 'd8'), users('u', at, user('b@d7.test')))
  const got = await world.manager.call(esignature.deleteAccount, { agencyId, email: 'b@d7.test' })
  expect(got.code).toBe(0)
  expect(await world.emailsOf(agencyId)).toEqual([])
  expect(await world.control('GET', '/effects')).toEqual({})
})

test('an account id is free again once its user is deleted', async () => {
  const agencyId = await world.withAccounts('d9')
  const set = () =>
    world.editor.call(esignature.setAccountId, { agencyId, email: 'none@d9.test', newId: 'd9-1' })
  expect((await set()).code).toBe(409)
  await world.manager.call(esignature.deleteAccount, { agencyId, email: 'a@d9.test' })
  expect((await set()).code).toBe(0)
})

test('an account id for a user whom somebody else is deleting finds no user', async () => {
  const agencyId = await world.withAccounts('d10')
  const { db, clock } = world.server
  const { second } = await db.write.transaction().execute(async (tx) => {
    await removeUser(tx, agencyId, 'none@d10.test', clock.now())
    const waiting = world.editor.call(esignature.setAccountId, {
      agencyId,
      email: 'none@d10.test',
      newId: '7',
    })
    await untilOneWaits(tx, 'esignature_user')
    return { second: waiting }
  })
  expect(await second).toMatchObject({ status: 200, code: 2, message: 'User not found' })
  expect(await world.listJournal(agencyId, 'esignature.accountIdSet')).toEqual([])
})

test('two people who delete one account at once: one effect at Formstack, one journal row', async () => {
  const agencyId = await world.withAccounts('d5')
  const remove = () => world.manager.call(esignature.deleteAccount, { agencyId, email: 'a@d5.test' })
  const codes = (await Promise.all([remove(), remove(), remove()])).map(({ code }) => code)
  expect(codes.filter((code) => code === 0)).toHaveLength(1)
  expect(codes.filter((code) => code === 2)).toHaveLength(2)
  expect(Object.values((await world.control('GET', '/effects')) as object)).toEqual([{ 'removed d5-1': 1 }])
  expect(await world.listJournal(agencyId, 'esignature.accountDeleted')).toHaveLength(1)
})

test('a deleted user comes back only when registered anew', async () => {
  const agencyId = await world.withAccounts('d6')
  await world.manager.call(esignature.deleteAccount, { agencyId, email: 'a@d6.test' })
  const software = await world.server.software(agencyId)
  const report = (id: string, ...listed: ReturnType<typeof user>[]) =>
    software.call(esignature.report, {
      events: [users(id, world.server.clock.now().toISOString(), ...listed)],
    })
  const registered = (dateCreated: string) => user('a@d6.test', { dateCreated, accountId: '9' })
  await report('again', registered('2026-03-02T10:00:00Z'))
  expect(await world.emailsOf(agencyId)).toEqual([])
  // A list without them does not make them unknown.
  await report('without')
  await report('once more', registered('2026-03-02T10:00:00Z'))
  expect(await world.emailsOf(agencyId)).toEqual([])
  world.server.clock.turn(60)
  await report('anew', registered(world.server.clock.now().toISOString()))
  expect((await world.detailsOf(agencyId)).registeredUsers).toMatchObject([{ accountId: '9' }])
})

test('[ESIG-22] deleting needs an address', async () => {
  const got = await world.manager.call(esignature.deleteAccount, { agencyId: 52_000, email: ' ' })
  expect([got.status, got.message]).toEqual([400, 'email is required.'])
})

test('[ESIG-25] [ESIG-38] [PROV-54] the audit log tells who deleted which account, newest first', async () => {
  const agencyId = await world.withAccounts('l1')
  const secondsFromNow = (seconds: number) =>
    new Date(world.server.clock.now().getTime() + seconds * 1000).toISOString()
  const [first, second, third] = [0, 1, 2].map(secondsFromNow)
  for (const email of ['a@l1.test', 'b@l1.test']) {
    await world.manager.call(esignature.deleteAccount, { agencyId, email })
    world.server.clock.turn(1)
  }
  await world.server.db.write
    .insertInto('journal')
    .values({
      at: world.server.clock.now(),
      actor_kind: 'agency',
      actor: '00000001',
      event: 'esignature.accountDeleted',
      agency_id: agencyId,
      subject: 'c@l1.test',
    })
    .execute()
  const ask = (eventName: string) => world.manager.call(esignature.userLogs, { agencyId, eventName })
  const { data } = await ask('DeleteAccount')
  const entry = (username: string, userType: string, ts: string | undefined, EmailAddress: string) => ({
    username,
    ts,
    userType,
    json: JSON.stringify({ EmailAddress }),
  })
  const { username } = world.manager.person
  expect(data).toEqual([
    entry('00000001', 'Agency', third, 'c@l1.test'),
    entry(username, 'Staff', second, 'b@l1.test'),
    entry(username, 'Staff', first, 'A@l1.test'),
  ])
  expect((await ask('Anything')).data).toEqual([])
})

test('[PROV-54] the audit log ends with the 1,000 newest deletions', async () => {
  const { agencyId } = await world.agencyWith()
  const deletion = (at: number) => ({
    at: new Date(Date.UTC(2026, 2, 1, 0, 0, at)),
    actor_kind: 'staff' as const,
    actor: 'ann',
    event: 'esignature.accountDeleted',
    agency_id: agencyId,
    subject: `${at}@l2.test`,
  })
  await world.server.db.write
    .insertInto('journal')
    .values(Array.from({ length: 1_001 }, (_, at) => deletion(at)))
    .execute()
  const { data } = await world.manager.call(esignature.userLogs, { agencyId, eventName: 'DeleteAccount' })
  expect(data).toHaveLength(1_000)
  expect([data.at(0)?.json, data.at(-1)?.json]).toEqual([
    '{"EmailAddress":"1000@l2.test"}',
    '{"EmailAddress":"1@l2.test"}',
  ])
})
