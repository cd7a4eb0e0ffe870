import {
  type LockNote,
  type ProcessLock,
  readHolder as readLockHolder,
  takeProcessLock,
} from '../../scripts/process-lock.mjs'

interface SandboxFacts {
  /** A running sandbox, or a single CLI call that started the database for itself. */
  use: 'sandbox' | 'call'
  databaseUrl?: string
  origin?: string
}

/** Who uses the sandbox's database and where to reach it; facts not known yet are missing. */
export type SandboxNote = LockNote<SandboxFacts>

/** The sandbox is already in use; the message is a sentence for the person who started the second one. */
export class SandboxInUse extends Error {
  override name = 'SandboxInUse'
  readonly holder: SandboxNote
  constructor(holder: SandboxNote) {
    const at = holder.origin === undefined ? '' : ` at ${holder.origin}`
    super(
      holder.use === 'sandbox'
        ? `The sandbox already runs as process ${holder.pid}${at}. Stop it with Ctrl-C or: kill ${holder.pid}`
        : `Process ${holder.pid} (npm run cli or npm run reset) is using the sandbox's database. Try again when it has ended.`,
    )
    this.holder = holder
  }
}

/** Takes the lock of the sandbox for this process. Throws SandboxInUse while another living process holds it. */
export function takeLock(file: string, use: SandboxNote['use']): ProcessLock<SandboxFacts> {
  const lock = takeProcessLock<SandboxFacts>(file, { use })
  if (lock.holder !== undefined) throw new SandboxInUse(lock.holder)
  return lock
}

/** The living holder of the lock; undefined if nobody holds it or its holder was killed. */
export function readHolder(file: string): SandboxNote | undefined {
  return readLockHolder<SandboxFacts>(file)
}
