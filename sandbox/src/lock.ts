import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { isRunning, ownIdentity, type ProcessIdentity } from './process-identity.ts'

/** Who uses the sandbox's database, and where to reach it; what is not known yet is not there yet. */
export type SandboxNote = ProcessIdentity & {
  /** A running sandbox, or a single call that started the database for itself. */
  use: 'sandbox' | 'call'
  databaseUrl?: string
  origin?: string
}

/** The sandbox is in use already; its message is a sentence for whoever started the second one. */
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

export type SandboxLock = {
  /** Adds what has become known. */
  tell(known: Pick<SandboxNote, 'databaseUrl' | 'origin'>): void
  release(): void
}

/** Takes the sandbox for this process. Throws SandboxInUse while another process that is alive has it. */
export function takeLock(file: string, use: SandboxNote['use']): SandboxLock {
  let note: SandboxNote = { ...ownIdentity(), use }
  while (!writeNew(file, note)) {
    const holder = readHolder(file)
    if (holder !== undefined) throw new SandboxInUse(holder)
    removeDead(file)
  }
  return {
    tell(known) {
      note = { ...note, ...known }
      const next = `${file}.${process.pid}`
      writeFileSync(next, JSON.stringify(note))
      renameSync(next, file)
    },
    release: () => rmSync(file, { force: true }),
  }
}

/** The living holder of the lock; undefined when nobody has it or its holder was killed. */
export function readHolder(file: string): SandboxNote | undefined {
  const note = readNote(file)
  return note !== undefined && isRunning(note) ? note : undefined
}

function writeNew(file: string, note: SandboxNote): boolean {
  try {
    writeFileSync(file, JSON.stringify(note), { flag: 'wx' })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function readNote(file: string): SandboxNote | undefined {
  for (;;) {
    try {
      const note: SandboxNote = JSON.parse(readFileSync(file, 'utf8'))
      return note
    } catch (error) {
      // Between its creation and its first byte a new lock is empty for an instant; an old one stays unreadable.
      if (!(error instanceof SyntaxError) || Date.now() - modified(file) > 2000) return undefined
    }
  }
}

function modified(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

// Two processes may find the same dead lock; the slower one would remove the faster one's new lock, so it looks again
// at what it took away and puts a living one back.
function removeDead(file: string): void {
  const aside = `${file}.dead.${process.pid}`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  if (readHolder(aside) !== undefined) renameSync(aside, file)
  else rmSync(aside, { force: true })
}
