import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { poolers } from '../../test/poolers.ts'
import { useDatabase } from '../../test/use-database.ts'
import { withConnection } from './connection.ts'
import { readOnlyCode } from './database-errors.ts'
import { advisoryLocks } from './locks.ts'
import { type OpenDatabase, openDatabase } from './open.ts'
import { query, type Statement, statement } from './query.ts'

const { database } = useDatabase()
beforeAll(() =>
  withConnection(database.url, async (client) => {
    await client.query('create table checked_late (n int unique deferrable initially deferred)')
  }),
)

interface Session {
  pid: number
  timeout: string
  idle: string
  jit: string
  workers: string
  readonly: string
}

const sessionText = `select pg_backend_pid() as pid, current_setting('statement_timeout') as timeout,
  current_setting('idle_in_transaction_session_timeout') as idle, current_setting('jit') as jit,
  current_setting('max_parallel_workers_per_gather') as workers,
  current_setting('transaction_read_only') as readonly`
const session = statement<[], Session>('test_session', sessionText)
const sessionByKey = statement<[], Session>('test_session_by_key', `${sessionText} `, { byKey: true })
const echo = statement<[n: number], { n: number }>('test_echo', 'select $1::int as n', { byKey: true })
const insertText = "insert into sign_in_address (address, attempts, window_start) values ('x', 1, now())"
const insert = statement<[]>('test_insert', insertText)
const insertByKey = statement<[]>('test_insert_by_key', `${insertText} `, { byKey: true })
const insertAfterEnd = statement<[]>('test_insert_after_end', `commit; ${insertText}`)
const insertLate = statement<[n: number]>('test_insert_late', 'insert into checked_late values ($1)')

describe.each(poolers)('through %s', (_name, start) => {
  let db: OpenDatabase
  let end: () => Promise<void>
  beforeAll(async () => {
    const pooler = await start(database.url)
    const settings = { directUrl: database.url, prepares: false }
    db = openDatabase({ url: pooler.url, pooler: settings, poolSize: 4, onError: () => undefined })
    end = async () => {
      await db.close()
      await pooler[Symbol.asyncDispose]()
    }
  })
  afterAll(() => end())

  const limits = { timeout: '15s', idle: '1min', jit: 'off', workers: '0' }

  test('every statement has the limits of a session, and what reads is read-only', async () => {
    for (const asked of [session, sessionByKey])
      expect(await query(db.read, asked, [])).toMatchObject([{ ...limits, readonly: 'on' }])
    expect(await query(db.write, session, [])).toMatchObject([{ ...limits, readonly: 'off' }])
    const inTx = await db.write.transaction().execute((tx) => query(tx, session, []))
    expect(inTx).toMatchObject([{ ...limits, readonly: 'off' }])
    expect(await db.askEachWay(session)).toMatchObject([
      [{ readonly: 'on' }],
      [{ readonly: 'off' }],
      [{ readonly: 'on' }],
      [{ readonly: 'on' }],
    ])
  })

  test('what reads cannot write, nor end the transaction it is given', async () => {
    const tryIt = (asked: Statement<[], unknown>): Promise<unknown> =>
      query(db.read, asked, []).catch((error: unknown) => error)
    for (const asked of [insert, insertByKey])
      expect(await tryIt(asked)).toMatchObject({ code: readOnlyCode })
    expect(await tryIt(insertAfterEnd)).toMatchObject({ message: expect.stringMatching(/multiple commands/) })
    expect(await db.read.selectFrom('sign_in_address').selectAll().execute()).toEqual([])
  })

  test('a transaction stays on one session, with its isolation, and is undone as a whole', async () => {
    const pids = new Set<number>()
    const failed = db.write
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        await query(tx, insert, [])
        for (let times = 0; times < 5; times += 1) pids.add((await query(tx, session, []))[0]?.pid ?? 0)
        const { rows } = await sql<{ transaction_isolation: string }>`show transaction_isolation`.execute(tx)
        expect(rows[0]?.transaction_isolation).toBe('repeatable read')
        throw new Error('undo')
      })
    await expect(failed).rejects.toThrow('undo')
    expect(pids.size).toBe(1)
    expect(await db.read.selectFrom('sign_in_address').selectAll().execute()).toEqual([])
  })

  test('a statement by itself is told saved only when it is', async () => {
    await query(db.write, insertLate, [1])
    await expect(query(db.write, insertLate, [1])).rejects.toMatchObject({ code: '23505' })
    await query(db.write, insertLate, [2])
    const { rows } = await sql<{ n: number }>`delete from checked_late returning n`.execute(db.write)
    expect(rows).toEqual([{ n: 1 }, { n: 2 }])
  })

  test('hundreds at once share the few sessions, each with its own answer, beside transactions', async () => {
    const numbers = Array.from({ length: 200 }, (_, n) => n)
    const inTx = (n: number): Promise<{ n: number }[]> =>
      db.write.transaction().execute((tx) => query(tx, echo, [n]))
    const asked = numbers.map((n) => (n % 20 === 0 ? inTx(n) : query(db.read, echo, [n])))
    expect((await Promise.all(asked)).flat()).toEqual(numbers.map((n) => ({ n })))
  })

  test('a lock of a session is held past the pooler until it is let go', async () => {
    const tryLock = sql<{ taken: boolean }>`select pg_try_advisory_lock(${advisoryLocks.seal}) as taken`
    const taken = await db.session.connection().execute(async (own) => {
      expect((await tryLock.execute(own)).rows).toEqual([{ taken: true }])
      await Promise.all(Array.from({ length: 20 }, (_, n) => query(db.write, echo, [n])))
      const elsewhere = await tryLock.execute(db.write)
      await sql`select pg_advisory_unlock(${advisoryLocks.seal})`.execute(own)
      return elsewhere.rows
    })
    expect(taken).toEqual([{ taken: false }])
  })
})
