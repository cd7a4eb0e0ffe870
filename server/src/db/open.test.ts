import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useServer } from '../../test/use-server.ts'
import { until } from '../../test/until.ts'
import { isConnectionLost } from './database-errors.ts'
import { type OpenDatabase, openDatabase } from './open.ts'
import { query, statement } from './query.ts'

const server = useServer()
let db: OpenDatabase

beforeAll(() => {
  db = openDatabase({ url: server.database.url, poolSize: 2, onError: () => undefined })
})
afterAll(() => db.close())

const byKey = { byKey: true }
const backend = statement<[n: number], { pid: number; n: number }>(
  'backend',
  'select pg_backend_pid() as pid, $1::int as n',
  byKey,
)
const heldUp = statement<[n: number], { n: number }>(
  'held_up',
  'select $1::int as n from pg_advisory_xact_lock_shared(1)',
  byKey,
)
const tenBy = statement<[by: number], { n: number }>('ten_by', 'select 10 / $1::int as n', byKey)
const renameAll = statement<[name: string]>('rename_all', 'update agency set name = $1', byKey)
const countOpen = statement<[state: string], { open: number }>(
  'count_open',
  'select count(*)::int as open from pg_stat_activity where datname = current_database() and state = $1',
  byKey,
)
const waiting = `select pid from pg_locks join pg_database on oid = database
  where datname = current_database() and locktype = 'advisory' and not granted`

/** Statements that block until they are released. */
async function holdUp() {
  const holder = new pg.Client({ connectionString: server.database.url })
  await holder.connect()
  await holder.query('select pg_advisory_lock(1)')
  return {
    /** Runs a statement by key that returns `n` once it is released. */
    ask: (n: number) => query(db.read, heldUp, [n]),
    /** The database backends that are blocked. */
    pids: async () => (await holder.query<{ pid: number }>(waiting)).rows.map(({ pid }) => pid),
    letGo: () => holder.query('select pg_advisory_unlock(1)'),
    [Symbol.asyncDispose]: () => holder.end(),
  }
}

test('statements by key that are asked for together share one connection, each with its own answer', async () => {
  const asked = Array.from({ length: 50 }, (_, n) => query(db.read, backend, [n]))
  const rows = (await Promise.all(asked)).flat()
  expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: 50 }, (_, n) => n))
  expect(new Set(rows.map(({ pid }) => pid)).size).toBeLessThanOrEqual(2)
})

test('one that fails harms none of those sent with it', async () => {
  const divide = (by: number): Promise<{ n: number }[]> => query(db.read, tenBy, [by])
  const settled = await Promise.allSettled([divide(1), divide(0), divide(2)])
  expect(settled.map((one) => (one.status === 'fulfilled' ? one.value[0]?.n : 'refused'))).toEqual([
    10,
    'refused',
    5,
  ])
})

test('a statement by key can change nothing', async () => {
  const change = query(db.read, renameAll, ['nobody'])
  await expect(change).rejects.toMatchObject({ code: '25006' })
})

test('a connection that dies under statements by key is replaced', async () => {
  await using held = await holdUp()
  const asked = held.ask(8)
  await until('the statement is held up', async () => (await held.pids()).length > 0)
  const [pid] = await held.pids()
  await sql`select pg_terminate_backend(${pid})`.execute(db.write)
  await until('its connection is dead', async () => !(await held.pids()).includes(pid ?? 0))
  await held.letGo()
  expect(await asked).toEqual([{ n: 8 }])
  const after = await query(db.read, backend, [7])
  expect(after[0]?.n).toBe(7)
})

test('a statement by key does not wait behind a slow one', async () => {
  await using held = await holdUp()
  const slow = held.ask(9)
  const [quick] = await query(db.read, backend, [1])
  expect(quick?.n).toBe(1)
  await held.letGo()
  expect(await slow).toEqual([{ n: 9 }])
})

