import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const controllers = '/sys/fs/cgroup/memory'

/** A group of processes that may hold only so much memory; the kernel ends one that wants more. */
export interface MemoryLimit extends Disposable {
  /** A process that writes its number here belongs to it. */
  members: string
}

/** Makes one; undefined where this account or this machine cannot. The processes must have ended before it is disposed. */
export function limitMemory(megabytes: number): MemoryLimit | undefined {
  const isSecond = !existsSync(controllers)
  const group = join(isSecond ? '/sys/fs/cgroup' : controllers, `agency-support-${process.pid}`)
  try {
    mkdirSync(group)
    writeFileSync(
      join(group, isSecond ? 'memory.max' : 'memory.limit_in_bytes'),
      String(megabytes * 1024 * 1024),
    )
  } catch {
    return undefined
  }
  return { members: join(group, 'cgroup.procs'), [Symbol.dispose]: () => rmdirSync(group) }
}

/** The most memory that a process ever held, in megabytes; undefined where the system does not tell. */
export function readPeak(pid: number | undefined): number | undefined {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kilobytes === undefined ? undefined : Math.round(Number(kilobytes) / 1024)
  } catch {
    return undefined
  }
}

/** What a process holds: memory in megabytes, and files and connections that are open. */
export interface Held {
  megabytes: number
  files: number
}

/** Undefined where the system does not tell. */
export function readHeld(pid: number): Held | undefined {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    const files = readdirSync(`/proc/${pid}/fd`).length
    return kilobytes === undefined ? undefined : { megabytes: Number(kilobytes) / 1024, files }
  } catch {
    return undefined
  }
}
