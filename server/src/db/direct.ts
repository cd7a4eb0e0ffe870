import type { Client } from 'pg'
import { ConfigProblem } from '../config.ts'
import { noConnection } from './failures.ts'
import { readingSettings } from './open.ts'
import { connectMs, WatchedClient } from './watched-client.ts'

const pooled =
  'DATABASE_URL leads through a connection pooler, such as PgBouncer in transaction mode, that lends the connection of a session to others. The server needs connections to PostgreSQL itself.'
const notReadOnly =
  'DATABASE_URL leads through a connection pooler that drops settings: a connection for reading could write. The server needs connections to PostgreSQL itself.'

const noSuchStatement = '26000'
const unknownSetting = '08P01'

/**
 * Throws ConfigProblem with a sentence where the database cannot be reached, or its sessions are not what this
 * server takes them for.
 */
export async function assertDirect(databaseUrl: string): Promise<void> {
  const open = (): WatchedClient => new WatchedClient(readingSettings(databaseUrl))
  const [one, other] = [open(), open()]
  try {
    await one.connect()
    await other.connect()
    await compare(one, other)
  } catch (error) {
    throw error instanceof ConfigProblem ? error : new ConfigProblem([toSentence(error, one)])
  } finally {
    await Promise.all([one.end(), other.end()])
  }
}

async function compare(one: Client, other: Client): Promise<void> {
  const { rows } = await one.query<{ on: boolean }>(
    "select current_setting('default_transaction_read_only') = 'on' as on",
  )
  if (rows[0]?.on !== true) throw new ConfigProblem([notReadOnly])
  const before = await findBackend(one)
  // Whoever lends connections gives the one that is free to the next who asks, and now another one to the first.
  await other.query('begin')
  await other.query('select')
  if ((await findBackend(one)) !== before) throw new ConfigProblem([pooled])
}

/** By a statement that the session has to remember. */
async function findBackend(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>({
    name: 'backend',
    text: 'select pg_backend_pid() as pid',
  })
  return rows[0]?.pid
}

function toSentence(error: unknown, { host, port }: Client): string {
  // A refused connection to several addresses has only its parts as text.
  const { code, syscall, severity, message } = (
    error instanceof AggregateError ? error.errors[0] : error
  ) as { code?: string; syscall?: string; severity?: string; message: string }
  if (code === noSuchStatement || code === unknownSetting) return pooled
  const place = host.startsWith('/') ? host : `${host}:${port}`
  const said = message.split('\n')[0] ?? ''
  // What PostgreSQL itself says has a severity.
  if (severity !== undefined) return `DATABASE_URL: PostgreSQL at ${place} refuses: ${said}.`
  if (syscall === 'getaddrinfo') return `DATABASE_URL: the host ${host} is not known (${code}).`
  if (syscall === 'connect') return `DATABASE_URL: no PostgreSQL answers at ${place} (${code}).`
  if (noConnection(error))
    return `DATABASE_URL: ${place} gives no answer; waited ${connectMs / 1_000} seconds.`
  return `DATABASE_URL: ${place} cannot be used: ${said}.`
}