test('what follows begin is part of the transaction, though begin was not waited for', async () => {
  await server.agency(6938)
  const name = async (): Promise<unknown> =>
    (await db.read.selectFrom('agency').select('name').where('agency_id', '=', 6938).executeTakeFirst())?.name
  const before = await name()
  const undone = db.write.transaction().execute(async (tx) => {
    await tx.updateTable('agency').set({ name: 'Undone' }).where('agency_id', '=', 6938).execute()
    throw new Error('changed our mind')
  })
  await expect(undone).rejects.toThrow('changed our mind')
  expect(await name()).toBe(before)
})

test('a transaction in which nothing is asked ends, and its connection serves the next', async () => {
  for (let round = 0; round < 5; round += 1) await db.write.transaction().execute(() => Promise.resolve())
  const { rows } = await sql<{ n: number }>`select 1 as n`.execute(db.write)
  expect(rows).toEqual([{ n: 1 }])
})

test('a transaction whose connection dies fails, and the next succeeds', async () => {
  const died = db.write
    .transaction()
    .execute((tx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx))
  await expect(died).rejects.toSatisfy(isConnectionLost)
  const { rows } = await db.write.transaction().execute((tx) => sql<{ n: number }>`select 2 as n`.execute(tx))
  expect(rows).toEqual([{ n: 2 }])
})

test('begin leaves with the first statement, not before', async () => {
  const open = async (): Promise<unknown> => {
    const [row] = await query(db.read, countOpen, ['idle in transaction'])
    return row?.open
  }
  await db.write.transaction().execute(async (tx) => {
    expect(await open()).toBe(0)
    await sql`select 1`.execute(tx)
    expect(await open()).toBe(1)
  })
})

test('PostgreSQL ends the session of a server that is gone after a minute, and with it its locks', async () => {
  // The configured values: over a Unix socket, as here, `setting` is always 0.
  const probes = sql<{ reset_val: string }>`select reset_val from pg_settings
    where name like 'tcp_keepalives_%' order by name`
  for (const connection of [db.session, db.write]) {
    const settings = await connection.connection().execute(async (one) => (await probes.execute(one)).rows)
    expect(settings.map(({ reset_val }) => reset_val)).toEqual(['3', '30', '10'])
  }
})

test('what is found by its key has one plan for all keys, whatever its values promise', async () => {
  const agencies = statement<[ids: number[]], { agency_id: number }>(
    'agencies_of_ids',
    'select agency_id from agency where agency_id = any($1::int[])',
    byKey,
  )
  const plans = statement<[], { once: number; anew: number }>(
    'plans_of_ids',
    `select generic_plans::integer as once, custom_plans::integer as anew
from pg_prepared_statements where name = 'agencies_of_ids'`,
  )
  for (let asked = 1; asked <= 20; asked += 1) await query(db.read, agencies, [[asked]])
  const planned = (await db.askEachWay(plans)).flat()
  expect(planned.length).toBeGreaterThan(0)
  expect(planned.reduce((sum, { once }) => sum + once, 0)).toBe(20)
  expect(planned.map(({ anew }) => anew)).toEqual(planned.map(() => 0))
})

const session = statement<[], Record<'timeout' | 'idle' | 'jit' | 'workers' | 'readonly' | 'name', string>>(
  'session_of_each_way',
  `select current_setting('statement_timeout') as timeout, current_setting('jit') as jit,
  current_setting('idle_in_transaction_session_timeout') as idle,
  current_setting('max_parallel_workers_per_gather') as workers,
  current_setting('transaction_read_only') as readonly, current_setting('application_name') as name`,
)

test('every connection has the limits of ours, and those for reading cannot write', async () => {
  const limits = { timeout: '15s', idle: '1min', jit: 'off', workers: '0', name: 'agency-support' }
  const [read, write, ...pipelined] = (await db.askEachWay(session)).flat()
  expect(write).toEqual({ ...limits, readonly: 'off' })
  expect([read, ...pipelined]).toEqual([1, 2, 3].map(() => ({ ...limits, readonly: 'on' })))
  const own = await db.client('somebody').connect()
  expect((await own.query(session.text)).rows).toEqual([{ ...limits, readonly: 'off', name: 'somebody' }])
  await own.end()
})

