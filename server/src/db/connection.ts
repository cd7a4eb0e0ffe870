import { Client } from 'pg'

/** Works on a connection of its own, outside the pools, and ends it. */
export async function withConnection<T>(
  databaseUrl: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: databaseUrl, application_name: 'agency-support bulk' })
  // Whoever waits for a statement hears that the connection broke; with nobody listening it would end the process.
  client.on('error', () => undefined)
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
