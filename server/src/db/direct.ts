import type { Client } from 'pg'
import { ConfigProblem } from '../settings/config.ts'
import { type DatabaseSettings, directUrlSetting, type PoolerOptions } from '../settings/database.ts'
import { readingConfig } from './connection-settings.ts'
import { isUnreachable } from './database-errors.ts'
import { PooledClient } from './pooled-client.ts'
import { connectMs, WatchedClient } from './watched-client.ts'

const urlSetting = 'DATABASE_URL'
const toMend = (name: string): string =>
  name === urlSetting
    ? `Set ${directUrlSetting} to PostgreSQL itself and DATABASE_PREPARED_STATEMENTS=off (docs/operations.md, "A pooler").`
    : 'It has to lead to PostgreSQL itself.'
const toPooled = (name: string): string =>
  `${name} leads through a connection pooler, such as PgBouncer in transaction mode, that lends the connection of a session to others. ${toMend(name)}`
const toNotReadOnly = (name: string): string =>
  `${name} leads through a connection pooler that drops settings: a connection for reading could write. ${toMend(name)}`
const forgetful =
  'DATABASE_URL leads through a connection pooler that does not know prepared statements again. Set DATABASE_PREPARED_STATEMENTS=off.'
const apart = `${urlSetting} and ${directUrlSetting} lead to different databases.`

const noSuchStatement = '26000'
const statementIsThere = '42P05'
const unknownSetting = '08P01'
const settingPattern = /startup parameter/

/**
 * Throws ConfigProblem with a sentence if the database cannot be reached with these settings, or if a pooler is in
 * between where the settings say there is none, or the other way round.
 */
export async function assertUsable({
  databaseUrl,
  databasePooler,
}: Pick<DatabaseSettings, 'databaseUrl' | 'databasePooler'>): Promise<void> {
  if (databasePooler === undefined) return assertDirect(databaseUrl)
  const { directUrl } = databasePooler
  await assertDirect(directUrl, directUrlSetting)
  const isSame =
    (await readPlace(directUrl, directUrlSetting)) ===
    (await readPlace(databaseUrl, urlSetting, databasePooler))
  if (!isSame) throw new ConfigProblem([apart])
}

/** Throws if a URL leads through a pooler. */
function assertDirect(databaseUrl: string, name = urlSetting): Promise<void> {
  const open = (): Client => new WatchedClient(readingConfig(databaseUrl))
  return withTwo(open, name, (one, other) => compare(one, other, name))
}

/** Identifies the database and its cluster. */
function readPlace(url: string, name: string, pooler?: PoolerOptions): Promise<string> {
  const open = (): Client => new PooledClient(readingConfig(url, pooler))
  return withTwo(open, name, async (one, other) => {
    const place = await findPlace(one)
    if (pooler?.prepares !== true) return place
    // Occupies the session that prepared the statement, so that a pooler gives the first client another one.
    await other.query('begin')
    await other.query('select')
    return findPlace(one)
  })
}

async function withTwo<T>(
  open: () => Client,
  name: string,
  work: (one: Client, other: Client) => Promise<T>,
): Promise<T> {
  const [one, other] = [openNamed(open, name), openNamed(open, name)]
  try {
    await one.connect()
    await other.connect()
    return await work(one, other)
  } catch (error) {
    throw error instanceof ConfigProblem ? error : new ConfigProblem([toSentence(error, one, name)])
  } finally {
    await Promise.all([one.end(), other.end()])
  }
}

/** Making a client already reads the certificates that its URL names. */
function openNamed(open: () => Client, name: string): Client {
  try {
    return open()
  } catch (error) {
    throw new ConfigProblem([
      `${name} cannot be used: ${error instanceof Error ? error.message : String(error)}.`,
    ])
  }
}

const placeSql = `select system_identifier || ' ' || current_database() as place from pg_control_system()`

async function findPlace(client: Client): Promise<string> {
  const { rows } = await client.query<{ place: string }>({ name: 'place', text: placeSql })
  return rows[0]?.place ?? ''
}

async function compare(one: Client, other: Client, name: string): Promise<void> {
  const { rows } = await one.query<{ on: boolean }>(
    "select current_setting('default_transaction_read_only') = 'on' as on",
  )
  if (rows[0]?.on !== true) throw new ConfigProblem([toNotReadOnly(name)])
  const before = await findBackend(one)
  // A transaction pooler hands its free session to the next client, so the first client now gets another one.
  await other.query('begin')
  await other.query('select')
  if ((await findBackend(one)) !== before) throw new ConfigProblem([toPooled(name)])
}

/** Uses a prepared statement, which the session has to remember. */
async function findBackend(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>({
    name: 'backend',
    text: 'select pg_backend_pid() as pid',
  })
  return rows[0]?.pid
}

function toSentence(error: unknown, client: Client, name: string): string {
  // A connection refused at several addresses has its message only in its parts.
  const { code, syscall, severity, message } = (
    error instanceof AggregateError ? error.errors[0] : error
  ) as { code?: string; syscall?: string; severity?: string; message: string }
  const isPooled = client instanceof PooledClient
  if (code === noSuchStatement || (isPooled && code === statementIsThere))
    return isPooled ? forgetful : toPooled(name)
  if (code === unknownSetting && settingPattern.test(message)) return toPooled(name)
  const { host, port } = client
  const place = host.startsWith('/') ? host : `${host}:${port}`
  const said = message.split('\n')[0] ?? ''
  // Errors from PostgreSQL itself have a severity.
  if (severity !== undefined) return `${name}: PostgreSQL at ${place} refuses: ${said}.`
  if (syscall === 'getaddrinfo') return `${name}: the host ${host} is not known (${code}).`
  if (syscall === 'connect') return `${name}: no PostgreSQL answers at ${place} (${code}).`
  if (isUnreachable(error)) return `${name}: ${place} gives no answer; waited ${connectMs / 1_000} seconds.`
  return `${name}: ${place} cannot be used: ${said}.`
}
