import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** A PostgreSQL server with all of its processes at this moment. */
export async function listProcesses(postmaster: number): Promise<readonly number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid='])
  const children = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid = 0, parent]) => (parent === postmaster ? [pid] : []))
  return [postmaster, ...children]
}

/** Kills them at one blow, as a failing machine would. */
export function killAll(processes: readonly number[]): void {
  for (const pid of processes) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      // A worker may have ended by itself since the list was made.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}
