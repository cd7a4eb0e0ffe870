import { agencyCommands } from '@agency-support/contract/modules/agency-commands'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { testAgentKey } from '../../../test/agent-keys.ts'
import { type TestServer, testServer } from '../../../test/app.ts'
import { useServer } from '../../../test/use-server.ts'
import { openStream } from '../../../test/event-stream.ts'
import { until } from '../../../test/until.ts'
import { wireForm } from '../../../test/wire.ts'

const { issue, claim, progress, heartbeat, softwareStatus } = agencyCommands
/** Longer than a test may take: a poll that is answered in time did not time out. */
const waitSeconds = 25
const server = useServer({ config: { poolSize: 2 } })

async function scene(on: TestServer = server) {
  const { agencyId, software } = await on.newSoftware()
  const person = await on.asNew()
  const order = () => person.call(issue, { agencyId, agencyCommand: 'count', again: true })
  return { agencyId, software, person, order }
}

/** Waits for the poll: the server saves that the software was seen once it is subscribed. */
const arrived = (agencyId: number): Promise<void> =>
  until('the poll has arrived', async () => {
    const seen = await server.db.read
      .selectFrom('agency_software')
      .select('agency_id')
      .where('agency_id', '=', agencyId)
      .execute()
    return seen.length > 0
  })

test('a poll that waits gets a command the moment it is queued', async () => {
  const { agencyId, software, order } = await scene()
  const waiting = software.call(claim, { waitSeconds })
  await arrived(agencyId)
  const { data } = await order()
  expect((await waiting).data).toMatchObject([{ commandId: data[0]?.commandId }])
})

test('and one that comes back because its lease is over', async () => {
  const { agencyId, software, order } = await scene()
  const { data } = await order()
  await software.call(claim, {})
  // The next poll is seen as the first.
  await server.db.write.deleteFrom('agency_software').where('agency_id', '=', agencyId).execute()
  const waiting = software.call(claim, { waitSeconds })
  await arrived(agencyId)
  server.clock.turn(61)
  expect((await waiting).data).toMatchObject([{ commandId: data[0]?.commandId, attempt: 2 }])
})

test('on whichever server it waits', async () => {
  await using other = await testServer({ database: server.database, clock: server.clock })
  const { agencyId, order } = await scene()
  const elsewhere = await other.software(agencyId)
  const waiting = elsewhere.call(claim, { waitSeconds })
  await arrived(agencyId)
  await order()
  expect((await waiting).data).toHaveLength(1)
})

test('a poll waits no longer than it asked for, and one that asks for nothing not at all', async () => {
  const { software } = await scene()
  expect((await software.call(claim, {})).data).toEqual([])
  const soon = performance.now()
  expect((await software.call(claim, { waitSeconds: 1 })).data).toEqual([])
  expect(performance.now() - soon).toBeGreaterThan(990)
})

test('hundreds that wait hold no connection of the two there are', async () => {
  const { software, person, agencyId } = await scene()
  const waiting = Array.from({ length: 300 }, () => software.call(claim, { waitSeconds: 3 }))
  await arrived(agencyId)
  await Promise.all(Array.from({ length: 20 }, () => person.call(agencyCommands.queue, { agencyId })))
  const got = await person.call(issue, { agencyId, agencyCommand: 'count' })
  expect(got.code).toBe(0)
  const polls = await Promise.all(waiting)
  expect(polls.flatMap(({ data }) => data.map(({ commandId }) => commandId))).toEqual([
    got.data[0]?.commandId,
  ])
})

/** The server's response object of the next request with this key. */
function serverSide(authorization: string): Promise<ServerResponse> {
  const channel = 'http.server.request.start'
  return new Promise((resolve) => {
    const look = (message: unknown): void => {
      const { request: asked, response } = message as { request: IncomingMessage; response: ServerResponse }
      if (asked.headers.authorization !== authorization) return
      unsubscribe(channel, look)
      resolve(response)
    }
    subscribe(channel, look)
  })
}

