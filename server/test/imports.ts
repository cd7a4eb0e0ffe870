import { type OpenDatabase, openDatabase } from '../src/db/open.ts'
import { type CliOutcome, cliOn, type RunCli, testFolder } from './cli-run.ts'
import { testDatabase } from './database.ts'

/** Imports of agencies on the command line, over a database and with a folder of their own. */
export async function testImports(run: RunCli) {
  const database = await testDatabase()
  const db = openDatabase({ url: database.url, poolSize: 2, onError: () => undefined })
  const cli = cliOn(run, database.url)
  const folder = await testFolder()
  return {
    database,
    db,
    folder,
    cli,
    /** Imports a file with this content. */
    importing: async (content: string | Buffer, ...options: string[]): Promise<CliOutcome> =>
      cli(['agencies', 'import', await folder.write(content), ...options]),
    /** Every agency with what an import can bring. */
    agencies: () =>
      db.read
        .selectFrom('agency')
        .select([
          'agency_id',
          'name',
          'name_folded',
          'version_display',
          'is_online',
          'region_id',
          'pool_id',
          'status',
          'agency_type',
          'domains',
          'onboarding_status',
          'time_zone_id',
          'main_contact',
        ])
        .orderBy('agency_id')
        .execute(),
    /** The rows of the journal after this one. */
    journal: (after: number) =>
      db.read.selectFrom('journal').selectAll().where('seq', '>', after).orderBy('seq').execute(),
    /** Takes all agencies away; the number of the journal's last row. */
    empty: async (): Promise<number> => {
      await db.write.deleteFrom('agency').execute()
      return lastRow(db)
    },
    close: async (): Promise<void> => {
      await db.close()
      await database.drop()
      await folder.remove()
    },
  }
}

async function lastRow(db: OpenDatabase): Promise<number> {
  const { last } = await db.read
    .selectFrom('journal')
    .select((eb) => eb.fn.max('seq').as('last'))
    .executeTakeFirstOrThrow()
  return last ?? 0
}

/** What an agency has where a file does not tell it. */
export const usualFacts = {
  agency_type: 0,
  domains: 0,
  onboarding_status: 911,
  time_zone_id: 'America/Chicago',
  main_contact: '',
}
