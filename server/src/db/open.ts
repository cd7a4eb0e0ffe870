import { Kysely, type LogEvent, PostgresDialect, type Transaction } from 'kysely'
import pg, { type QueryConfig } from 'pg'
import type { PoolerOptions, ReplicaOptions } from '../settings/database.ts'
import type { Log } from '../lib/log.ts'
import { inSpan, isTracing, noteSpan } from '../lib/tracing.ts'
import { within } from '../lib/within.ts'
import { keyedConfig, readingConfig, writingConfig } from './connection-settings.ts'
import { DatabaseUnresponsive } from './database-errors.ts'
import { PipelinedConnection } from './pipelined-connection.ts'
import { PooledClient, type PooledConfig } from './pooled-client.ts'
import { PreparingClient } from './preparing-client.ts'
import { type Asks, declaredName, type Statement } from './query.ts'
import { type QueryPool, Replica, type ReplicaUse } from './replica.ts'
import type { Database } from './types.ts'
import { ConnectionWatchdog } from './connection-watchdog.ts'
import { WatchedClient } from './watched-client.ts'

/** A connection that can only read; the database refuses anything else on it. */
export interface ReadDb extends Asks, Pick<Kysely<Database>, 'selectFrom' | 'with'> {}

/** An open transaction. */
export type Tx = Transaction<Database>

/** The connections of a pool, and how many requests wait for one. */
export interface PoolUse {
  pool: 'read' | 'write' | 'replica'
  total: number
  idle: number
  waiting: number
}

/** The connections of a process to its database. */
export interface OpenDatabase {
  read: ReadDb
  write: Kysely<Database>
  /** For anything bound to a session, such as a lock: writes like `write`, but bypasses the pooler. */
  session: Kysely<Database>
  /**
   * For slow reads, such as reports and exports: a replica that has replayed everything committed before this call; the
   * primary if there is no replica, or if it is down or too far behind.
   */
  readReplica(): Promise<ReadDb>
  /** Reads by the replica, and those that fell back to the primary; undefined without a replica. */
  readReplicaUse(): Readonly<ReplicaUse> | undefined
  /** Runs a statement over each kind of connection that requests use; rejects if one of them fails. */
  askEachWay<Found>(sql: Statement<[], Found>): Promise<Found[][]>
  /** Current use of the pools. */
  readPools(): readonly PoolUse[]
  /** A new connection that bypasses the pooler; the caller connects and closes it. */
  client(name: string): pg.Client
  /** Waits up to a second for statements in progress, then breaks their connections. */
  close(): Promise<void>
}

const int8 = 20
pg.types.setTypeParser(int8, (value) => {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new Error(`int8 beyond the safe integers: ${value}`)
  return number
})

function openPool(config: PooledConfig, max: number, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    max,
    Client: PreparingClient,
    idleTimeoutMillis: 30_000,
    // Waiting time for a free connection; a refusal then takes less than two seconds in all.
    connectionTimeoutMillis: 1_500,
  })
  // Without a listener, a restart of PostgreSQL would end this process.
  pool.on('error', onError)
  pool.on('acquire', (client) => Object.assign(client, { isLent: true }))
  pool.on('release', (_error, client) => Object.assign(client, { isLent: false }))
  return pool
}

function readUse(pool: PoolUse['pool'], { totalCount, idleCount, waitingCount }: pg.Pool): PoolUse {
  return { pool, total: totalCount, idle: idleCount, waiting: waitingCount }
}

/** Runs a statement directly on a pool; Kysely would add a third to its cost. */
async function askPool<Values extends readonly unknown[], Found>(
  pool: QueryPool,
  sql: Statement<Values, Found>,
  values: Values,
): Promise<Found[]> {
  return (await pool.query<Found & object>(toConfig(sql, values))).rows
}

const toConfig = ({ name, text }: Pick<QueryConfig, 'name' | 'text'>, values: readonly unknown[]) => ({
  name,
  text,
  values: values as unknown[],
})

/** Two connections, so that one that hangs does not block every lookup. */
function openPipelined(config: PooledConfig): [PipelinedConnection, PipelinedConnection] {
  const open = (): PipelinedConnection => new PipelinedConnection(() => new PooledClient(config))
  return [open(), open()]
}

/** Trace attributes of a statement: its text without its values. */
const toFacts = (text: string) => ({ 'db.system.name': 'postgresql', 'db.query.text': text })

function openKysely(pool: QueryPool): Kysely<Database> {
  const log = ({ query, queryDurationMillis, level }: LogEvent): void =>
    noteSpan(declaredName(query.sql) ?? query.sql.slice(0, query.sql.indexOf(' ')), {
      ms: queryDurationMillis,
      facts: toFacts(query.sql),
      failed: level === 'error',
    })
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }), ...(isTracing() ? { log } : {}) })
}

