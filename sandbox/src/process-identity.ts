import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** One process, told apart from a later one that was given the same number. */
export type ProcessIdentity = { pid: number; startedAt: string }

export function ownIdentity(): ProcessIdentity {
  const startedAt = startOf(process.pid)
  if (startedAt === undefined) throw new Error('This process cannot read its own start time.')
  return { pid: process.pid, startedAt }
}

export function isRunning(identity: ProcessIdentity): boolean {
  return startOf(identity.pid) === identity.startedAt
}

/** When the process started, in the system's own notation; undefined when there is no such process or it has ended. */
export function startOf(pid: number): string | undefined {
  return process.platform === 'linux' ? startFromProc(pid) : startFromPs(pid)
}

function startFromProc(pid: number): string | undefined {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
  // The second field is the program's name, which may hold spaces and brackets; the fields after it do not.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, ticksSinceBoot] = [fields[0], fields[19]]
  return state === 'Z' || state === 'X' ? undefined : ticksSinceBoot
}

function startFromPs(pid: number): string | undefined {
  try {
    const answer = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    return answer === '' ? undefined : answer
  } catch {
    return undefined
  }
}
