import type { FailureReason } from '@agency-support/contract/rules/agency-commands'
import { existsSync } from 'node:fs'
import { type FileHandle, mkdir, open, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { TemporaryUser } from './temporary-users.ts'

/** The result of a command here; kept until the server has received it. */
export interface Ending {
  outcome: 'succeeded' | 'failed' | 'interrupted'
  output: string
  uploadIds: string[]
  /** The result, in the format of the command. */
  result?: object
  reason?: FailureReason
}

type Line =
  | { what: 'begun'; key: string }
  | { what: 'ended'; key: string; ending: Ending }
  | { what: 'reported'; key: string }
  | { what: 'settled'; agencyId: number }
  | { what: 'unlocked'; key: string }
  | { what: 'released'; key: string; at: string }
  | { what: 'temporaryUsers'; agencyId: number; users: readonly TemporaryUser[] }

/** The state after replaying the lines of a record. */
class Known {
  /** Begun commands whose result may not have reached the server. */
  readonly commands = new Map<string, Ending | undefined>()
  readonly settled = new Set<number>()
  readonly unlocked = new Set<string>()
  readonly released = new Map<string, string>()
  readonly temporaryUsers = new Map<number, readonly TemporaryUser[]>()

  take(line: Line): void {
    if (line.what === 'settled') this.settled.add(line.agencyId)
    else if (line.what === 'unlocked') this.unlocked.add(line.key)
    else if (line.what === 'released') this.released.set(line.key, line.at)
    else if (line.what === 'temporaryUsers') this.temporaryUsers.set(line.agencyId, line.users)
    else if (line.what === 'reported') this.commands.delete(line.key)
    else this.commands.set(line.key, line.what === 'ended' ? line.ending : undefined)
  }

  *lines(): Generator<Line> {
    for (const agencyId of this.settled) yield { what: 'settled', agencyId }
    for (const key of this.unlocked) yield { what: 'unlocked', key }
    for (const [key, at] of this.released) yield { what: 'released', key, at }
    for (const [agencyId, users] of this.temporaryUsers)
      if (users.length > 0) yield { what: 'temporaryUsers', agencyId, users }
    for (const [key, ending] of this.commands)
      yield ending === undefined ? { what: 'begun', key } : { what: 'ended', key, ending }
  }
}

/**
 * What an agency's software must still know after it was killed: the begun commands, results that may not have
 * reached the server (D-24), unlocked and released users, temporary users, and whether the starting data was sent. An
 * append-only file; opening it compacts it.
 */
export class DurableRecord {
  readonly #file: FileHandle
  readonly #known: Known
  #waiting = ''
  #written: Promise<void> = Promise.resolve()
  /** Bytes that are on disk; a write that failed may have left others behind them. */
  #length: number
  #isTorn = false

  private constructor({ file, known, length }: { file: FileHandle; known: Known; length: number }) {
    this.#file = file
    this.#known = known
    this.#length = length
  }

  static async open(path: string): Promise<DurableRecord> {
    await mkdir(dirname(path), { recursive: true })
    const known = await readKnown(path)
    const half = `${path}.new`
    const text = [...known.lines()].map(toText).join('')
    await writeFile(half, text, { flush: true })
    await rename(half, path)
    return new DurableRecord({ file: await open(path, 'a'), known, length: Buffer.byteLength(text) })
  }

  /** True if the command was begun here and its result may not have reached the server. */
  hasBegun(agencyId: number, commandId: number): boolean {
    return this.#known.commands.has(getKey(agencyId, commandId))
  }

  /** The result of a command here, if it may not have reached the server. */
  getEnding(agencyId: number, commandId: number): Ending | undefined {
    return this.#known.commands.get(getKey(agencyId, commandId))
  }

  /** Resolves once the record is on disk (survives a power failure). */
  begin(agencyId: number, commandId: number): Promise<void> {
    return this.#append({ what: 'begun', key: getKey(agencyId, commandId) })
  }

  end(agencyId: number, commandId: number, ending: Ending): Promise<void> {
    return this.#append({ what: 'ended', key: getKey(agencyId, commandId), ending })
  }

  /** The server has the result and will not hand the command out again. */
  reported(agencyId: number, commandId: number): Promise<void> {
    return this.#append({ what: 'reported', key: getKey(agencyId, commandId) })
  }

  isSettled(agencyId: number): boolean {
    return this.#known.settled.has(agencyId)
  }

  settle(agencyId: number): Promise<void> {
    return this.#append({ what: 'settled', agencyId })
  }

  /** True for a user unlocked by a command. */
  isUnlocked(agencyId: number, username: string): boolean {
    return this.#known.unlocked.has(getKey(agencyId, username))
  }

  unlock(agencyId: number, username: string): Promise<void> {
    return this.#append({ what: 'unlocked', key: getKey(agencyId, username) })
  }

  /** When a user's seat was last released by a command; undefined for never. */
  releasedAt(agencyId: number, username: string): string | undefined {
    return this.#known.released.get(getKey(agencyId, username))
  }

  release(agencyId: number, username: string, at: Date): Promise<void> {
    return this.#append({ what: 'released', key: getKey(agencyId, username), at: at.toISOString() })
  }

  /** The temporary users as last fetched. */
  temporaryUsers(agencyId: number): readonly TemporaryUser[] {
    return this.#known.temporaryUsers.get(agencyId) ?? []
  }

  keepTemporaryUsers(agencyId: number, users: readonly TemporaryUser[]): Promise<void> {
    return this.#append({ what: 'temporaryUsers', agencyId, users })
  }

  async close(): Promise<void> {
    try {
      await this.#writeNext()
    } finally {
      await this.#file.close()
    }
  }

  #append(line: Line): Promise<void> {
    this.#known.take(line)
    this.#waiting += toText(line)
    return this.#writeNext()
  }

  // Lines added while a write is in progress are written together, and those of a failed write with the next.
  #writeNext(): Promise<void> {
    this.#written = this.#written.catch(() => undefined).then(() => this.#write())
    return this.#written
  }

  async #write(): Promise<void> {
    const text = this.#waiting
    if (text === '') return
    this.#waiting = ''
    try {
      if (this.#isTorn) await this.#file.truncate(this.#length)
      this.#isTorn = true
      await this.#file.appendFile(text)
      await this.#file.datasync()
    } catch (error) {
      this.#waiting = text + this.#waiting
      throw error
    }
    this.#isTorn = false
    this.#length += Buffer.byteLength(text)
  }
}

const getKey = (agencyId: number, of: number | string): string => `${agencyId}/${of}`

const toText = (line: Line): string => `${JSON.stringify(line)}\n`

async function readKnown(path: string): Promise<Known> {
  const known = new Known()
  if (!existsSync(path)) return known
  const text = await readFile(path, 'utf8')
  // Text after the last line break is an incomplete write of a killed process: it does not count.
  const lines = text.split('\n').slice(0, -1)
  for (const line of lines) known.take(JSON.parse(line) as Line)
  return known
}
