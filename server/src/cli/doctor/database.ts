import { toApart } from '../../lib/clock.ts'
import { ConfigProblem, type ServerConfig } from '../../settings/config.ts'
import { assertUsable } from '../../db/direct.ts'
import { requireMigrated, RightsProblem, SchemaProblem } from '../../db/migrate.ts'
import { type OpenDatabase, openDatabase } from '../../db/open.ts'
import { query, statement } from '../../db/query.ts'
import { readSealLag } from '../../journal/seal.ts'
import { requireSealKey } from '../../journal/seal-key.ts'
import { assertSecretKeys } from '../../modules/second-factor/public.ts'
import type { NamedKey } from '../../settings/key-ring.ts'
import { checkReplica } from './replica.ts'
import { type Finding, ok, warning, wrong } from './finding.ts'

const minVersion = 15
/** Allowed clock difference between server and database: sessions and leases are counted in seconds. */
const maxClockMs = 2_000
const maxSealLagSeconds = 300
/** Connections of a process besides its two pools (docs/operations.md, POOL_SIZE), and those that bypass a pooler. */
const besidePools = 7
const pastPooler = 6

interface DatabaseFacts {
  version: string
  major: number
  encoding: string
  at: Date
  max_connections: number
  /** How many of them are kept for superusers and, from PostgreSQL 16 on, for other privileged roles. */
  reserved_connections: number
  fsync: boolean
  full_page_writes: boolean
  synchronous_commit: string
  replica: boolean
}

interface Facts extends DatabaseFacts {
  /** Between this machine's clock and the database's, as far as the time that the answer took does not explain it. */
  clockApartMs: number
}

const factsSql = statement<[], DatabaseFacts>(
  'doctor_facts',
  `select split_part(current_setting('server_version'), ' ', 1) as version,
  current_setting('server_version_num')::integer / 10000 as major, current_setting('server_encoding') as encoding,
  clock_timestamp() as at, current_setting('max_connections')::integer as max_connections,
  current_setting('superuser_reserved_connections')::integer
    + coalesce(current_setting('reserved_connections', true)::integer, 0) as reserved_connections,
  current_setting('fsync')::boolean as fsync, current_setting('full_page_writes')::boolean as full_page_writes,
  current_setting('synchronous_commit') as synchronous_commit, pg_is_in_recovery() as replica`,
)

/** Checks the database of these settings, from its address to our role's privileges. */
export async function* checkDatabase(
  config: Pick<
    ServerConfig,
    | 'databaseUrl'
    | 'databasePooler'
    | 'databaseReplica'
    | 'poolSize'
    | 'workers'
    | 'sealKeys'
    | 'secretKeys'
    | 'allowNewerSchema'
  >,
): AsyncGenerator<Finding> {
  const { databaseUrl: url, databasePooler: pooler, poolSize, workers } = config
  const db = openDatabase({ url, pooler, poolSize: 1, onError: () => undefined })
  try {
    await assertUsable(config)
    const facts = await readFacts(db)
    yield* checkFacts(facts)
    yield checkConnections(facts, pooler === undefined ? 2 * poolSize + besidePools : pastPooler, workers)
    if (pooler !== undefined) yield ok('Pooler: what needs a session goes past it, by DATABASE_DIRECT_URL.')
    const problem = await findSchemaProblem(db, config.allowNewerSchema)
    if (problem !== undefined) {
      yield problem
      return
    }
    yield ok('Schema: all migrations of this release are in the database.')
    const rights = await readRights(db)
    yield* checkRights(rights)
    // The other checks would only fail for the same reason.
    if (rights.lacking.length > 0) return
    yield await checkKey('JOURNAL_SEAL_KEY', () => requireSealKey(db.read, config.sealKeys))
    yield await checkKey('SECRET_KEY', () => assertSecretKeys(db.read, config.secretKeys))
    yield await checkSealing(db)
    yield* checkReplica(config)
  } catch (error) {
    const sentence = toSentence(error)
    yield wrong(
      error instanceof ConfigProblem ? sentence : `DATABASE_URL: ${sentence}`,
      'Is PostgreSQL running there, may this role connect from here (pg_hba.conf), and is a pooler in between set as docs/operations.md, "A pooler", has it?',
    )
  } finally {
    await db.close()
  }
}

async function readFacts(db: OpenDatabase): Promise<Facts> {
  const sent = Date.now()
  const [facts] = await query(db.read, factsSql, [])
  if (facts === undefined) throw new Error('The database returned no facts about itself.')
  return { ...facts, clockApartMs: Math.abs(toApart(facts.at, sent, Date.now())) }
}

