import { startThrowAwayPostgres } from '@agency-support/sandbox/throw-away'
import { afterAll, beforeAll } from 'vitest'

/**
 * Gives the tests of a file a PostgreSQL server of their own; to be called before any other hook. An open transaction
 * holds the snapshots of a whole server back, those of other tests too.
 */
export function useOwnPostgres(): void {
  const shared = process.env['TEST_DATABASE_URL']
  let postgres: Awaited<ReturnType<typeof startThrowAwayPostgres>>
  beforeAll(async () => {
    postgres = await startThrowAwayPostgres()
    process.env['TEST_DATABASE_URL'] = postgres.url
  })
  afterAll(async () => {
    process.env['TEST_DATABASE_URL'] = shared
    await postgres.stop()
  })
}
