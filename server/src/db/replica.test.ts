import pg from 'pg'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { useDatabase } from '../../test/use-database.ts'
import { Replica } from './replica.ts'

/** What a real replica answers is proved in cli/replica.calls.test.ts; these are databases that are none. */
const { database } = useDatabase()
const warned: [event: string, facts: object | undefined][] = []
let primary: pg.Pool
beforeEach(() => {
  warned.length = 0
  primary = new pg.Pool({ connectionString: database.url, max: 2 })
})
afterEach(() => primary.end())

const nobody = 'postgresql://user@127.0.0.1:9/x'
function follow(url: string) {
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  onTestFinished(() => pool.end())
  const asked = vi.spyOn(pool, 'query')
  const log = {
    info: (event: string, facts?: object) => warned.push([event, facts]),
    warn: (event: string, facts?: object) => warned.push([event, facts]),
  }
  return { replica: new Replica({ replica: pool, primary, maxLagMs: 1_000, log }), asked }
}

/** Lets so many milliseconds pass for whoever asks how late it is. */
function pass(milliseconds: number): void {
  const now = performance.now() + milliseconds
  vi.spyOn(performance, 'now').mockImplementation(() => now)
}

test('a database that follows nobody is no replica, though it is the primary itself', async () => {
  const { replica } = follow(database.url)
  expect(await replica.isReady()).toBe(false)
  expect(replica.use).toEqual({ replica: 0, primary: 1 })
  expect(warned).toEqual([
    [
      'replica.passedBy',
      expect.objectContaining({ why: 'failed', error: 'the database is no replica of the primary' }),
    ],
  ])
})

test('one that cannot be reached is left alone for five seconds, and the log says so once', async () => {
  const { replica, asked } = follow(nobody)
  expect(await replica.isReady()).toBe(false)
  expect(asked).toHaveBeenCalledTimes(1)
  for (let times = 0; times < 3; times += 1) expect(await replica.isReady()).toBe(false)
  expect(asked).toHaveBeenCalledTimes(1)
  pass(5_001)
  expect(await replica.isReady()).toBe(false)
  expect(asked).toHaveBeenCalledTimes(2)
  expect(replica.use).toEqual({ replica: 0, primary: 5 })
  expect(warned.map(([event, facts]) => [event, (facts as { code?: string }).code])).toEqual([
    ['replica.passedBy', 'ECONNREFUSED'],
  ])
})

test('a statement that fails there is done by the primary, and so are the next', async () => {
  const { replica, asked } = follow(nobody)
  for (let times = 0; times < 3; times += 1)
    expect((await replica.pool.query('select 7 as n')).rows).toEqual([{ n: 7 }])
  expect(asked).toHaveBeenCalledTimes(1)
  const client = await replica.pool.connect()
  expect((await client.query('select $1::int as n', [8])).rows).toEqual([{ n: 8 }])
  client.release()
  expect(warned).toHaveLength(1)
})

test('a statement that took too long there is not begun again', async () => {
  const holder = await primary.connect()
  await holder.query('select pg_advisory_lock(77)')
  const { replica } = follow(`${database.url}${database.url.includes('?') ? '&' : '?'}statement_timeout=200`)
  const onPrimary = vi.spyOn(primary, 'query')
  const asked = replica.pool.query('select from pg_advisory_xact_lock_shared(77)')
  await expect(asked).rejects.toMatchObject({ code: '57014' })
  expect(onPrimary).not.toHaveBeenCalled()
  expect(warned).toEqual([])
  holder.release(true)
})
