import type { ServerConfig } from '../../settings/config.ts'
import { openDatabase } from '../../db/open.ts'
import { type Finding, ok, warning } from './finding.ts'

const name = 'DATABASE_REPLICA_URL'

/** Checks whether the replica, if configured, would currently take reads. */
export async function* checkReplica({
  databaseUrl,
  databasePooler,
  databaseReplica,
}: Pick<ServerConfig, 'databaseUrl' | 'databasePooler' | 'databaseReplica'>): AsyncGenerator<Finding> {
  if (databaseReplica === undefined) return
  let why = 'late'
  const log = {
    info: () => undefined,
    warn: (_event: string, facts: Readonly<Record<string, unknown>> = {}) => {
      why = String(facts['error'] ?? facts['why'])
    },
  }
  const db = openDatabase({
    url: databaseUrl,
    pooler: databasePooler,
    replica: databaseReplica,
    poolSize: 1,
    onError: () => undefined,
    log,
  })
  try {
    if ((await db.readReplica()) !== db.read) yield ok('Replica: it has all that the database has.')
    else
      yield warning(
        why === 'late'
          ? `${name}: it is more than ${databaseReplica.maxLagMs / 1_000} seconds behind the database.`
          : `${name}: ${why}.`,
        'Reports and exports are read from DATABASE_URL meanwhile. Does the replica run and stream from it?',
      )
  } finally {
    await db.close()
  }
}