function* checkFacts(facts: Facts): Generator<Finding> {
  const { version, major, encoding, clockApartMs, replica } = facts
  if (major < minVersion) yield wrong(`PostgreSQL ${version} is too old.`, `Use ${minVersion} or newer.`)
  else yield ok(`Database: PostgreSQL ${version}.`)
  if (encoding !== 'UTF8')
    yield wrong(
      `Database: its encoding is ${encoding}.`,
      'Create it anew with encoding UTF8; names are lost otherwise.',
    )
  if (replica)
    yield wrong(
      'Database: this one is a replica and takes no changes.',
      'DATABASE_URL has to name the primary.',
    )
  if (clockApartMs > maxClockMs)
    yield wrong(
      `Clock: this machine and the database are ${(clockApartMs / 1000).toFixed(1)} s apart.`,
      'Synchronise both with NTP; sessions and leases are counted in seconds.',
    )
  else yield ok('Clock: this machine and the database agree.')
  const unsafe = [
    ...(facts.fsync ? [] : ['fsync']),
    ...(facts.full_page_writes ? [] : ['full_page_writes']),
    ...(facts.synchronous_commit === 'off' ? ['synchronous_commit'] : []),
  ]
  if (unsafe.length > 0)
    yield wrong(
      `Database: turned off are ${unsafe.join(', ')}.`,
      'Turn them on in postgresql.conf; a power cut loses what people were told is saved.',
    )
}

function checkConnections(
  { max_connections: max, reserved_connections: reserved }: DatabaseFacts,
  each: number,
  workers: number,
): Finding {
  const needed = each * workers
  const takes = workers === 1 ? `one process takes ${each}` : `${workers} workers take ${needed}`
  if (max - reserved < needed)
    return wrong(
      `Database: max_connections is ${max}, of which ${reserved} are reserved; ${takes}.`,
      `Raise max_connections or lower POOL_SIZE${workers === 1 ? '' : ' or WORKERS'}.`,
    )
  return ok(
    `Database: ${max - reserved} connections allowed; ${workers === 1 ? `each process takes ${each}` : takes}.`,
  )
}

/** A schema that this release cannot work with; its sentence says what to do. */
async function findSchemaProblem(db: OpenDatabase, newer: boolean): Promise<Finding | undefined> {
  try {
    await requireMigrated(db.read, { newer })
    return undefined
  } catch (error) {
    if (!(error instanceof SchemaProblem)) throw error
    return wrong(`${error instanceof RightsProblem ? 'Role' : 'Schema'}: ${error.message}`)
  }
}

interface Rights {
  superuser: boolean
  /** Tables on which the role lacks a privilege that the server needs. */
  lacking: string[]
  /** Append-only tables that the role may modify. */
  rewritable: string[]
}

const rightsSql = statement<[], Rights>(
  'doctor_rights',
  `with tables as (
  select c.oid, c.oid::regclass::text as name, c.relname in ('journal', 'journal_seal', 'migration') as append_only
  from pg_class c where c.relnamespace::regnamespace::text in ('public', 'job')
    and c.relkind in ('r', 'p') and not c.relispartition
)
select (select rolsuper from pg_roles where rolname = current_user) as superuser,
  array(select name from tables where not has_table_privilege(oid, 'select')
    or not has_table_privilege(oid, 'insert') or (not append_only and not (
      has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete'))) order by name) as lacking,
  array(select name from tables where append_only
    and (has_table_privilege(oid, 'update') or has_table_privilege(oid, 'delete')) order by name) as rewritable`,
)

async function readRights(db: OpenDatabase): Promise<Rights> {
  const [rights] = await query(db.read, rightsSql, [])
  if (rights === undefined) throw new Error('The database returned no rights of its role.')
  return rights
}

function* checkRights({ superuser, lacking, rewritable }: Rights): Generator<Finding> {
  if (lacking.length > 0)
    yield wrong(
      `Role: it lacks rights on ${lacking.join(', ')}.`,
      'Grant them as docs/operations.md, "Roles", has it.',
    )
  if (superuser || rewritable.length > 0)
    yield warning(
      superuser ? 'Role: it is a superuser.' : `Role: it may rewrite ${rewritable.join(', ')}.`,
      'Let one role own the tables and another one serve (docs/operations.md, "Roles").',
    )
  else if (lacking.length === 0)
    yield ok('Role: it may do what the server does, and cannot rewrite the journal.')
}

/** `check` returns the key that the database gets, if it has none yet. */
async function checkKey(name: string, check: () => Promise<NamedKey | undefined>): Promise<Finding> {
  try {
    const first = await check()
    return ok(
      first === undefined
        ? `${name}: it holds the key that the database uses.`
        : `${name}: the database has no key yet; the first server to start gives it ${first.id}.`,
    )
  } catch (error) {
    if (!(error instanceof ConfigProblem)) throw error
    return wrong(error.message)
  }
}

async function checkSealing(db: OpenDatabase): Promise<Finding> {
  const lag = await readSealLag(db.read, new Date())
  return lag > maxSealLagSeconds
    ? warning(
        `Journal: its oldest row without a seal is ${Math.round(lag / 60)} minutes old.`,
        'Does a server run? If so, look in its log for journal.seal, and for a transaction that stays open in the cluster.',
      )
    : ok('Journal: nothing waits long for its seal.')
}

function toSentence(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  return first instanceof Error ? (first.message.split('\n')[0] ?? '') : String(first)
}