test('one that has hung up is handed nothing', async () => {
  const { agencyId, software, person, order } = await scene()
  const stream = await openStream(server, person)
  const authorization = `Bearer ${testAgentKey(agencyId)}`
  const poll = serverSide(authorization)
  const form = wireForm(claim, { waitSeconds })
  const gone = request({
    host: '127.0.0.1',
    port: server.port,
    method: form.method,
    path: form.path,
    headers: { ...form.headers, authorization },
  })
  gone.on('error', () => undefined)
  gone.end(form.body)
  await arrived(agencyId)
  const heard = once(await poll, 'close')
  gone.destroy()
  await heard
  await order()
  // Any listener still subscribed was woken before the screens were notified.
  await stream.sees(
    'that it is queued',
    (hint) => hint.agencyId === agencyId && hint.event === 'agencyCommands.queued',
  )
  stream.drop()
  expect((await software.call(claim, {})).data).toMatchObject([{ attempt: 1 }])
})

test('a server that ends lets its polls go at once', async () => {
  const other = await testServer({ database: server.database, clock: server.clock })
  const { agencyId, software } = await scene(other)
  const waiting = software.call(claim, { waitSeconds })
  await arrived(agencyId)
  await Promise.all([other.close(), waiting.catch(() => undefined)])
})

test.each([
  [{ waitSeconds: 26 }, 'waitSeconds must be a whole number from 0 to 25.'],
  [{ waitSeconds: 0.5 }, 'waitSeconds must be a whole number from 0 to 25.'],
  [{ most: 0 }, 'most must be a whole number from 1 to 10.'],
  [{ most: 11 }, 'most must be a whole number from 1 to 10.'],
])('%j is refused', async (input, sentence) => {
  const { software } = await scene()
  const got = await software.call(claim, input)
  expect([got.status, got.message]).toEqual([400, sentence])
})

test('open consoles hear of each step, on another server too, and resume from where they were', async () => {
  await using other = await testServer({ database: server.database, clock: server.clock })
  const { agencyId, software, person, order } = await scene()
  const streams = [await openStream(server, person), await openStream(other, await other.asNew())]
  const hinted = (what: string, event: string | null) =>
    Promise.all(
      streams.map((stream) =>
        stream.sees(what, (hint) => hint.agencyId === agencyId && hint.event === event),
      ),
    )
  const { data } = await order()
  await hinted('that it is queued', 'agencyCommands.queued')
  const ids = streams.map((stream) => stream.lastId())
  await software.call(claim, {})
  const { module } = (await hinted('that it is delivered', null))[0] ?? {}
  expect(module).toBe('agencyCommands')
  // Hints without a journal row must not move the cursor.
  expect(streams.map((stream) => stream.lastId())).toEqual(ids)
  for (const stream of streams) stream.drop()
  const fresh = await openStream(server, person)
  await software.call(progress, { commandId: data[0]?.commandId ?? 0, attempt: 1, output: 'Counting' })
  await fresh.sees('progress', (hint) => hint.agencyId === agencyId && hint.event === null)
  fresh.drop()
})

test('open consoles hear of software that is there again', async () => {
  const { agencyId, software, person } = await scene()
  const stream = await openStream(server, person)
  await software.call(heartbeat, { versionDisplay: '5.4.2', hostName: 'SERVER01' })
  const isFor = (id: number) => (hint: { module: string; agencyId: number | null }) =>
    hint.module === 'agencyCommands' && hint.agencyId === id
  await stream.sees('that it is there', isFor(agencyId))
  expect(stream.hints().filter(isFor(agencyId))).toHaveLength(1)
  await software.call(heartbeat, { versionDisplay: '5.4.2', hostName: 'SERVER01' })
  // Hints arrive in order: a hint for the second heartbeat would have come before this one.
  const other = await scene()
  await other.software.call(heartbeat, { versionDisplay: '5.4.2', hostName: 'SERVER02' })
  await stream.sees('that another is there', isFor(other.agencyId))
  expect(stream.hints().filter(isFor(agencyId))).toHaveLength(1)
  stream.drop()
})

test('software that only polls is still seen, which is noted at most once a minute', async () => {
  const { agencyId, software, person } = await scene()
  const seenAt = async () => (await person.call(softwareStatus, { agencyId })).data[0]?.lastSeenAt
  const poll = async (seconds: number) => {
    server.clock.turn(seconds)
    await software.call(claim, {})
    return server.clock.now().toISOString()
  }
  const first = await poll(0)
  await poll(60)
  expect(await seenAt()).toBe(first)
  const next = await poll(1)
  expect(await seenAt()).toBe(next)
})
