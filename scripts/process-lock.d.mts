/** One process, told apart from a later one that was given the same number. */
export type ProcessIdentity = { pid: number; startedAt: string }

/** What stands in a lock: who took it, what it tells of itself, and others that hold it as well. */
export type LockNote<Facts> = ProcessIdentity & Facts & { also?: ProcessIdentity[] }

export type ProcessLock<Facts> = {
  holder: undefined
  /** True when whoever held it before was killed. */
  wasLeft: boolean
  /** Adds what has become known. */
  publish(more: Partial<Facts> & { also?: ProcessIdentity[] }): void
  release(): void
}

export function ownIdentity(): ProcessIdentity
export function isRunning(identity: ProcessIdentity): boolean
/** When the process started, in the system's own notation; undefined when there is no such process or it has ended. */
export function readStartTime(pid: number): string | undefined
/** Takes a lock for this process, at once where whoever held it was killed; gives the note of a living holder instead. */
export function takeProcessLock<Facts extends object>(
  file: string,
  facts: Facts,
): ProcessLock<Facts> | { holder: LockNote<Facts> }
/** The note of a lock that a living process holds; undefined when nobody has it or its holders were killed. */
export function readHolder<Facts extends object>(file: string): LockNote<Facts> | undefined
