import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { useDatabase } from '../../test/use-database.ts'
import {
  allEnded,
  appendRenames,
  collectIds,
  sealNow,
  testInstant,
  testSealKeys,
} from '../../test/journal-rows.ts'
import { until } from '../../test/until.ts'
import { useOwnPostgres } from '../../test/own-postgres.ts'
import { advisoryLocks } from '../db/locks.ts'
import { type OpenDatabase, openDatabase } from '../db/open.ts'
import { KeyRing } from '../settings/key-ring.ts'
import { rowsBetween } from './chain.ts'
import { readSealLag, sealOnce, startSealing } from './seal.ts'
import { readSeals, rowsFromDatabase, type Verdict, verifyChain } from './verify.ts'

useOwnPostgres()

const { database, db, inTx } = useDatabase({ poolSize: 6, scope: 'test' })
const config = { sealKeys: testSealKeys }
const clock = { now: () => testInstant }

const verify = async (keys = testSealKeys): Promise<Verdict> =>
  verifyChain(readSeals(db.read), rowsFromDatabase(db.read), keys)

describe('the chain', () => {
  test('covers every row once and verifies', async () => {
    await appendRenames(db, 'a', 'b')
    const first = await sealNow(db)
    await appendRenames(db, 'c')
    const second = await sealNow(db)
    expect([first.sealId, first.entries, second.sealId, second.entries]).toEqual([1, 2, 2, 1])
    expect(second.fromXid).toBe(first.toXid)
    expect(await verify()).toEqual({
      intact: true,
      seals: 2,
      entries: 3,
      head: second.head.toString('hex'),
      keyId: testSealKeys.newest.id,
    })
  })

  test('has no link for nothing', async () => {
    expect(await sealOnce(db, testSealKeys, testInstant)).toBeUndefined()
    await appendRenames(db, 'a')
    await sealNow(db)
    await db.write.insertInto('feature_switch').values({ name: 'Other', enabled: true }).execute()
    expect(await sealOnce(db, testSealKeys, testInstant)).toBeUndefined()
  })

  test('pages through many rows', async () => {
    await sql`insert into journal (at, actor_kind, actor, event) select now(), 'system', 'many', 'agencies.imported' from generate_series(1, 12000)`.execute(
      db.write,
    )
    expect((await sealNow(db)).entries).toBe(12_000)
    expect(await verify()).toMatchObject({ intact: true, entries: 12_000 })
  })

  test('is not verified by another key', async () => {
    await appendRenames(db, 'a')
    await sealNow(db)
    expect(await verify(new KeyRing('JOURNAL_SEAL_KEY', [Buffer.alloc(32, 8)]))).toMatchObject({
      intact: false,
      sealId: 1,
    })
  })
})