test('a number that JavaScript cannot hold is a failure, the largest that it can is none', async () => {
  const big = statement<[text: string], { n: number }>('big_number', 'select $1::bigint as n')
  const most = Number.MAX_SAFE_INTEGER
  expect(await query(db.read, big, [String(most)])).toEqual([{ n: most }])
  expect(await query(db.read, big, [String(-most)])).toEqual([{ n: -most }])
  for (const text of ['9007199254740992', '-9007199254740992'])
    await expect(query(db.read, big, [text])).rejects.toThrow(`int8 beyond the safe integers: ${text}`)
})

test('the pools tell how many of their connections are taken, and how many wait for one', async () => {
  const fresh = openDatabase({ url: server.database.url, poolSize: 1, onError: () => undefined })
  expect(fresh.readPools()).toEqual([
    { pool: 'read', total: 0, idle: 0, waiting: 0 },
    { pool: 'write', total: 0, idle: 0, waiting: 0 },
  ])
  expect(fresh.readReplicaUse()).toBeUndefined()
  expect(await fresh.readReplica()).toBe(fresh.read)
  let late: Promise<unknown> | undefined
  await fresh.write.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx)
    late = sql`select 2`.execute(fresh.write)
    await until('one waits', () => fresh.readPools()[1]?.waiting === 1)
    expect(fresh.readPools()[1]).toEqual({ pool: 'write', total: 1, idle: 0, waiting: 1 })
  })
  await late
  await until('it is idle', () => fresh.readPools()[1]?.idle === 1)
  await fresh.close()
  await expect(sql`select 1`.execute(fresh.write)).rejects.toThrow('driver has already been destroyed')
})

test('a replica has a pool of its own, and one that is none takes no read', async () => {
  const { url } = server.database
  const fresh = openDatabase({
    url,
    replica: { url, maxLagMs: 1_000 },
    poolSize: 1,
    onError: () => undefined,
  })
  expect(fresh.readPools().map(({ pool }) => pool)).toEqual(['read', 'write', 'replica'])
  expect(await fresh.readReplica()).toBe(fresh.read)
  expect(fresh.readReplicaUse()).toEqual({ replica: 0, primary: 1 })
  await fresh.close()
})

test('a connection that breaks while nobody uses it is reported', async () => {
  const errors: Error[] = []
  const fresh = openDatabase({
    url: server.database.url,
    poolSize: 1,
    onError: (error) => errors.push(error),
  })
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(fresh.write)
  await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db.write)
  await until('it is reported', () => errors.length > 0)
  expect(errors).toEqual([expect.objectContaining({ code: '57P01' })])
  await fresh.close()
})

test('what is still asked when the database is closed is broken off after a second', async () => {
  const fresh = openDatabase({ url: server.database.url, poolSize: 2, onError: () => undefined })
  await using held = await holdUp()
  const asked = query(fresh.write, heldUp, [1]).catch((error: unknown) => error)
  await until('the statement is held up', async () => (await held.pids()).length > 0)
  await fresh.close()
  expect(isConnectionLost(await asked)).toBe(true)
})

test('statements of the query builder are prepared once a connection, those without values never', async () => {
  const fresh = openDatabase({ url: server.database.url, poolSize: 1, onError: () => undefined })
  for (const name of ['One', 'Two', 'Three'])
    await fresh.write.selectFrom('feature_switch').select('enabled').where('name', '=', name).execute()
  await fresh.write.selectFrom('feature_switch').select('enabled').execute()
  const { rows } = await sql<{ statement: string; times: number }>`select statement,
    (generic_plans + custom_plans)::integer as times from pg_prepared_statements
    where statement like '%feature_switch%'`.execute(fresh.write)
  expect(rows).toEqual([{ statement: expect.stringContaining('"name" = $1'), times: 3 }])
  await fresh.close()
})
