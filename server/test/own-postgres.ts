import { startTemporaryPostgres } from '@agency-support/sandbox/temporary-postgres'
import { beforeAll } from 'vitest'

/**
 * Gives the tests of a file a PostgreSQL server of their own; to be called before any other hook. An open transaction
 * holds the snapshots of a whole server back, those of other tests too. Mutation runs say that they have one anyway: each
 * of their processes starts one and runs one file at a time.
 */
export function useOwnPostgres(): void {
  if (process.env['TEST_POSTGRES_IS_OWN'] !== undefined) return
  const shared = process.env['TEST_DATABASE_URL']
  beforeAll(async () => {
    const postgres = await startTemporaryPostgres()
    process.env['TEST_DATABASE_URL'] = postgres.url
    return async () => {
      process.env['TEST_DATABASE_URL'] = shared
      await postgres.stop()
    }
  })
}
