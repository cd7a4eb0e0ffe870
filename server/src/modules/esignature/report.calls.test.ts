import type { ClientIn } from '@agency-support/contract/call'
import { esignature } from '@agency-support/contract/modules/esignature'
import { expect, test } from 'vitest'
import { cancelled, useEsignature, subscribed, user, users } from '../../../test/esignature.ts'

const world = useEsignature()

type Event = ClientIn<typeof esignature.report>['events'][number]

test('[ESIG-13] [ESIG-36] [PROV-14] what the software tells over its wire is what the call answers', async () => {
  const { agencyId } = await world.agencyWith(
    subscribed('s1', '2026-03-01T09:00:00Z'),
    users(
      'u1',
      '2026-03-02T10:00:00Z',
      user('b@smith.test', { accountId: '558213', isAdmin: true }),
      user('c@smith.test', { isValidated: false, userInitials: '' }),
    ),
  )
  const { text } = await world.reader.call(esignature.details, { agencyId })
  expect(JSON.parse(text)).toEqual({
    code: 0,
    message: '',
    data: [
      {
        subscribed: true,
        subscriptionDate: '2026-03-01T09:00:00.000Z',
        groupId: '4711',
        registeredUsers: [
          {
            emailAddress: 'c@smith.test',
            userInitials: '',
            isAdmin: false,
            isValidated: false,
            dateCreated: '2026-03-02T10:00:00.000Z',
            accountId: '',
            version: 1,
          },
          {
            emailAddress: 'b@smith.test',
            userInitials: 'ABC',
            isAdmin: true,
            isValidated: true,
            dateCreated: '2026-03-02T10:00:00.000Z',
            accountId: '558213',
            version: 1,
          },
        ],
        works: [],
      },
    ],
  })
})

test('[PROV-46] an agency without a record is not subscribed, without a date, a group or users', async () => {
  const { agencyId } = await world.agencyWith()
  expect(await world.detailsOf(agencyId)).toEqual({
    subscribed: false,
    subscriptionDate: '0001-01-01T00:00:00Z',
    groupId: '',
    registeredUsers: [],
    works: [],
  })
})

test('[PROV-47] the date is that of the last change; the group stays after a cancellation; users are one in any case', async () => {
  const { agencyId, software } = await world.agencyWith(
    subscribed('s1', '2026-03-01T09:00:00Z'),
    users('u1', '2026-03-02T10:00:00Z', user('Bea@Smith.test', { accountId: '1' })),
  )
  await software.call(esignature.report, {
    events: [
      cancelled('c1', '2026-05-01T09:00:00Z'),
      users('u2', '2026-05-01T09:00:00Z', user('bea@smith.TEST', { userInitials: 'BEA' })),
    ],
  })
  const now = await world.detailsOf(agencyId)
  expect(now).toMatchObject({
    subscribed: false,
    subscriptionDate: '2026-05-01T09:00:00.000Z',
    groupId: '4711',
  })
  expect(now.registeredUsers).toMatchObject([{ userInitials: 'BEA', accountId: '1' }])
  const set = await world.editor.call(esignature.setAccountId, {
    agencyId,
    email: 'BEA@SMITH.TEST',
    newId: '2',
  })
  expect(set.data).toMatchObject([{ accountId: '2' }])
})

test('[PROV-17] a report writes one journal row; reported again it changes nothing, and what is older undoes nothing', async () => {
  const events = [
    users('u2', '2026-03-05T10:00:00Z', user('new@smith.test')),
    subscribed('s1', '2026-03-01T09:00:00Z'),
  ]
  const { agencyId, software } = await world.agencyWith(...events)
  await software.call(esignature.report, { events })
  await software.call(esignature.report, {
    events: [
      users('u1', '2026-03-04T10:00:00Z', user('old@smith.test')),
      cancelled('c0', '2026-02-01T09:00:00Z'),
    ],
  })
  expect(await world.detailsOf(agencyId)).toMatchObject({
    subscribed: true,
    subscriptionDate: '2026-03-01T09:00:00.000Z',
  })
  expect(await world.emailsOf(agencyId)).toEqual(['new@smith.test'])
  const rows = await world.listJournal(agencyId, 'esignature.reported')
  expect(rows.map(({ actor_kind, after }) => [actor_kind, after])).toEqual([
    ['agency', { isSubscribed: true, groupId: '4711', subscribed: 1, users: 1, written: 1, removed: 0 }],
    ['agency', { isSubscribed: true, groupId: '4711', cancelled: 1, users: 1 }],
  ])
})

test('[PROV-17] one report that comes eight times at once counts once', async () => {
  const { agencyId, software } = await world.agencyWith()
  const events = [
    subscribed('s', '2026-03-01T09:00:00Z'),
    users('u', '2026-03-02T10:00:00Z', user('a@smith.test')),
  ]
  const sent = Array.from({ length: 8 }, () => software.call(esignature.report, { events }))
  expect((await Promise.all(sent)).map(({ code }) => code)).toEqual(Array.from({ length: 8 }, () => 0))
  expect(await world.listJournal(agencyId, 'esignature.reported')).toHaveLength(1)
  const turns = world.server.db.read
    .selectFrom('subscription_event')
    .select('event_code')
    .where('agency_id', '=', agencyId)
  expect(await turns.execute()).toEqual([{ event_code: 0 }])
  expect((await software.call(esignature.report, { events: [] })).code).toBe(0)
})

