import { withConnection } from '@agency-support/server/db/connection'
import { spawnSync } from 'node:child_process'
import { chownSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { databaseAccount } from './account.ts'
import { type PostgresOptions, type RunningPostgres, startPostgres } from './postgres.ts'

/** A running cluster to copy. */
export interface Copied {
  url: string
  dataDir: string
}

/** Copies a running cluster as one that follows it, as pg_basebackup does, which the embedded PostgreSQL does not have. */
export async function copyAsStandby({ url, dataDir }: Copied, to: string): Promise<void> {
  await withConnection(url, async (client) => {
    await client.query(`select pg_backup_start('standby', true)`)
    copyLive(dataDir, to)
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    const account = databaseAccount()
    for (const [name, text] of [
      ['backup_label', rows[0]?.labelfile ?? ''],
      ['standby.signal', ''],
    ] as const) {
      writeFileSync(join(to, name), text)
      if (account !== undefined) chownSync(join(to, name), account.uid, account.gid)
    }
  })
  rmSync(join(to, 'postmaster.pid'), { force: true })
}

/** Files that go while others are copied are none that the write-ahead log does not bring back. */
function copyLive(from: string, to: string): void {
  const { error, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8', env: { LC_ALL: 'C' } })
  if (error !== undefined) throw error
  const problems = stderr.split('\n').filter((line) => !/^$|: No such file or directory$/.test(line))
  if (problems.length > 0) throw new Error(`The cluster could not be copied:\n${problems.join('\n')}`)
}

/** Starts such a copy; it streams from the server with this socket, also when that comes back later. */
export function startStandby(primarySocketDir: string, options: PostgresOptions): Promise<RunningPostgres> {
  const following = {
    primary_conninfo: `host=${primarySocketDir} user=postgres`,
    wal_retrieve_retry_interval: '100ms',
  }
  return startPostgres({ ...options, settings: { ...options.settings, ...following } })
}