function toReadDb(pool: QueryPool, ask: Asks['ask']): ReadDb {
  const traced: Asks['ask'] = (sql, values) => {
    if (!isTracing()) return ask(sql, values)
    return inSpan(sql.name, { kind: 'client', facts: toFacts(sql.text), onlyWithin: true }, () =>
      ask(sql, values),
    )
  }
  return Object.assign(openKysely(pool), { ask: traced })
}

function readingDb(pool: pg.Pool, [one, other]: readonly [PipelinedConnection, PipelinedConnection]): ReadDb {
  return toReadDb(pool, (sql, values) =>
    sql.byKey
      ? (other.waiting < one.waiting ? other : one).rows(toConfig(sql, values))
      : askPool(pool, sql, values),
  )
}

/** The pool and state of a replica, with its own watchdog: it may be down while the primary is up. */
function openReplica({ url, maxLagMs }: ReplicaOptions, primary: pg.Pool, options: DatabaseOptions) {
  const { poolSize, pooler, log } = options
  const watchdog = new ConnectionWatchdog({ url, timeoutMs, connectMs })
  const pool = openPool({ ...readingConfig(url, pooler), watchdog }, poolSize, () => undefined)
  const replica = new Replica({ replica: pool, primary, maxLagMs, log })
  const read = toReadDb(replica.pool, (sql, values) => askPool(replica.pool, sql, values))
  return { watchdog, pool, replica, read }
}

/** Connections that bypass the pooler, with their own watchdog: the pooler may be down while the database is up. */
function openBeside({ directUrl: url }: PoolerOptions, onError: (error: Error) => void) {
  const watchdog = new ConnectionWatchdog({ url, timeoutMs, connectMs })
  const config = { ...writingConfig(url), watchdog }
  // Only sealing needs a session, one at a time.
  const pool = openPool(config, 1, onError)
  return { watchdog, config, session: openKysely(pool) }
}

export interface DatabaseOptions {
  url: string
  /** Set if `url` and the replica's URL lead through a pooler. */
  pooler?: PoolerOptions | undefined
  replica?: ReplicaOptions | undefined
  /** Connections for reads and for writes each. */
  poolSize: number
  /** Receives the errors of connections that broke while idle; they are replaced automatically. */
  onError: (error: Error) => void
  /** Logs when the database stops answering and when it answers again. */
  log?: Pick<Log, 'info' | 'warn'>
}

// A request to an unresponsive database is refused within two seconds in all.
const timeoutMs = 1_000
const connectMs = 1_500
const closeMs = 1_000

/** Opens pools to PostgreSQL; connects lazily, so it succeeds while the database is still down. */
export function openDatabase(options: DatabaseOptions): OpenDatabase {
  const { url, pooler, poolSize, onError, log } = options
  const watchdog = new ConnectionWatchdog({
    url,
    timeoutMs,
    connectMs,
    ...(log === undefined ? {} : { log }),
  })
  const writing = { ...writingConfig(url, pooler), watchdog }
  const reading = { ...readingConfig(url, pooler), watchdog }
  let isClosing = false
  // A database that stops right after us may break connections that are just closing.
  const reportError = (error: Error): void => {
    if (!isClosing && !(error instanceof DatabaseUnresponsive)) onError(error)
  }
  const readPool = openPool(reading, poolSize, reportError)
  const pipelined = openPipelined({ ...keyedConfig(url, pooler), watchdog })
  const writePool = openPool(writing, poolSize, reportError)
  const read = readingDb(readPool, pipelined)
  const replicated = options.replica && openReplica(options.replica, readPool, options)
  const write = openKysely(writePool)
  const beside = pooler && openBeside(pooler, reportError)
  return {
    read,
    write,
    session: beside?.session ?? write,
    readReplica: async () =>
      replicated !== undefined && (await replicated.replica.isReady()) ? replicated.read : read,
    readReplicaUse: () => replicated?.replica.use,
    askEachWay: (sql) =>
      Promise.all([
        ...[readPool, writePool].map((pool) => askPool(pool, sql, [])),
        ...pipelined.map((connection) => connection.rows<never>(toConfig(sql, []))),
      ]),
    readPools: () => [
      readUse('read', readPool),
      readUse('write', writePool),
      ...(replicated === undefined ? [] : [readUse('replica', replicated.pool)]),
    ],
    client: (name) => new WatchedClient({ ...(beside?.config ?? writing), application_name: name }),
    close: async () => {
      isClosing = true
      const ended = Promise.all([
        readPool.end(),
        write.destroy(),
        beside?.session.destroy(),
        replicated?.pool.end(),
        ...pipelined.map((connection) => connection.close()),
      ])
      await within(closeMs, ended)
      for (const one of [watchdog, beside?.watchdog, replicated?.watchdog]) one?.close()
      await within(closeMs, ended)
    },
  }
}

/** Runs work outside a server, on a database with few connections, and closes it. */
export async function withDatabase<T>(url: string, work: (db: OpenDatabase) => Promise<T>): Promise<T> {
  const db = openDatabase({ url, poolSize: 2, onError: () => undefined })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}
