import { CompiledQuery, Kysely, PostgresDialect, type Transaction } from 'kysely'
import { createHash } from 'node:crypto'
import pg, { type ClientConfig, type QueryConfig } from 'pg'
import type { Database } from './types.ts'

/** A connection that can only read; the database refuses anything else on it. */
export interface ReadDb
  extends Pick<Kysely<Database>, 'selectFrom' | 'selectNoFrom' | 'with' | 'fn' | 'getExecutor'> {
  /** Rows of a statement written by hand, on the shortest way there is; the builder's way costs a third more. */
  rows<Row>(text: string, values: readonly unknown[]): Promise<Row[]>
}

/** An open transaction. */
export type Tx = Transaction<Database>

/** Rows of a statement written by hand, inside a transaction or outside. */
export async function rowsOf<Row>(db: ReadDb | Tx, text: string, values: readonly unknown[]): Promise<Row[]> {
  if ('rows' in db) return db.rows(text, values)
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))
  return rows
}

/** The two ways into the database, and the end of both. */
export interface OpenDatabase {
  read: ReadDb
  write: Kysely<Database>
  close(): Promise<void>
}

const int8 = 20
pg.types.setTypeParser(int8, (value) => {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new Error(`int8 beyond the safe integers: ${value}`)
  return number
})

/** Past this many different statements a connection prepares no more, so that odd ones cannot fill its memory. */
const mostPrepared = 400
const statementNames = new Map<string, string>()

function nameOf(text: string): string | undefined {
  const known = statementNames.get(text)
  if (known !== undefined || statementNames.size >= mostPrepared) return known
  const name = createHash('sha1').update(text).digest('base64url')
  statementNames.set(text, name)
  return name
}

/** Prepares every parameterised statement by name, so that the server plans each once a connection. */
class PreparingClient extends pg.Client {
  override query(...args: unknown[]): never {
    const [text, values, ...rest] = args
    const named =
      typeof text === 'string' && Array.isArray(values) && values.length > 0
        ? [{ name: nameOf(text), text, values } as QueryConfig, ...rest]
        : args
    return Reflect.apply(super.query, this, named) as never
  }
}

function openPool(config: ClientConfig, max: number, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    max,
    Client: PreparingClient,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 2_000,
  })
  // Without a listener a restart of PostgreSQL would end this process.
  pool.on('error', onError)
  // Nor does the pool listen while a connection is lent out; whoever holds it hears of it by the next query.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

function readingDb(pool: pg.Pool): ReadDb {
  const rows = async <Row>(text: string, values: readonly unknown[]): Promise<Row[]> =>
    (await pool.query<Row & object>({ text, values: [...values], name: nameOf(text) })).rows
  return Object.assign(new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }), { rows })
}

export interface DatabaseOptions {
  url: string
  /** Connections for reads and for writes each. */
  poolSize: number
  /** Told of connections that broke while idle; they are replaced by themselves. */
  onError: (error: Error) => void
}

/** Opens pools on a PostgreSQL; connects lazily, so it succeeds while the database is still away. */
export function openDatabase({ url, poolSize, onError }: DatabaseOptions): OpenDatabase {
  const common = {
    connectionString: url,
    application_name: 'agency-support',
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 60_000,
  }
  const readPool = openPool({ ...common, options: '-c default_transaction_read_only=on' }, poolSize, onError)
  const writePool = openPool(common, poolSize, onError)
  const read = readingDb(readPool)
  const write = new Kysely<Database>({ dialect: new PostgresDialect({ pool: writePool }) })
  return {
    read,
    write,
    close: async () => {
      await Promise.all([readPool.end(), write.destroy()])
    },
  }
}
