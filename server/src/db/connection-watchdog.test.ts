import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { relayTo } from '../../test/silence.ts'
import { until } from '../../test/until.ts'
import { useDatabase } from '../../test/use-database.ts'
import { AnswerTimeout, isConnectionLost } from './database-errors.ts'
import { openDatabase } from './open.ts'
import { query, statement } from './query.ts'
import { ConnectionWatchdog } from './connection-watchdog.ts'
import { WatchedClient } from './watched-client.ts'

const { database, db } = useDatabase()

const questions = `select query_start from pg_stat_activity
  where datname = current_database() and application_name = 'agency-support watch'`

test('a statement that takes its time is left alone, for the database is at work for it', async () => {
  const onlooker = new pg.Client(database.url)
  await onlooker.connect()
  await onlooker.query('select pg_advisory_lock(1)')
  const text = 'select $1::int as n from pg_advisory_xact_lock_shared(1)'
  const asked = Promise.all([
    query(db.read, statement<[n: number], { n: number }>('held_up', text), [1]),
    query(db.read, statement<[n: number], { n: number }>('held_up_by_key', text, { byKey: true }), [2]),
  ])
  const starts = new Set<number>()
  await until('the watchdog has asked many times', async () => {
    const { rows } = await onlooker.query<{ query_start: Date | null }>(questions)
    for (const { query_start } of rows) if (query_start !== null) starts.add(query_start.getTime())
    return starts.size > 8
  })
  await onlooker.query('select pg_advisory_unlock(1)')
  expect(await asked).toEqual([[{ n: 1 }], [{ n: 2 }]])
  await until('it asks no more', async () => (await onlooker.query(questions)).rowCount === 0)
  await onlooker.end()
})

test('a connection is given up on which an answer takes longer than it may, though the database is at work', async () => {
  const onlooker = new pg.Client(database.url)
  await onlooker.connect()
  await onlooker.query('select pg_advisory_lock(2)')
  using watchdog = new ConnectionWatchdog({ url: database.url, timeoutMs: 60_000, connectMs: 60_000 })
  const open = async (answerWithinMs?: number): Promise<pg.Client> =>
    new WatchedClient({
      connectionString: database.url,
      watchdog,
      ...(answerWithinMs && { answerWithinMs }),
    }).connect()
  const [patient, other] = [await open(), await open(1_000)]
  const text = 'select 1 as n from pg_advisory_xact_lock_shared(2)'
  const answered = patient.query(text)
  await expect(other.query(text)).rejects.toBeInstanceOf(AnswerTimeout)
  await onlooker.query('select pg_advisory_unlock(2)')
  expect((await answered).rows).toEqual([{ n: 1 }])
  await Promise.all([patient.end(), onlooker.end()])
})

test('a transaction between two statements is left alone when connections that are dead are replaced', async () => {
  await using relay = await relayTo(database.url)
  const relayed = openDatabase({ url: relay.url, poolSize: 1, onError: () => undefined })
  const one = statement<[], { n: number }>('one_of_the_dead', 'select 1 as n')
  expect(await query(relayed.read, one, [])).toEqual([{ n: 1 }])
  relay.fallSilent()
  const { rows } = await relayed.write.transaction().execute(async (tx) => {
    await sql`select 2`.execute(tx)
    await expect(query(relayed.read, one, [])).rejects.toSatisfy(isConnectionLost)
    return sql<{ n: number }>`select 3 as n`.execute(tx)
  })
  expect(rows).toEqual([{ n: 3 }])
  await relayed.close()
})
