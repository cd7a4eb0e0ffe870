import type { Client } from 'pg'
import { ConnectionWatchdog } from './connection-watchdog.ts'
import { connectMs, WatchedClient } from './watched-client.ts'

/** Nobody waits for such work, and it is lost when it is given up. */
const timeoutMs = 30_000

/**
 * Works on a connection of its own, outside the pools, and ends it. Statements may take as long as they need;
 * a database that gives no answer for half a minute fails them.
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

/** Does work in a transaction of such a connection; all of it or nothing. */
export async function inTransaction<T>(client: Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    // Where the connection is gone there is nothing to take back, and the first failure says more.
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
