import { beforeAll, beforeEach } from 'vitest'
import { type OpenDatabase, openDatabase, type Tx } from '../src/db/open.ts'
import { type TestDatabase, testDatabase } from './database.ts'

export interface UseDatabaseOptions {
  /** Connections for reads and for writes each; 2 unless given. */
  poolSize?: number
  /** Whose the database is: that of all tests of the file, or of the describe that asks for it, or each test's own. */
  scope?: 'file' | 'test'
}

/**
 * Gives tests a migrated, empty database and the ways into it, `inTx` for work in a transaction; it is deleted once the hooks that the file has for
 * afterwards are through. To be called before the file's own hooks and after useOwnPostgres: they run in this order. What
 * it returns is filled by then, and is not to be used before.
 */
export function useDatabase({ poolSize = 2, scope = 'file' }: UseDatabaseOptions = {}) {
  // Filled, not replaced: a file takes them apart before there is a database.
  const database = {} as TestDatabase
  const db = {} as OpenDatabase
  const start = async (): Promise<() => Promise<void>> => {
    const made = await testDatabase()
    const opened = openDatabase({ url: made.url, poolSize, onError: () => undefined })
    Object.assign(database, made)
    Object.assign(db, opened)
    return async () => {
      await opened.close()
      await made.drop()
    }
  }
  if (scope === 'file') beforeAll(start)
  else beforeEach(start)
  const inTx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => db.write.transaction().execute(work)
  return { database, db, inTx }
}
