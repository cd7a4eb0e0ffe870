import { agencies } from '@agency-support/contract/modules/agencies'
import { historyPageSize, journal } from '@agency-support/contract/modules/journal'
import { P } from '@agency-support/contract/permissions'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../../../test/use-server.ts'
import type { TestClient } from '../../../test/client.ts'
import { appendEntry } from '../../journal/append.ts'

const server = useServer()
let reader: TestClient
let editor: TestClient & { person: { username: string } }
beforeAll(async () => {
  reader = await server.asNew()
  editor = await server.asNew({ permissions: [P.CanAccess, P.EditAgencyStatus] })
})

test('the history of an agency tells who, what, from what to what and when, newest first', async () => {
  await server.agency(1, 'First')
  await server.agency(2, 'Neighbour')
  await editor.call(agencies.updateName, { agencyId: 1, name: 'Second' })
  await editor.call(agencies.updateName, { agencyId: 2, name: 'Not this one' })
  server.clock.turn(60)
  await editor.call(agencies.updateStatus, { agencyId: 1, status: 2 })
  const { data } = await reader.call(journal.agencyHistory, { agencyId: 1 })
  const shared = {
    actorKind: 'staff',
    actor: editor.person.username,
    agencyId: 1,
    subject: null,
    reason: null,
    sessionId: expect.any(Number),
    requestId: expect.any(String),
  }
  expect(data).toEqual([
    {
      ...shared,
      id: expect.any(Number),
      at: '2026-11-20T09:01:00.000Z',
      event: 'agencies.statusChanged',
      before: { status: 0 },
      after: { status: 2 },
    },
    {
      ...shared,
      id: expect.any(Number),
      at: '2026-11-20T09:00:00.000Z',
      event: 'agencies.renamed',
      before: { name: 'First' },
      after: { name: 'Second' },
    },
  ])
})

test('a clock that goes back and forward changes no order: newest is what was written last', async () => {
  await server.agency(9, 'First')
  const turns = [0, -3_600, 1_800, -86_400]
  for (const [at, seconds] of turns.entries()) {
    server.clock.turn(seconds)
    // A new session each time, because turning the clock expires them.
    const writer = await server.asNew({ permissions: [P.CanAccess, P.EditAgencyStatus] })
    await writer.call(agencies.updateName, { agencyId: 9, name: `Name ${at}` })
  }
  const { data } = await (await server.asNew()).call(journal.agencyHistory, { agencyId: 9 })
  server.clock.turn(-turns.reduce((sum, seconds) => sum + seconds))
  expect(data.map(({ after }) => after)).toEqual([3, 2, 1, 0].map((at) => ({ name: `Name ${at}` })))
  const instants = data.map(({ at }) => at)
  expect(instants).not.toEqual(instants.toSorted().toReversed())
})

test('pages follow one another without a gap, and kinds can be chosen', async () => {
  await server.agency(3)
  for (let at = 0; at < historyPageSize + 5; at += 1)
    await editor.call(agencies.updateStatus, { agencyId: 3, status: at % 2 === 0 ? 1 : 2 })
  await editor.call(agencies.updateName, { agencyId: 3, name: 'Second' })
  const first = (await reader.call(journal.agencyHistory, { agencyId: 3 })).data
  expect(first).toHaveLength(historyPageSize)
  const rest = (await reader.call(journal.agencyHistory, { agencyId: 3, before: first.at(-1)?.id ?? 0 })).data
  expect(rest).toHaveLength(6)
  const ids = [...first, ...rest].map(({ id }) => id)
  expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  expect(new Set(ids).size).toBe(historyPageSize + 6)
  const names = await reader.call(journal.agencyHistory, { agencyId: 3, events: ['agencies.renamed'] })
  expect(names.data.map(({ event }) => event)).toEqual(['agencies.renamed'])
  const none = await reader.call(journal.agencyHistory, { agencyId: 3, events: [] })
  expect([none.code, none.data]).toEqual([0, []])
})

test('what a reader may not see is not there, also when asked for by name', async () => {
  await server.db.write
    .transaction()
    .execute((tx) =>
      appendEntry(
        tx,
        { at: server.clock.now(), actor: { kind: 'system', name: 'test', sessionId: null }, requestId: null },
        { event: 'session.refused', agencyId: 4, after: { missing: 'x' } },
      ),
    )
  const ask = { agencyId: 4, events: ['session.refused'] }
  const unseen = await reader.call(journal.agencyHistory, ask)
  expect([unseen.code, unseen.data]).toEqual([0, []])
  const admin = await server.asNew({ permissions: [P.CanAccess, P.AgencyManagementAdmin] })
  expect((await admin.call(journal.agencyHistory, ask)).data).toHaveLength(1)
})

test('an agency without a history, or that is not there, has an empty one', async () => {
  const empty = await reader.call(journal.agencyHistory, { agencyId: 99_999 })
  expect([empty.code, empty.data]).toEqual([0, []])
})

test('acts of people and what software reported can be had apart', async () => {
  await server.agency(5)
  await server.db.write.transaction().execute(async (tx) => {
    for (const kind of ['staff', 'agency', 'system', 'provider'] as const) {
      const auditContext = {
        at: server.clock.now(),
        actor: { kind, name: kind, sessionId: null },
        requestId: null,
      }
      await appendEntry(tx, auditContext, { event: 'agencies.imported', agencyId: 5 })
    }
  })
  const actors = async (by?: 'people' | 'software') => {
    const given = by === undefined ? {} : { by }
    const { data } = await reader.call(journal.agencyHistory, { agencyId: 5, ...given })
    return data.map(({ actor }) => actor)
  }
  expect(await actors('people')).toEqual(['system', 'staff'])
  expect(await actors('software')).toEqual(['provider', 'agency'])
  expect(await actors()).toHaveLength(4)
  const admin = await server.asNew({ permissions: [P.CanAccess, P.AgencyManagementAdmin] })
  const found = async (by?: 'people' | 'software') => {
    const { data } = await admin.call(journal.search, { agencyId: 5, ...(by === undefined ? {} : { by }) })
    return data[0]?.entries.map(({ actor }) => actor)
  }
  expect(await found('people')).toEqual(['system', 'staff'])
  expect(await found('software')).toEqual(['provider', 'agency'])
  expect(await found()).toHaveLength(4)
})

test.each([journal.search, journal.exportCsv])(
  '%s refuses a time that ends before it begins',
  async (call) => {
    const admin = await server.asNew({ permissions: [P.CanAccess, P.AgencyManagementAdmin] })
    const span = { from: '2026-11-20T09:00:00Z', to: '2026-11-20T08:59:59.999Z' }
    const got = await admin.call(call, span)
    expect([got.status, got.message]).toEqual([400, 'from must not be after to.'])
  },
)
