import { startTemporaryPostgres } from '@agency-support/sandbox/temporary-postgres'

/** Starts a database server for the tests unless one is given (vitest's global setup). */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['TEST_DATABASE_URL'] !== undefined) return undefined
  const server = await startTemporaryPostgres()
  process.env['TEST_DATABASE_URL'] = server.url
  return () => server.stop()
}
