import { databaseAccount } from '@agency-support/sandbox/account'
import { type RunningPostgres, startPostgres } from '@agency-support/sandbox/postgres'
import { makeMemoryDir, removeAbandoned } from '@agency-support/sandbox/temporary-postgres'
import { execFileSync } from 'node:child_process'
import { chownSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withConnection } from '../src/db/connection.ts'
import { migrate } from '../src/db/migrate.ts'

/** A PostgreSQL and a replica that streams from it. */
export interface Replicated extends AsyncDisposable {
  primary: string
  replica: string
  /** Lets the replica take in what comes and show none of it, or show it again. */
  replay(to: 'pause' | 'resume'): Promise<void>
  stopReplica(): Promise<void>
  startReplica(): Promise<void>
}

/** Starts both, the primary migrated and empty. */
export async function startReplicated(): Promise<Replicated> {
  await removeAbandoned()
  const [own, copied] = [makeMemoryDir(), makeMemoryDir()]
  const start = (dir: string, settings: Record<string, string> = {}): Promise<RunningPostgres> =>
    startPostgres({
      dataDir: join(dir, 'pg'),
      socketDir: dir,
      logFile: join(dir, 'log'),
      durable: false,
      settings,
    })
  const follow = (): Promise<RunningPostgres> =>
    start(copied, { primary_conninfo: `host=${own} user=postgres`, wal_retrieve_retry_interval: '100ms' })
  const primary = await start(own)
  await migrate(primary.url)
  await copyCluster(primary.url, join(own, 'pg'), join(copied, 'pg'))
  let replica = await follow()
  return {
    primary: primary.url,
    replica: replica.url,
    replay: (to) =>
      withConnection(
        replica.url,
        async (client) => void (await client.query(`select pg_wal_replay_${to}()`)),
      ),
    stopReplica: () => replica.stop(),
    startReplica: async () => {
      replica = await follow()
    },
    [Symbol.asyncDispose]: async () => {
      await replica.stop()
      await primary.stop()
      for (const dir of [own, copied]) rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** What pg_basebackup does, which the embedded PostgreSQL does not bring along. */
async function copyCluster(url: string, from: string, to: string): Promise<void> {
  await withConnection(url, async (client) => {
    await client.query(`select pg_backup_start('replica', true)`)
    execFileSync('cp', ['-a', from, to])
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
