import { agencies } from '@agency-support/contract/modules/agencies'
import { session } from '@agency-support/contract/modules/session'
import { P } from '@agency-support/contract/permissions'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../test/app.ts'
import { useServer } from '../../test/use-server.ts'
import { type EventStream, openStream } from '../../test/event-stream.ts'
import { staffStatus } from '../../test/people.ts'
import { until } from '../../test/until.ts'
import { appendEntry } from './append.ts'

const server = useServer({ heartbeatMs: 200 })
let other: TestServer
beforeAll(async () => {
  other = await testServer({ database: server.database, clock: server.clock })
})
afterAll(() => other.close())

const editor = { permissions: [P.CanAccess, P.EditAgencyStatus] }
/** Appends a row per agency in one transaction; with `tell` false, no server is notified. */
async function appendRows(event: string, agencyIds: readonly number[], notifies = true): Promise<void> {
  const auditContext = {
    at: server.clock.now(),
    actor: { kind: 'system', name: 'test', sessionId: null },
    requestId: null,
  } as const
  await server.db.write.transaction().execute(async (tx) => {
    for (const agencyId of agencyIds) await appendEntry(tx, auditContext, { event, agencyId })
  })
  if (notifies) await sql`notify journal`.execute(server.db.write)
}

describe('a change', () => {
  test('is sent to a screen on the same process and to one on another', async () => {
    const [client, here, there] = [await server.asNew(editor), await server.asNew(), await other.asNew()]
    const agencyId = await server.newAgency()
    const streams = [await openStream(server, here), await openStream(other, there)]
    await client.call(agencies.updateName, { agencyId, name: 'Second' })
    for (const stream of streams)
      expect(await stream.sees('the rename', (hint) => hint.agencyId === agencyId)).toEqual({
        module: 'agencies',
        agencyId,
        event: 'agencies.renamed',
      })
    for (const stream of streams) stream.drop()
  })

  test('that another programme made is found without a word from it', async () => {
    const agencyId = await server.newAgency()
    const stream = await openStream(server, await server.asNew())
    await appendRows('agencies.imported', [agencyId], false)
    await stream.sees('the import', (hint) => hint.agencyId === agencyId)
    stream.drop()
  })

  test('from before the stream is no news', async () => {
    const agencyId = await server.newAgency()
    const client = await server.asNew(editor)
    const earlier = await openStream(server, client)
    await client.call(agencies.updateName, { agencyId, name: 'Second' })
    await earlier.sees('the rename', (hint) => hint.agencyId === agencyId)
    const stream = await openStream(server, client)
    expect(stream.resumed()).toBe(false)
    await client.call(agencies.updateStatus, { agencyId, status: 2 })
    await stream.sees(
      'the status',
      (hint) => hint.event === 'agencies.statusChanged' && hint.agencyId === agencyId,
    )
    expect(stream.hints().filter((hint) => hint.agencyId === agencyId)).toHaveLength(1)
    for (const one of [earlier, stream]) one.drop()
  })

  test('is sent only to those who may see it', async () => {
    const [admin, reader] = [await server.asNew({ permissions: [2000, 6000] }), await server.asNew()]
    const streams = [await openStream(server, admin), await openStream(server, reader)] as const
    await (await server.asNew()).call(session.signOut, {})
    const agencyId = await server.newAgency()
    await appendRows('agencies.renamed', [agencyId])
    await streams[0].sees('the sign-out', (hint) => hint.event === 'session.signedOut')
    for (const stream of streams) await stream.sees('the rename', (hint) => hint.agencyId === agencyId)
    expect(streams[1].hints().filter(({ module }) => module === 'session')).toEqual([])
    for (const stream of streams) stream.drop()
  })

  test('that another process tells of without a row is sent only to those who may see it', async () => {
    const [admin, reader] = [await server.asNew({ permissions: [2000, 6000] }), await server.asNew()]
    const streams = [await openStream(server, admin), await openStream(server, reader)] as const
    const agencyId = await server.newAgency()
    const told = ['session', 'agencies'].map((module) => ({ module, agencyId, event: null }))
    await sql`select pg_notify('journal', ${JSON.stringify(told)})`.execute(server.db.write)
    const seen = streams.map(async (stream) => {
      await stream.sees('the agency', (hint) => hint.module === 'agencies' && hint.agencyId === agencyId)
      return stream.hints().flatMap((hint) => (hint.agencyId === agencyId ? hint.module : []))
    })
    expect(await Promise.all(seen)).toEqual([['session', 'agencies'], ['agencies']])
    for (const stream of streams) stream.drop()
  })

  test('of a kind this build does not know is sent to nobody', async () => {
    const stream = await openStream(server, await server.asNew({ permissions: Object.values(P) }))
    const [unknown, known] = [await server.newAgency(), await server.newAgency()]
    await appendRows('agencies.unheardOf', [unknown])
    await appendRows('agencies.renamed', [known])
    await stream.sees('the known one', (hint) => hint.agencyId === known)
    expect(stream.hints().map(({ agencyId }) => agencyId)).not.toContain(unknown)
    stream.drop()
  })
})

