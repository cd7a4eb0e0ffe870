import { startTemporaryPostgres } from '@agency-support/sandbox/temporary-postgres'
import { expect, test } from 'vitest'
import { sandboxConfig } from '../../src/settings/config.ts'
import { migrate } from '../../src/db/migrate.ts'
import { withDatabase } from '../../src/db/open.ts'
import { findLosses } from './judge.ts'
import { startLoad } from './load.ts'
import { listKinds, usualMixture } from './load-kinds.ts'
import { prepare } from './rounds.ts'
import { startVictim } from './victim.ts'

test('SIGTERM under load: what is under way is carried out and answered, the rest is not begun, exit status 0', async () => {
  const postgres = await startTemporaryPostgres()
  try {
    await migrate(postgres.url)
    const cookie = await prepare(postgres.url, 1)
    const server = await startVictim(postgres.url, { drainSeconds: 1 })
    const load = startLoad(server, cookie, 1)
    await load.reaches(50)
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    const changes = await load.stop()
    const { sealKeys } = sandboxConfig({ databaseUrl: postgres.url })
    await withDatabase(postgres.url, async (db) => {
      expect(await findLosses(db, changes, sealKeys)).toEqual([])
      const rows = await db.read
        .selectFrom('journal')
        .select('seq')
        .where(
          'event',
          'in',
          listKinds(usualMixture).map(({ event }) => event),
        )
        .execute()
      // Nothing was carried out whose caller got no answer.
      expect(rows).toHaveLength(changes.filter(({ acknowledged }) => acknowledged).length)
    })
  } finally {
    await postgres.stop()
  }
})
