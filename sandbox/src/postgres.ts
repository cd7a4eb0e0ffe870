import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { databaseAccount } from './account.ts'
import { usableBinaries } from './binaries.ts'
import { initialise } from './initialise.ts'
import { forgetRecycledPid, readPidFile } from './postmaster.ts'

export interface PostgresOptions {
  /** The cluster; created if missing. */
  dataDir: string
  /** A private directory with a path of at most 80 bytes. */
  socketDir: string
  logFile: string
  /** False trades safety against power failures for speed; for throw-away servers. */
  durable?: boolean
  /** More server settings, by their PostgreSQL names. */
  settings?: Record<string, string>
}

export interface RunningPostgres {
  /** For the superuser `postgres` and the database `postgres`, over the socket. */
  url: string
  pid: number
  /** Resolves when the server process has ended, for whatever reason. */
  ended: Promise<void>
  /** Fast shutdown: open transactions are rolled back. */
  stop(): Promise<void>
}

const laptopSettings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '200',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  random_page_cost: '1.1',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
}
const temporarySettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
}

/** Starts PostgreSQL in its own process group, so that Ctrl-C reaches only us; rejects with the log's last lines. */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const account = databaseAccount()
  const binaries = usableBinaries(account)
  await initialise(binaries, options.dataDir, { account, isDurable: options.durable !== false })
  forgetRecycledPid(options.dataDir)
  const deadline = performance.now() + 15_000
  for (;;) {
    const child = launch(binaries, options, account)
    const problem = await readiness(child, options)
    if (problem === undefined) return running(child, options)
    // The workers of a killed server need a moment to notice it.
    const mayPass = /pre-existing shared memory block|lock file "postmaster.pid" already exists/.test(problem)
    if (!mayPass || performance.now() > deadline) throw new Error(`PostgreSQL did not start:\n${problem}`)
    await pause(100)
  }
}

function launch(
  binaries: string,
  options: PostgresOptions,
  account: ReturnType<typeof databaseAccount>,
): ChildProcess {
  const tuning = options.durable === false ? temporarySettings : {}
  const settings = { ...laptopSettings, ...tuning, ...options.settings }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = openSync(options.logFile, 'w')
  try {
    return spawn(join(binaries, 'bin/postgres'), ['-D', options.dataDir, '-k', options.socketDir, ...flags], {
      ...(account === undefined ? {} : { uid: account.uid, gid: account.gid }),
      cwd: '/',
      env: {},
      detached: true,
      stdio: ['ignore', log, log],
    })
  } finally {
    closeSync(log)
  }
}

// Resolves with undefined when the server accepts connections, otherwise with its output before it gave up.
async function readiness(child: ChildProcess, options: PostgresOptions): Promise<string | undefined> {
  let failure: string | undefined
  child.once('error', (error) => (failure = error.message))
  child.once('exit', () => (failure ??= readFileSync(options.logFile, 'utf8').slice(-2000)))
  for (;;) {
    if (failure !== undefined) return failure
    const noted = readPidFile(options.dataDir)
    if (noted?.pid === child.pid && noted?.status === 'ready') return undefined
    await pause(10)
  }
}

function running(child: ChildProcess, options: PostgresOptions): RunningPostgres {
  const { pid } = child
  if (pid === undefined) throw new Error('PostgreSQL has no process.')
  // Unless killed, this process stops the server when it exits.
  const takeAlong = () => child.kill('SIGQUIT')
  process.once('exit', takeAlong)
  const ended = once(child, 'exit').then(() => void process.off('exit', takeAlong))
  child.unref()
  return {
    url: socketUrl(options.socketDir),
    pid,
    ended,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.ref()
      child.kill('SIGINT')
      const killTimer = setTimeout(() => child.kill('SIGQUIT'), 15_000)
      await ended
      clearTimeout(killTimer)
    },
  }
}

function socketUrl(socketDir: string): string {
  return `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(socketDir)}`
}