describe('a backlog', () => {
  const rows = 12_000
  const fill = (): Promise<unknown> =>
    sql`insert into journal (at, actor_kind, actor, event) select now(), 'system', 'many', 'agencies.imported'
      from generate_series(1, ${sql.lit(rows)})`.execute(db.write)

  test('is read row by row once, whatever PostgreSQL believes of the table', async () => {
    // As on some versions without statistics, where sorting all remaining rows seems cheaper than the index.
    const name = new URL(database.url).pathname.slice(1)
    await sql.raw(`alter database ${name} set enable_indexscan = off`).execute(db.write)
    const affected = openDatabase({ url: database.url, poolSize: 2, onError: () => undefined })
    await fill()
    const tx = await affected.write.startTransaction().execute()
    let read = 0
    for await (const _row of rowsBetween(tx, '0', String(2n ** 62n))) read += 1
    const counted = await sql<{ touched: number }>`select idx_tup_fetch + seq_tup_read as touched
      from pg_stat_xact_user_tables where relname = 'journal'`.execute(tx)
    await tx.rollback().execute()
    await affected.close()
    expect([read, counted.rows]).toEqual([rows, [{ touched: rows }]])
  })

  test('is left at once when it is aborted, with nothing done and the way free for others', async () => {
    await fill()
    await allEnded(db)
    const stopping = new AbortController()
    let read = 0
    const reading = async (): Promise<void> => {
      for await (const _row of rowsBetween(db.read, '0', String(2n ** 62n), stopping.signal)) {
        read += 1
        stopping.abort()
      }
    }
    await expect(reading()).rejects.toThrow(/abort/i)
    expect(read).toBe(500)
    await expect(sealOnce(db, testSealKeys, testInstant, stopping.signal)).rejects.toThrow(/abort/i)
    expect(await collectIds(readSeals(db.read))).toEqual([])
    expect((await sealNow(db)).entries).toBe(rows)
  })

  test('does not hold up the end of the server', async () => {
    await fill()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const logged: string[] = []
    const note = (event: string): void => void logged.push(event)
    const log = { info: note, warn: note, error: note }
    const sealing = startSealing({ db, config, clock, log })
    vi.advanceTimersByTime(5_000)
    await sealing.stop()
    expect(logged).toEqual([])
    expect(await collectIds(readSeals(db.read))).toEqual([])
  })
})

describe('sealing at the side of writers', () => {
  test('waits for the transactions that are still open', async () => {
    const slow = new pg.Client(database.url)
    await slow.connect()
    await slow.query('begin')
    await slow.query(
      "insert into journal (at, actor_kind, actor, event) values (now(), 'system', 'slow', 'agencies.renamed')",
    )
    await appendRenames(db, 'quick')
    expect(await sealOnce(db, testSealKeys, testInstant)).toBeUndefined()
    await slow.query('commit')
    await slow.end()
    expect((await sealNow(db)).entries).toBe(2)
    expect(await verify()).toMatchObject({ intact: true, entries: 2 })
  })

  test('two processes that seal at once make one chain', async () => {
    const other = openDatabase({ url: database.url, poolSize: 4, onError: () => undefined })
    const sealing = async (from: OpenDatabase): Promise<void> => {
      for (let time = 0; time < 20; time += 1) await sealOnce(from, testSealKeys, testInstant)
    }
    const names = Array.from({ length: 40 }, (_, at) => `n${at}`)
    await Promise.all([
      sealing(db),
      sealing(other),
      sealing(db),
      Promise.all(names.map((name) => appendRenames(db, name))),
    ])
    await until('everything is sealed', async () => {
      await sealOnce(db, testSealKeys, testInstant)
      const verdict = await verify()
      return !verdict.intact || verdict.entries === names.length
    })
    expect(await verify()).toMatchObject({ intact: true, entries: 40 })
    const ids = await collectIds(readSeals(db.read))
    expect(ids).toEqual(ids.map((_, at) => at + 1))
    await other.close()
  })
})

