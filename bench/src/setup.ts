import { seedDemo } from '@agency-support/sandbox/demo-data/seed'
import { startPostgres } from '@agency-support/sandbox/postgres'
import { makeThrowAwayDir, removeAbandoned } from '@agency-support/sandbox/throw-away'
import { migrate } from '@agency-support/server/db/migrate'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { readFixtures } from './fixtures.ts'
import { signIn } from './people.ts'

const people = 220

/** A database that was made for this run, and what requests to it are made of. */
export interface BenchSetup {
  databaseUrl: string
  postgresVersion: string
  tokens: readonly string[]
  ids: readonly number[]
  fragments: readonly string[]
  /** Deletes it all. */
  stop(): Promise<void>
}

/** Starts a PostgreSQL as durable as a real one, with this many agencies and with people signed in. */
export async function setUp(agencies: number, log: (line: string) => void): Promise<BenchSetup> {
  await removeAbandoned()
  const dir = makeThrowAwayDir()
  const server = await startPostgres({ dataDir: join(dir, 'pg'), socketDir: dir, logFile: join(dir, 'log') })
  const stop = async (): Promise<void> => {
    await server.stop()
    rmSync(dir, { recursive: true, force: true })
  }
  try {
    await migrate(server.url)
    await seedDemo({ databaseUrl: server.url, agencies, log })
    return { databaseUrl: server.url, ...(await prepare(server.url)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function prepare(databaseUrl: string): Promise<Omit<BenchSetup, 'databaseUrl' | 'stop'>> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    const tokens = await signIn(client, people)
    await client.query('vacuum analyze')
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    return { postgresVersion: rows[0]?.server_version ?? '', tokens, ...(await readFixtures(client)) }
  } finally {
    await client.end()
  }
}
