import { type PostgresOptions, startPostgres } from '@agency-support/sandbox/postgres'
import { copyAsStandby, startStandby } from '@agency-support/sandbox/standby'
import { makeMemoryDir, removeAbandoned } from '@agency-support/sandbox/temporary-postgres'
import { rmSync } from 'node:fs'
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
  const inDir = (dir: string): PostgresOptions => ({
    dataDir: join(dir, 'pg'),
    socketDir: dir,
    logFile: join(dir, 'log'),
    durable: false,
  })
  const follow = () => startStandby(own, inDir(copied))
  const primary = await startPostgres(inDir(own))
  await migrate(primary.url)
  await copyAsStandby({ url: primary.url, dataDir: join(own, 'pg') }, join(copied, 'pg'))
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