describe('the work in the background', () => {
  test('seals every five seconds, and logs each head, which proves later that nothing was cut off', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const logged: unknown[][] = []
    const note = (...said: unknown[]): void => void logged.push(said)
    const log = { info: note, warn: note, error: note }
    const sealing = startSealing({ db, config, clock, log })
    expect(sealing.task).toMatchObject({ name: 'journal.seal', everyMs: 5_000 })
    const look = (what: string, isSo: () => boolean): Promise<void> =>
      until(what, () => {
        vi.advanceTimersByTime(5_000)
        return isSo()
      })
    await look('it has looked', () => sealing.task?.doneAt !== null)
    expect(logged).toEqual([])
    await appendRenames(db, 'a', 'b')
    await look('it is sealed', () => logged.length > 0)
    await sealing.stop()
    const seals: unknown[] = await db.read.selectFrom('journal_seal').selectAll().execute()
    const { head } = await verify().then((verdict) => (verdict.intact ? verdict : { head: '' }))
    const key = testSealKeys.newest.id
    expect(seals).toEqual([
      expect.objectContaining({
        seal_id: 1,
        from_xid: '0',
        entries: 2,
        sealed_at: testInstant,
        key_id: key,
        next_key_id: null,
      }),
    ])
    expect(logged).toEqual([['journal.sealed', { seal: 1, entries: 2, head, key }]])
    expect(head).toMatch(/^[0-9a-f]{64}$/)
  })

  test('leaves it to the process that is at it, and frees the way when it is done', async () => {
    await appendRenames(db, 'a')
    await allEnded(db)
    const other = new pg.Client(database.url)
    await other.connect()
    const ask = async (call: string): Promise<unknown> =>
      (await other.query<{ is: unknown }>(`select ${call}(${advisoryLocks.seal}) as is`)).rows[0]?.is
    expect(await ask('pg_try_advisory_lock')).toBe(true)
    expect(await sealOnce(db, testSealKeys, testInstant)).toBeUndefined()
    expect(await ask('pg_advisory_unlock')).toBe(true)
    expect((await sealNow(db)).entries).toBe(1)
    expect(await ask('pg_try_advisory_lock')).toBe(true)
    await other.end()
  })

  test('tells how old the oldest row without a seal is, and 0 where each has one or clocks differ', async () => {
    const lagAfter = (ms: number): Promise<number> =>
      readSealLag(db.read, new Date(testInstant.getTime() + ms))
    expect(await lagAfter(60_000)).toBe(0)
    await appendRenames(db, 'a')
    expect(await lagAfter(90_500)).toBe(90.5)
    expect(await lagAfter(-1_000)).toBe(0)
    await sealNow(db)
    expect(await lagAfter(90_500)).toBe(0)
    await appendRenames(db, 'b')
    await sealNow(db)
    expect(await lagAfter(90_500)).toBe(0)
  })

  test('counts a row as unsealed whose transaction was open during the seal', async () => {
    await appendRenames(db, 'quick')
    await allEnded(db)
    await inTx(async (tx) => {
      await sql`insert into journal (at, actor_kind, actor, event)
        values (${testInstant}, 'system', 'slow', 'agencies.renamed')`.execute(tx)
      expect(await sealOnce(db, testSealKeys, testInstant)).toMatchObject({ entries: 1 })
    })
    const later = (seconds: number) => new Date(testInstant.getTime() + seconds * 1_000)
    await sql`insert into journal (at, actor_kind, actor, event)
      values (${later(30)}, 'system', 'next', 'agencies.renamed')`.execute(db.write)
    expect(await readSealLag(db.read, later(60))).toBe(60)
  })
})

describe('the journal only grows', () => {
  test.each(['journal', 'journal_seal'])('%s refuses UPDATE, DELETE and TRUNCATE', async (table) => {
    await appendRenames(db, 'a')
    await sealNow(db)
    const column = table === 'journal' ? 'actor' : 'head'
    for (const statement of [
      `update ${table} set ${column} = ${column}`,
      `delete from ${table}`,
      `truncate ${table}`,
    ])
      await expect(sql.raw(statement).execute(db.write)).rejects.toThrow('the journal is append-only')
    expect(await verify()).toMatchObject({ intact: true, entries: 1 })
  })

  test('an ordinary role may not even try', async () => {
    const role = `writer_${database.url.slice(-16).replaceAll(/\W/g, '')}`
    await sql.raw(`create role ${role}; grant select, insert on journal to ${role}`).execute(db.write)
    const client = new pg.Client(database.url)
    await client.connect()
    try {
      await client.query(`set role ${role}`)
      await client.query(
        "insert into journal (at, actor_kind, actor, event) values (now(), 'system', 'x', 'agencies.renamed')",
      )
      for (const statement of ["update journal set actor = 'y'", 'delete from journal', 'truncate journal'])
        await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' })
    } finally {
      await client.query(`reset role; drop owned by ${role}; drop role ${role}`)
      await client.end()
    }
  })
})
