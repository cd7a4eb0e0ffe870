/** A replica of the database for reads that take long. */
export interface ReplicaOptions {
  url: string
  /** How far behind the primary it may be for a read to wait for it, in milliseconds. */
  maxLagMs: number
}

/** A pooler between server and database, which lends sessions by the transaction. */
export interface PoolerOptions {
  /** The same database past it, for what needs a session: LISTEN, locks, the queue of jobs, migrations. */
  directUrl: string
  /** Whether the pooler knows a named statement again on whichever session it lends. */
  prepares: boolean
}

/** Where the database is, and whether a replica of it takes reads that take long. */
export interface DatabaseSettings {
  databaseUrl: string
  /** Undefined where `databaseUrl` leads to the database itself. */
  databasePooler: PoolerOptions | undefined
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

/** The address past a pooler, where there is one. */
export function directUrl({
  databaseUrl,
  databasePooler,
}: Omit<DatabaseSettings, 'databaseReplica'>): string {
  return databasePooler?.directUrl ?? databaseUrl
}

type Text = (name: string, fallback: string) => string

/** The setting that names the address past a pooler. */
export const directUrlSetting = 'DATABASE_DIRECT_URL'

/** The pooler, where one is in between. */
export function readPooler(
  text: Text,
  choice: (name: string, choices: readonly ['on', 'off']) => 'on' | 'off',
  problem: Problem,
): PoolerOptions | undefined {
  const directUrl = readDatabaseUrl(text(directUrlSetting, ''), problem, directUrlSetting)
  const prepares = choice('DATABASE_PREPARED_STATEMENTS', ['on', 'off']) === 'on'
  if (directUrl !== '') return { directUrl, prepares }
  if (!prepares)
    problem(
      `${directUrlSetting} is missing: the same database past the pooler, for DATABASE_PREPARED_STATEMENTS is off.`,
    )
  return undefined
}

/** The replica, where one is set. */
export function readReplica(
  text: Text,
  whole: (name: string, fallback: number, most: number, least?: number) => number,
  problem: Problem,
): ReplicaOptions | undefined {
  const url = readDatabaseUrl(text('DATABASE_REPLICA_URL', ''), problem, 'DATABASE_REPLICA_URL')
  const seconds = whole('DATABASE_REPLICA_LAG_SECONDS', 1, 60)
  return url === '' ? undefined : { url, maxLagMs: seconds * 1_000 }
}
