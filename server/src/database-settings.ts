/** A replica of the database for reads that take long. */
export interface ReplicaOptions {
  url: string
  /** How far behind the primary it may be for a read to wait for it, in milliseconds. */
  maxLagMs: number
}

/** Where the database is, and whether a replica of it takes reads that take long. */
export interface DatabaseSettings {
  databaseUrl: string
  databaseReplica: ReplicaOptions | undefined
}

type Problem = (sentence: string) => void

const example = 'postgresql://user@host/agency_support'

/** The address of the database; says nothing of what stands there, for that may be a password. */
export function readDatabaseUrl(text: string, problem: Problem, name = 'DATABASE_URL'): string {
  const isPostgres = URL.canParse(text) && ['postgres:', 'postgresql:'].includes(new URL(text).protocol)
  if (text !== '' && !isPostgres) problem(`${name} must be an address such as ${example}.`)
  return text
}

/** The replica, where one is set. */
export function readReplica(
  text: (name: string, fallback: string) => string,
  whole: (name: string, fallback: number, most: number, least?: number) => number,
  problem: Problem,
): ReplicaOptions | undefined {
  const url = readDatabaseUrl(text('DATABASE_REPLICA_URL', ''), problem, 'DATABASE_REPLICA_URL')
  const seconds = whole('DATABASE_REPLICA_LAG_SECONDS', 1, 60)
  return url === '' ? undefined : { url, maxLagMs: seconds * 1_000 }
}
