import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readStartTime } from '../../scripts/process-lock.mjs'

type PidFile = { pid: number; status: string }

/** What the server itself wrote into its data directory; undefined when none is recorded there. */
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

/** The process number of the PostgreSQL server that has `dataDir` open now. */
export function findPostmaster(dataDir: string): number | undefined {
  const pid = readPidFile(dataDir)?.pid
  return pid !== undefined && readStartTime(pid) !== undefined && worksIn(pid, dataDir) ? pid : undefined
}

// A number out of a stale file may belong to any process by now; a postmaster's working directory is its data.
function worksIn(pid: number, dataDir: string): boolean {
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(dataDir)
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(dataDir)
  } catch {
    return false
  }
}

/** Removes the note of a server that is gone when its number now belongs to another process; PostgreSQL would refuse. */
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

/** Fast shutdown of the server that has `dataDir` open, if any; resolves when it is gone. */
export async function stopPostmaster(dataDir: string): Promise<boolean> {
  const pid = findPostmaster(dataDir)
  if (pid === undefined) return false
  const start = readStartTime(pid)
  const isGone = () => readStartTime(pid) !== start
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (!isGone()) process.kill(pid, signal)
    if (await until(isGone, 15_000)) return true
  }
  throw new Error(`PostgreSQL (process ${pid}) in ${dataDir} does not stop.`)
}

/** Asks `isTrue` every 10 ms; false when it was not so within `milliseconds`. */
export async function until(isTrue: () => boolean, milliseconds: number): Promise<boolean> {
  const end = performance.now() + milliseconds
  while (!isTrue()) {
    if (performance.now() > end) return false
    await pause(10)
  }
  return true
}
