import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useDatabase } from '../../test/use-database.ts'
import { until } from '../../test/until.ts'
import { PgNotifier } from './notifier.ts'

const { db } = useDatabase({ scope: 'test' })
let notifiers: PgNotifier[]
beforeEach(async () => {
  notifiers = []
  // The test triggers the polling.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(async () => {
  vi.useRealTimers()
  for (const notifier of notifiers) await notifier.stop()
})

/** A notifier that records what it did; tests may replace `onWake` and how it connects. */
function open({ onWake = () => Promise.resolve(), client = (name: string) => db.client(name) } = {}) {
  const seen = {
    wakes: 0,
    messages: [] as string[],
    log: [] as unknown[][],
    clients: [] as pg.Client[],
    asked: [] as unknown[],
  }
  const log = { info: vi.fn(), warn: (...said: unknown[]) => void seen.log.push(said), error: vi.fn() }
  const notifier = new PgNotifier({
    db: {
      client: (name) => {
        const made = client(name)
        seen.clients.push(made)
        const query = vi.spyOn(made, 'query')
        query.mockImplementation((...given: unknown[]) => {
          seen.asked.push(given[0])
          return (pg.Client.prototype.query as (...all: unknown[]) => unknown).apply(made, given)
        })
        return made
      },
    },
    log,
    onWake: () => {
      seen.wakes += 1
      return onWake()
    },
    onMessage: (text) => void seen.messages.push(text),
  })
  notifiers.push(notifier)
  return { notifier, seen }
}
const nextLook = (): unknown => vi.advanceTimersByTime(1_000)
const live = sql<{ pid: number }>`select pid from pg_stat_activity
  where datname = current_database() and application_name = 'agency-support live'`
const countLive = async (): Promise<number> => (await live.execute(db.write)).rows.length

test('it looks every second over one connection, which it asks whether it still lives', async () => {
  const { notifier, seen } = open()
  await notifier.start()
  vi.advanceTimersByTime(999)
  expect(seen.wakes).toBe(0)
  vi.advanceTimersByTime(1)
  expect(seen.wakes).toBe(1)
  await Promise.resolve()
  await until('it has looked again', () => {
    nextLook()
    return seen.wakes >= 3
  })
  expect(seen.clients).toHaveLength(1)
  expect(await countLive()).toBe(1)
  expect(seen.asked.slice(0, 3)).toEqual(['listen journal', 'select', 'select'])
  await notifier.stop()
  await until('its connection is gone', async () => (await countLive()) === 0)
  expect([vi.getTimerCount(), seen.log]).toEqual([0, []])
})

test('commits of the same moment are sent once, to every process, and those after it again', async () => {
  const [here, there] = [open(), open()]
  await here.notifier.start()
  await there.notifier.start()
  for (let time = 0; time < 3; time += 1) here.notifier.notify()
  await until('the other was woken', () => there.seen.wakes === 1)
  here.notifier.notify()
  await until('it was woken again', () => there.seen.wakes === 2)
  expect(here.seen.asked).toEqual(['listen journal', 'notify journal', 'notify journal'])
  expect([here.seen.messages, there.seen.messages]).toEqual([[], []])
})

test('a text goes to every process and wakes none', async () => {
  const [here, there] = [open(), open()]
  await here.notifier.start()
  await there.notifier.start()
  here.notifier.send('[1]')
  await until('both have it', () => here.seen.messages.length + there.seen.messages.length === 2)
  expect([here.seen.messages, there.seen.messages]).toEqual([['[1]'], ['[1]']])
  expect([here.seen.wakes, there.seen.wakes]).toEqual([0, 0])
})

test('one runs at a time, and wakes meanwhile are followed by one more', async () => {
  const ends: (() => void)[] = []
  const { notifier, seen } = open({ onWake: () => new Promise((resolve) => ends.push(resolve)) })
  await notifier.start()
  for (let look = 0; look < 3; look += 1) nextLook()
  expect(seen.wakes).toBe(1)
  ends[0]?.()
  await until('it runs once more', () => seen.wakes === 2)
  ends[1]?.()
  await new Promise((resolve) => setImmediate(resolve))
  expect(seen.wakes).toBe(2)
  nextLook()
  nextLook()
  expect(seen.wakes).toBe(3)
  // Stopping waits for the run in progress, and no run follows.
  const stopped = vi.fn<() => void>()
  const stopping = notifier.stop().then(stopped)
  await new Promise((resolve) => setImmediate(resolve))
  expect([stopped.mock.calls.length, await countLive()]).toEqual([0, 1])
  ends[2]?.()
  await stopping
  expect(seen.wakes).toBe(3)
})

test('a run that fails is reported and tried again', async () => {
  const { notifier, seen } = open({ onWake: () => Promise.reject(new Error('no database')) })
  await notifier.start()
  nextLook()
  await until('it is reported', () => seen.log.length === 1)
  expect(seen.log[0]).toEqual(['live.relay', expect.objectContaining({ error: 'no database' })])
  await new Promise((resolve) => setImmediate(resolve))
  nextLook()
  expect(seen.wakes).toBe(2)
})

test('a lost connection is reported once, however long it is away, and had back at a look', async () => {
  let isAway = false
  const nowhere = (): pg.Client => new pg.Client({ host: '127.0.0.1', port: 1 })
  const { notifier, seen } = open({ client: (name) => (isAway ? nowhere() : db.client(name)) })
  await notifier.start()
  isAway = true
  await sql`select pg_terminate_backend(pid) from (${live}) l`.execute(db.write)
  await until('it is reported', () => seen.log.length === 1)
  // Meanwhile, sending is not an error for the caller.
  notifier.send('[1]')
  notifier.notify()
  await until('it has been tried in vain', () => {
    nextLook()
    return seen.clients.length >= 4
  })
  isAway = false
  await until('it is back', async () => {
    nextLook()
    return (await countLive()) === 1 && seen.asked.at(-1) === 'select'
  })
  // The connection is there before it listens, and what is sent until then is lost.
  await until('it is received', () => {
    notifier.send('[2]')
    return seen.messages.length > 0
  })
  expect(new Set(seen.messages)).toEqual(new Set(['[2]']))
  expect(seen.log).toEqual([['live.connection-lost']])
})

test('a connection that cannot listen is given back and not reported as lost, for it never was there', async () => {
  const { notifier, seen } = open()
  const refuse = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(() => {
    throw new Error('no listening')
  })
  await notifier.start()
  refuse.mockRestore()
  await until('its connection is gone', async () => (await countLive()) === 0)
  nextLook()
  await until('the next one listens', () => seen.asked.length === 2)
  await until('it is received', () => {
    notifier.send('[1]')
    return seen.messages.length > 0
  })
  expect([seen.clients.length, seen.log]).toEqual([2, []])
})

test('before its start and after its end it tells nothing, and leaves no timer', async () => {
  const { notifier, seen } = open()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  notifier.send('[1]')
  notifier.notify()
  expect(() => vi.advanceTimersByTime(20)).not.toThrow()
  expect(seen.wakes).toBe(1)
  vi.useRealTimers()
  await notifier.start()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  notifier.notify()
  const stopping = notifier.stop()
  notifier.notify()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
  await stopping
  expect(seen.asked).toEqual(['listen journal'])
})
