import type { Client } from 'pg'
import { ConnectionWatchdog } from './connection-watchdog.ts'
import { connectMs, WatchedClient } from './watched-client.ts'

/** Nobody waits for this work, so it may take longer than a request; giving up loses it. */
const timeoutMs = 30_000

/**
 * Runs work on a new connection outside the pools, and closes it. Statements may take as long as they need; if the
 * database does not answer for half a minute, they fail.
 */
export async function withConnection<T>(
  databaseUrl: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  using watchdog = new ConnectionWatchdog({ url: databaseUrl, timeoutMs, connectMs })
  const client = new WatchedClient({
    connectionString: databaseUrl,
    application_name: 'agency-support bulk',
    watchdog,
  })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Runs work in a transaction on such a connection. */
export async function inTransaction<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    // On a lost connection there is nothing to roll back, and the original error says more.
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
