import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readStartTime } from '../../scripts/process-lock.mjs'

type PidFile = { pid: number; status: string }

/** The server's own postmaster.pid in its data directory; undefined if there is none. */
export function readPidFile(dataDir: string): PidFile | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const pid = Number(lines[0])
  return pid > 0 ? { pid, status: (lines[7] ?? '').trim() } : undefined
}

/** Process id of the PostgreSQL server that has `dataDir` open. */
export function findPostmaster(dataDir: string): number | undefined {
  const pid = readPidFile(dataDir)?.pid
  return pid !== undefined && readStartTime(pid) !== undefined && worksIn(pid, dataDir) ? pid : undefined
}

// The id in a stale file may belong to any process by now; a postmaster's working directory is its data directory.
function worksIn(pid: number, dataDir: string): boolean {
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(dataDir)
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(dataDir)
  } catch {
    return false
  }
}

/** Removes a stale postmaster.pid whose id belongs to another process now; PostgreSQL would refuse to start. */
export function forgetRecycledPid(dataDir: string): void {
  const noted = readPidFile(dataDir)
  if (
    noted !== undefined &&
    readStartTime(noted.pid) !== undefined &&
    findPostmaster(dataDir) === undefined
  ) {
    rmSync(join(dataDir, 'postmaster.pid'), { force: true })
  }
}

/** Fast shutdown of the server on `dataDir`, if any; resolves when it has exited. */
export async function stopPostmaster(dataDir: string): Promise<void> {
  const pid = findPostmaster(dataDir)
  if (pid === undefined) return
  const start = readStartTime(pid)
  const isGone = () => readStartTime(pid) !== start
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (!isGone()) process.kill(pid, signal)
    if (await until(isGone, 15_000)) return
  }
  throw new Error(`PostgreSQL (process ${pid}) in ${dataDir} does not stop.`)
}

/** Polls `isTrue` every 10 ms; false after the timeout. */
export async function until(isTrue: () => boolean, milliseconds: number): Promise<boolean> {
  const end = performance.now() + milliseconds
  while (!isTrue()) {
    if (performance.now() > end) return false
    await pause(10)
  }
  return true
}
