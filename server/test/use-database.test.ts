import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { withConnection } from '../src/db/connection.ts'
import { useDatabase } from './use-database.ts'

const { database: outer } = useDatabase()

const isThere = (url: string): Promise<boolean> =>
  withConnection(outer.url, async (client) => {
    const name = new URL(url).pathname.slice(1)
    return (await client.query('select from pg_database where datname = $1', [name])).rowCount === 1
  })

describe.each([
  { scope: 'file', databases: 1, agencies: [0, 1] },
  { scope: 'test', databases: 2, agencies: [0, 0] },
] as const)('a database for each $scope', ({ scope, databases, agencies }) => {
  const seen = { urls: [] as string[], agencies: [] as number[], after: [] as boolean[] }

  describe('while tests use it', () => {
    const { database, db } = useDatabase({ scope })
    const look = async (): Promise<void> => void seen.after.push(await isThere(database.url))
    if (scope === 'file') afterAll(look)
    else afterEach(look)

    test.each([6938, 8951])('is migrated, and holds agency %i when the test adds it', async (agencyId) => {
      const before = await db.read.selectFrom('agency').select('agency_id').execute()
      seen.urls.push(database.url)
      seen.agencies.push(before.length)
      await db.write.insertInto('agency').values({ agency_id: agencyId }).execute()
      const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db.write)
      expect(rows).toEqual([{ name: new URL(database.url).pathname.slice(1) }])
    })
  })

  test('is there for the hooks after them and then deleted', async () => {
    expect([new Set(seen.urls).size, seen.agencies]).toEqual([databases, agencies])
    expect(seen.after).toEqual(Array.from({ length: databases }, () => true))
    expect(await Promise.all(seen.urls.map(isThere))).toEqual([false, false])
  })
})
