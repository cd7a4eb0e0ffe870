import type { Problem, SettingReader } from './reader.ts'

/** A replica of the database, for slow reads. */
export interface ReplicaOptions {
  url: string
  /** Maximum lag in milliseconds for which a read waits. */
  maxLagMs: number
}

/** A transaction pooler between server and database. */
export interface PoolerOptions {
  /** URL of the same database bypassing the pooler, for LISTEN, locks, the job queue and migrations. */
  directUrl: string
  /** Whether the pooler supports prepared statements across sessions. */
  prepares: boolean
}

/** Where the database is, and its replica for slow reads. */
export interface DatabaseSettings {
  databaseUrl: string
  /** Undefined if `databaseUrl` leads directly to the database. */
  databasePooler: PoolerOptions | undefined
  databaseReplica: ReplicaOptions | undefined
}

const example = 'postgresql://user@host/agency_support'

/** Reads the URL of the database; a problem never quotes it, because it may contain a password. */
export function readDatabaseUrl(text: string, problem: Problem, name = 'DATABASE_URL'): string {
  const isPostgres = URL.canParse(text) && ['postgres:', 'postgresql:'].includes(new URL(text).protocol)
  if (text !== '' && !isPostgres) problem(`${name} must be an address such as ${example}.`)
  return text
}

/** The URL that bypasses any pooler. */
export function directUrl({
  databaseUrl,
  databasePooler,
}: Omit<DatabaseSettings, 'databaseReplica'>): string {
  return databasePooler?.directUrl ?? databaseUrl
}

/** The setting with the URL that bypasses the pooler. */
export const directUrlSetting = 'DATABASE_DIRECT_URL'

/** Reads the pooler's settings; undefined without one. */
export function readPooler({ text, choice, problem }: SettingReader): PoolerOptions | undefined {
  const directUrl = readDatabaseUrl(text(directUrlSetting, ''), problem, directUrlSetting)
  const prepares = choice('DATABASE_PREPARED_STATEMENTS', ['on', 'off']) === 'on'
  if (directUrl !== '') return { directUrl, prepares }
  if (!prepares)
    problem(
      `${directUrlSetting} is missing: the same database past the pooler, for DATABASE_PREPARED_STATEMENTS is off.`,
    )
  return undefined
}

/** Reads the replica's settings; undefined without one. */
export function readReplica({ text, whole, problem }: SettingReader): ReplicaOptions | undefined {
  const url = readDatabaseUrl(text('DATABASE_REPLICA_URL', ''), problem, 'DATABASE_REPLICA_URL')
  const seconds = whole('DATABASE_REPLICA_LAG_SECONDS', 1, 60)
  return url === '' ? undefined : { url, maxLagMs: seconds * 1_000 }
}
