import { startTemporaryPostgres } from '@agency-support/sandbox/temporary-postgres'

/** Gives the tests a database server when whoever started them has none (vitest's global set-up). */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['TEST_DATABASE_URL'] !== undefined) return undefined
  const server = await startTemporaryPostgres()
  process.env['TEST_DATABASE_URL'] = server.url
  return () => server.stop()
}
