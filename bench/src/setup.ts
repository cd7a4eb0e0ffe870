import { seedDemo } from '@agency-support/sandbox/demo-data/seed'
import { startPostgres } from '@agency-support/sandbox/postgres'
import { makeTemporaryDir, removeAbandoned } from '@agency-support/sandbox/temporary-postgres'
import { runCli } from '@agency-support/server/cli/main'
import { readCliConfig } from '@agency-support/server/settings/config'
import { migrate } from '@agency-support/server/db/migrate'
import { mkdirSync, rmSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { type DataFixtures, readFixtures } from './fixtures.ts'
import { makeArrivals, signIn } from './people.ts'
import { sealKey } from './start-product.ts'

const people = 220

/** A database for this run, with the data for requests. */
export interface BenchSetup extends DataFixtures {
  databaseUrl: string
  /** The process that all others of this PostgreSQL are children of. */
  databasePid: number
  /** Its cluster and its socket. */
  dataDir: string
  socketDir: string
  postgresVersion: string
  tokens: readonly string[]
  usernames: readonly string[]
  /** Deletes it, unless it is kept. */
  stop(): Promise<void>
}

/** Content of a database. */
export interface Filling {
  /** Number of demo agencies, whose software may run. */
  demo: number
  /** Additional generated agencies with users, events and journal entries; none by default. */
  grown?: number
  /** A folder in which the database stays for the next run; a temporary one unless given. */
  keep?: string | undefined
}

/** What PostgreSQL's manual recommends for a machine with its own server, in the place of a laptop's sizes. */
export const serverSettings = {
  shared_buffers: `${Math.floor(totalmem() / 4 / 2 ** 20)}MB`,
  effective_cache_size: `${Math.floor(totalmem() / 2 / 2 ** 20)}MB`,
}

/** Starts a fully durable PostgreSQL, with agencies and signed-in people. */
export async function setUp(
  { demo, grown = 0, keep }: Filling,
  log: (line: string) => void,
): Promise<BenchSetup> {
  await removeAbandoned()
  const dir = makeTemporaryDir()
  const dataDir = keep === undefined ? join(dir, 'pg') : join(resolve(keep), `${demo}-${grown}`)
  if (keep !== undefined) mkdirSync(keep, { recursive: true })
  const logFile = join(dir, 'log')
  const server = await startPostgres({ dataDir, socketDir: dir, logFile, settings: serverSettings })
  const stop = async (): Promise<void> => {
    await server.stop()
    rmSync(dir, { recursive: true, force: true })
  }
  try {
    await migrate(server.url)
    await seedDemo({ databaseUrl: server.url, agencies: demo, log })
    if (grown > 0) await grow(server.url, grown)
    const database = { databaseUrl: server.url, databasePid: server.pid, dataDir, socketDir: dir }
    return { ...database, ...(await prepare(server.url)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function grow(databaseUrl: string, agencies: number): Promise<void> {
  const config = () => readCliConfig({ DATABASE_URL: databaseUrl, JOURNAL_SEAL_KEY: sealKey })
  const code = await runCli(['sandbox', 'grow', '--agencies', String(agencies)], { config })
  if (code !== 0) throw new Error('The database could not be filled.')
}

async function prepare(
  databaseUrl: string,
): Promise<Omit<BenchSetup, 'databaseUrl' | 'databasePid' | 'dataDir' | 'socketDir' | 'stop'>> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    const tokens = await signIn(client, people)
    const usernames = await makeArrivals(client, people)
    await client.query('vacuum analyze')
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    return {
      postgresVersion: rows[0]?.server_version ?? '',
      tokens,
      usernames,
      ...(await readFixtures(client)),
    }
  } finally {
    await client.end()
  }
}
