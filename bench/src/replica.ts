import { copyAsStandby, startStandby } from '@agency-support/sandbox/standby'
import { makeTemporaryDir } from '@agency-support/sandbox/temporary-postgres'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type Contenders, takeTurn } from './comparison.ts'
import { usualConcurrency } from './figures.ts'
import { type BenchSetup, serverSettings } from './setup.ts'
import { readTreeCpu } from './tree-cpu.ts'

export const replicaCase = 'replica'

const renamingSeconds = 10

/** How fast a replica replays renames, in turns with nothing else. */
export interface Replay {
  renames: number
  /** How long it took to make them. */
  madeSeconds: number
  replaySeconds: number
  /** Processor time of the replica's processes. */
  replayCpuSeconds: number
  /** Write-ahead log of the renames. */
  bytes: number
}

/**
 * A replica that has paused its replay receives renames; then it replays them all at once. It is copied beside the
 * database, so the disk needs room for another one.
 */
export async function measureReplica(
  { product, load }: Pick<Contenders, 'product' | 'load'>,
  setup: BenchSetup,
): Promise<Replay> {
  const dir = makeTemporaryDir()
  const dataDir = join(dir, 'pg')
  await copyAsStandby({ url: setup.databaseUrl, dataDir: setup.dataDir }, dataDir)
  const logFile = join(dir, 'log')
  const replica = await startStandby(setup.socketDir, {
    dataDir,
    socketDir: dir,
    logFile,
    settings: serverSettings,
  })
  const [primary, standby] = [new pg.Client(setup.databaseUrl), new pg.Client(replica.url)]
  try {
    await primary.connect()
    await standby.connect()
    const written = (): Promise<string> => readPosition(primary, 'pg_current_wal_lsn')
    await reach(standby, 'pg_last_wal_replay_lsn', await written())
    await standby.query('select pg_wal_replay_pause()')
    const before = await written()
    const side = { server: product, load, name: 'rename' } as const
    const { requests, seconds } = await takeTurn(side, usualConcurrency, renamingSeconds)
    const end = await written()
    await reach(standby, 'pg_last_wal_receive_lsn', end)
    const cpuBefore = readTreeCpu(replica.pid)
    const start = performance.now()
    await standby.query('select pg_wal_replay_resume()')
    await reach(standby, 'pg_last_wal_replay_lsn', end)
    return {
      renames: requests,
      madeSeconds: seconds,
      replaySeconds: (performance.now() - start) / 1000,
      replayCpuSeconds: (readTreeCpu(replica.pid) - cpuBefore) / 1e6,
      bytes: await readDistance(primary, before, end),
    }
  } finally {
    await primary.end()
    await standby.end()
    await replica.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

type Position = 'pg_current_wal_lsn' | 'pg_last_wal_receive_lsn' | 'pg_last_wal_replay_lsn'

async function readPosition(client: pg.Client, position: Position): Promise<string> {
  const { rows } = await client.query<{ at: string }>(`select coalesce(${position}(), '0/0')::text as at`)
  return rows[0]?.at ?? '0/0'
}

async function readDistance(client: pg.Client, from: string, to: string): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>('select pg_wal_lsn_diff($2, $1) as bytes', [
    from,
    to,
  ])
  return Number(rows[0]?.bytes)
}

/** Waits until the replica has received or replayed the log up to there. */
async function reach(standby: pg.Client, position: Position, to: string): Promise<void> {
  while ((await readDistance(standby, await readPosition(standby, position), to)) > 0) await pause(10)
}

export function replicaSentence({
  renames,
  madeSeconds,
  replaySeconds,
  replayCpuSeconds,
  bytes,
}: Replay): string {
  const [made, replayed] = [renames / madeSeconds, renames / replaySeconds]
  const megabytes = bytes / 1e6
  return `Replica: ${renames} renames (${made.toFixed(0)} a second, ${megabytes.toFixed(0)} MB of write-ahead log) are \
replayed in ${replaySeconds.toFixed(1)} s: ${replayed.toFixed(0)} a second, ${(megabytes / replaySeconds).toFixed(0)} MB/s, \
${((replayCpuSeconds / renames) * 1e6).toFixed(0)} µs of the replica each.`
}