test('[PROV-18] an instant more than five minutes ahead counts as now, and both are kept', async () => {
  const now = world.server.clock.now()
  const ahead = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString()
  const far = await world.agencyWith(subscribed('s1', ahead(301)))
  expect((await world.detailsOf(far.agencyId)).subscriptionDate).toBe(now.toISOString())
  const near = await world.agencyWith(subscribed('s1', ahead(300)))
  expect((await world.detailsOf(near.agencyId)).subscriptionDate).toBe(ahead(300))
  const kept = await world.server.db.read
    .selectFrom('esignature_event')
    .select(['told_at', 'at'])
    .where('agency_id', '=', far.agencyId)
    .execute()
  expect(kept).toEqual([{ told_at: new Date(ahead(301)), at: now }])
})

test('a list of users replaces the one before, and the account id that staff set stays', async () => {
  const { agencyId, software } = await world.agencyWith(
    subscribed('s1', '2026-03-01T09:00:00Z'),
    users('u1', '2026-03-02T10:00:00Z', user('a@smith.test', { accountId: '1' }), user('b@smith.test')),
  )
  await world.editor.call(esignature.setAccountId, { agencyId, email: 'a@smith.test', newId: '10' })
  await software.call(esignature.report, {
    events: [
      users('u2', '2026-03-03T10:00:00Z', user('a@smith.test', { accountId: '1' }), user('c@smith.test')),
    ],
  })
  const { registeredUsers } = await world.detailsOf(agencyId)
  expect(registeredUsers.map(({ emailAddress, accountId }) => [emailAddress, accountId])).toEqual([
    ['c@smith.test', ''],
    ['a@smith.test', '10'],
  ])
})

test('who set the account id of a removed user is not named for the one who is registered anew', async () => {
  const email = 'a@smith.test'
  const { agencyId, software } = await world.agencyWith(users('u1', '2026-03-02T10:00:00Z', user(email)))
  const set = { agencyId, email, newId: '10', version: 1 }
  expect((await world.editor.call(esignature.setAccountId, set)).code).toBe(0)
  expect((await world.manager.call(esignature.deleteAccount, { agencyId, email })).code).toBe(0)
  const dateCreated = '2026-03-04T10:00:00.000Z'
  const anew = users('u2', '2026-03-04T11:00:00Z', user(email, { accountId: '20', dateCreated }))
  const changedAt = world.server.clock.now().toISOString()
  await software.call(esignature.report, { events: [anew] })
  world.server.clock.turn(60)
  expect(await world.editor.call(esignature.setAccountId, { ...set, newId: '11' })).toMatchObject({
    code: 409,
    message: `The agency’s software changed this account id at ${changedAt}.`,
    refusal: { changedAt, current: { accountId: '20', version: 3 } },
  })
})

test('a report of other facts about a user is no reason to refuse an account id that somebody types meanwhile', async () => {
  const { agencyId, software } = await world.agencyWith(
    users('u1', '2026-03-02T10:00:00Z', user('a@smith.test', { isValidated: false })),
  )
  const validated = users('u2', '2026-03-02T11:00:00Z', user('a@smith.test', { isValidated: true }))
  await software.call(esignature.report, { events: [validated] })
  const given = { agencyId, email: 'a@smith.test', newId: '22', version: 1 }
  expect((await world.editor.call(esignature.setAccountId, given)).data).toMatchObject([
    { accountId: '22', isValidated: true, version: 2 },
  ])
})

test('[PROV-17] an event that does not fit is left out with a sentence, and those beside it count; of 501 none does', async () => {
  const { agencyId, software } = await world.agencyWith()
  const at = '2026-03-01T09:00:00Z'
  const bad: [Event, string][] = [
    [users('u', at, user('a@x.test'), user('A@X.test')), 'users: a list names every address once.'],
    [{ ...cancelled('c', at), kind: 'renewed' } as never, 'kind must be subscribed, cancelled or users.'],
    [subscribed('', at), 'id is required.'],
    [subscribed('s', at, 'x'.repeat(51)), 'groupId must be at most 50 characters.'],
    [subscribed('s', at, '\u202e4711'), 'groupId must be one line of plain text.'],
    [cancelled('c', 'yesterday'), 'at: must be an instant such as 2026-11-21T08:15:00Z.'],
  ]
  for (const [event, sentence] of bad) {
    const got = await software.call(esignature.report, { events: [subscribed('ok', at, '4711'), event] })
    const problem = sentence.slice(0, -1)
    expect([got.code, got.message]).toEqual([0, `1 of 2 events: ${problem}`])
    expect(got.data).toEqual([{ list: 'events', entry: 2, problem }])
  }
  expect(await world.detailsOf(agencyId)).toMatchObject({ subscribed: true, groupId: '4711' })
  const many = Array.from({ length: 501 }, (_, n) => cancelled(`c${n}`, at))
  const refused = await software.call(esignature.report, { events: many })
  expect([refused.status, refused.message]).toEqual([400, 'A report holds at most 500 events.'])
  expect(await world.detailsOf(agencyId)).toMatchObject({ subscribed: true })
})

test('of two events of one instant the one that is reported later counts', async () => {
  const at = '2026-03-02T10:00:00Z'
  const { agencyId, software } = await world.agencyWith(subscribed('s', at), users('u1', at))
  await software.call(esignature.report, {
    events: [cancelled('c', at), users('u2', at, user('a@smith.test'))],
  })
  expect((await world.detailsOf(agencyId)).subscribed).toBe(false)
  expect(await world.emailsOf(agencyId)).toEqual(['a@smith.test'])
})