describe('many changes at once', () => {
  const idsFrom = (first: number, count: number): number[] =>
    Array.from({ length: count }, (_, at) => first + at)

  test('of one agency are sent once', async () => {
    const stream = await openStream(server, await server.asNew())
    const agencyId = await server.newAgency()
    await appendRows('agencies.renamed', [agencyId, agencyId, agencyId])
    await stream.sees('the rename', (hint) => hint.agencyId === agencyId)
    expect(stream.hints().filter((hint) => hint.agencyId === agencyId)).toHaveLength(1)
    stream.drop()
  })

  test('of more than a hundred agencies are sent as their module', async () => {
    const stream = await openStream(server, await server.asNew())
    await appendRows('agencies.imported', idsFrom(500_000, 101))
    expect(await stream.sees('the module', ({ event }) => event === null)).toEqual({
      module: 'agencies',
      agencyId: null,
      event: null,
    })
    expect(stream.hints()).toHaveLength(1)
    stream.drop()
  })

  test('too many to read are sent as every module that the reader may see', async () => {
    const stream = await openStream(server, await server.asNew())
    await appendRows('agencies.imported', idsFrom(600_000, 2_100))
    await stream.sees('a module', ({ event }) => event === null)
    expect(stream.hints()).toContainEqual({ module: 'agencies', agencyId: null, event: null })
    expect(stream.hints().every(({ event }) => event === null)).toBe(true)
    expect(stream.hints().map(({ module }) => module)).not.toContain('session')
    const agencyId = await server.newAgency()
    await appendRows('agencies.renamed', [agencyId])
    await stream.sees('what came after', (hint) => hint.agencyId === agencyId)
    stream.drop()
  })
})

describe('a stream', () => {
  test('has the head of an event stream and is kept open by a beat', async () => {
    const stream = await openStream(server, await server.asNew())
    expect(stream.response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, private',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    await until('there were two beats', () => stream.beats() >= 2)
    stream.drop()
  })

  test('answers 401 to nobody, 403 without CanAccess', async () => {
    const nobody = await openStream(server, await server.as(null))
    expect(nobody.response.statusCode).toBe(401)
    const stranger = await openStream(server, await server.asNew({ permissions: [] }))
    expect(stranger.response.statusCode).toBe(403)
    for (const stream of [nobody, stranger]) stream.drop()
  })

  test('ends when its session is signed out on another process', async () => {
    const person = await server.person()
    const client = await server.as(person)
    const stream = await openStream(server, client)
    const elsewhere = await other.as(null)
    elsewhere.cookie = client.cookie
    await elsewhere.call(session.signOut, {})
    await until('the stream ended', () => stream.hasEnded())
    expect(stream.saidEnd()).toBe(true)
  })

  test('ends at a beat when the person was disabled or the session ran out', async () => {
    const [one, two] = [await server.asNew(), await server.asNew()]
    const disabled = await openStream(server, one)
    await server.db.write
      .updateTable('staff')
      .set({ status: staffStatus.disabled })
      .where('staff_id', '=', one.person.staffId)
      .execute()
    await until('the stream of the disabled ended', () => disabled.hasEnded())
    const idle = await openStream(server, two)
    server.clock.turn(30 * 60)
    await until('the idle stream ended', () => idle.hasEnded())
    expect([disabled.saidEnd(), idle.saidEnd()]).toEqual([true, true])
  })

  test('follows a change of permissions', async () => {
    const client = await server.asNew()
    const stream = await openStream(server, client)
    await server.db.write
      .updateTable('staff')
      .set({ permissions: [P.CanAccess, P.AgencyManagementAdmin] })
      .where('staff_id', '=', client.person.staffId)
      .execute()
    const before = stream.beats()
    await until('the next beats', () => stream.beats() >= before + 2)
    // Announced once, and only to the person concerned.
    expect(stream.accessChanges()).toBe(1)
    await (await server.asNew()).call(session.signOut, {})
    await stream.sees('the sign-out', ({ event }) => event === 'session.signedOut')
    stream.drop()
  })

  test('is one of five of its session: a sixth ends the oldest', async () => {
    const client = await server.asNew()
    const streams: EventStream[] = []
    for (let at = 0; at < 6; at += 1) streams.push(await openStream(server, client))
    await until('the oldest ended', () => streams[0]?.hasEnded() === true)
    expect(streams.map((stream) => stream.hasEnded())).toEqual([true, false, false, false, false, false])
    // Its session goes on.
    expect(streams[0]?.saidEnd()).toBe(false)
    for (const stream of streams) stream.drop()
  })

  test('finds its way again after the listening connections were cut', async () => {
    const stream = await openStream(server, await server.asNew())
    const cut = await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'agency-support live'`.execute(
      server.db.write,
    )
    expect(cut.rows).not.toEqual([])
    const agencyId = await server.newAgency()
    await appendRows('agencies.renamed', [agencyId])
    await stream.sees('the rename', (hint) => hint.agencyId === agencyId)
    stream.drop()
  })

  test('is ended, not hung, when the server closes', async () => {
    const closing = await testServer({ database: server.database, clock: server.clock })
    const stream = await openStream(closing, await closing.asNew())
    await closing.close()
    await until('the stream ended', () => stream.hasEnded())
    expect(stream.saidEnd()).toBe(false)
  })
})

test('a stream whose past cannot be read ends as an answer does, so that a browser asks again without an error', async () => {
  const client = await server.asNew()
  await sql`alter table journal rename to journal_away`.execute(server.db.write)
  try {
    const stream = await openStream(server, client, '1')
    await until('it has ended', () => stream.hasEnded())
    expect([stream.resumed(), stream.response.statusCode, stream.response.complete]).toEqual([
      undefined,
      200,
      true,
    ])
  } finally {
    await sql`alter table journal_away rename to journal`.execute(server.db.write)
  }
})
