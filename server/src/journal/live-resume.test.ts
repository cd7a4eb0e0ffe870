import { session } from '@agency-support/contract/modules/session'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useServer } from '../../test/use-server.ts'
import type { TestClient } from '../../test/client.ts'
import { type EventStream, openStream } from '../../test/event-stream.ts'
import { until } from '../../test/until.ts'
import { allEnded } from '../../test/journal-rows.ts'
import { useOwnPostgres } from '../../test/own-postgres.ts'

useOwnPostgres()

const server = useServer()
let client: TestClient
const writers: pg.Client[] = []
const maxAtOnce = 4
beforeAll(async () => {
  client = await server.asNew()
  for (let at = 0; at < maxAtOnce; at += 1) {
    const writer = new pg.Client(server.database.url)
    await writer.connect()
    writers.push(writer)
  }
})
afterAll(async () => {
  for (const writer of writers) await writer.end()
})

let nextId = 1
/** Inserts a row in a transaction that stays open; returns its agency id. */
async function writeRow(writer: pg.Client): Promise<number> {
  const agencyId = nextId
  nextId += 1
  await writer.query('begin')
  await writer.query(
    "insert into journal (at, actor_kind, actor, event, agency_id) values (now(), 'system', 'test', 'agencies.renamed', $1)",
    [agencyId],
  )
  return agencyId
}
async function end(writer: pg.Client, how: 'commit' | 'rollback'): Promise<void> {
  await writer.query(how)
  await writer.query('notify journal')
}
const tells = (stream: EventStream, agencyId: number): boolean =>
  stream.hints().some((hint) => hint.agencyId === agencyId)

test('a row written first and committed last is sent after resuming, although its number lies below', async () => {
  const [slow, quick] = writers
  if (slow === undefined || quick === undefined) throw new Error('two writers are needed')
  const before = await openStream(server, client)
  const late = await writeRow(slow)
  const early = await writeRow(quick)
  await end(quick, 'commit')
  await until('the quick one is sent', () => tells(before, early))
  before.drop()
  const after = await openStream(server, client, before.lastId())
  expect(after.resumed()).toBe(true)
  expect(tells(after, late)).toBe(false)
  await end(slow, 'commit')
  await until('the slow one is sent', () => tells(after, late))
  after.drop()
})

test('what was committed while nobody listened is sent on resuming', async () => {
  const [writer] = writers
  if (writer === undefined) throw new Error('a writer is needed')
  const before = await openStream(server, client)
  before.drop()
  const missed = await writeRow(writer)
  await end(writer, 'commit')
  const after = await openStream(server, client, before.lastId())
  await until('the missed one is sent', () => tells(after, missed))
  after.drop()
})

test('who comes back to where nothing has happened since has missed nothing', async () => {
  await allEnded(server.db)
  const before = await openStream(server, client)
  before.drop()
  const after = await openStream(server, client, before.lastId())
  expect([after.resumed(), after.lastId(), after.hints()]).toEqual([true, before.lastId(), []])
  after.drop()
})

const notOurs = ['999999999999999', '0', 'abc', '-5', '12x', '1'.repeat(30)]
// Snapshots that PostgreSQL rejects.
const noSnapshots = [
  '5:3:',
  '0:3:',
  '1:5:5',
  '2:5:1',
  '1:5:3,2',
  '1:5:x',
  '1:5',
  `1:900:${'2,'.repeat(1_000)}3`,
]
test.each([...notOurs, ...noSnapshots])(
  'an id that is none of ours (%s) is told to look at everything again',
  async (id) => {
    const stream = await openStream(server, client, id)
    expect(stream.resumed()).toBe(false)
    stream.drop()
  },
)

test('a stream that begins at the mark of whoami tells what was committed since, and nothing before, whatever is still open', async () => {
  const [slow, quick, older] = writers
  if (slow === undefined || quick === undefined || older === undefined)
    throw new Error('three writers are needed')
  // A snapshot xmin alone would lie before everything that is written from now on.
  const last = await writeRow(older)
  const earlier = await writeRow(quick)
  const watcher = await openStream(server, client)
  await end(quick, 'commit')
  await until('the earlier one is sent', () => tells(watcher, earlier))
  watcher.drop()
  const late = await writeRow(slow)
  const { liveMark } = (await client.call(session.whoami, {})).bare()
  const missed = await writeRow(quick)
  await end(quick, 'commit')
  await end(slow, 'commit')
  const stream = await openStream(server, client, undefined, liveMark)
  expect(stream.resumed()).toBe(true)
  await until('both are sent', () => tells(stream, missed) && tells(stream, late))
  await end(older, 'commit')
  await until('the last is sent', () => tells(stream, last))
  expect(tells(stream, earlier)).toBe(false)
  stream.drop()
})

test('the id of the last event counts more than the mark the page began with', async () => {
  const { liveMark } = (await client.call(session.whoami, {})).bare()
  const stream = await openStream(server, client, 'none of ours', liveMark)
  expect(stream.resumed()).toBe(false)
  stream.drop()
})

/** A step of one writer (begin, then end), or the browser disconnecting and resuming. */
type Step = { kind: 'writer'; at: number; how: 'commit' | 'rollback' } | { kind: 'drop' } | { kind: 'resume' }

async function play(
  steps: readonly Step[],
): Promise<{ committed: number[]; rolledBack: number[]; received: Set<number> }> {
  const open = new Map<number, number>()
  const ended = { commit: new Array<number>(), rollback: new Array<number>() }
  const received = new Set<number>()
  let stream = await openStream(server, client)
  let isOpen = true
  const drop = (): void => {
    for (const { agencyId } of stream.hints()) if (agencyId !== null) received.add(agencyId)
    stream.drop()
    isOpen = false
  }
  const resume = async (): Promise<void> => {
    if (isOpen) drop()
    stream = await openStream(server, client, stream.lastId())
    expect(stream.resumed()).toBe(true)
    isOpen = true
  }
  const step = async (at: number, how: 'commit' | 'rollback'): Promise<void> => {
    const writer = writers[at]
    const agencyId = open.get(at)
    if (writer === undefined) return
    if (agencyId === undefined) return void open.set(at, await writeRow(writer))
    await end(writer, how)
    ended[how].push(agencyId)
    open.delete(at)
  }
  for (const one of steps) {
    if (one.kind === 'writer') await step(one.at, one.how)
    else if (one.kind === 'drop') drop()
    else await resume()
  }
  for (const at of open.keys()) await step(at, 'commit')
  await resume()
  const hasReceived = (id: number): boolean => received.has(id) || tells(stream, id)
  await until(`all of ${ended.commit.join(', ')} are sent`, () => ended.commit.every(hasReceived))
  drop()
  return { committed: ended.commit, rolledBack: ended.rollback, received }
}

test('whatever the order in which transactions begin and end and the browser comes and goes, nothing committed is lost', async () => {
  const writer = fc.record({
    kind: fc.constant('writer' as const),
    at: fc.nat(maxAtOnce - 1),
    how: fc.constantFrom('commit' as const, 'commit' as const, 'rollback' as const),
  })
  const browser = fc.constantFrom<Step>({ kind: 'drop' }, { kind: 'resume' })
  const steps = fc.array(fc.oneof({ weight: 4, arbitrary: writer }, { weight: 1, arbitrary: browser }), {
    minLength: 4,
    maxLength: 24,
  })
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      const { rolledBack, received } = await play(given)
      expect(rolledBack.filter((id) => received.has(id))).toEqual([])
    }),
    { numRuns: 25 },
  )
})
