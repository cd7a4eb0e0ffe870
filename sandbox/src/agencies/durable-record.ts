import type { FailureReason } from '@agency-support/contract/rules/agency-commands'
import { type FileHandle, mkdir, open, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { TemporaryUser } from './temporary-users.ts'

/** How a command came out here; kept until the server has heard of it. */
export interface Ending {
  outcome: 'succeeded' | 'failed' | 'interrupted'
  output: string
  uploadIds: string[]
  /** What it came to, in the terms of the command. */
  result?: object
  reason?: FailureReason
}

type Line =
  | { what: 'begun'; key: string }
  | { what: 'ended'; key: string; ending: Ending }
  | { what: 'told'; key: string }
  | { what: 'settled'; agencyId: number }
  | { what: 'unlocked'; key: string }
  | { what: 'released'; key: string; at: string }
  | { what: 'temporaryUsers'; agencyId: number; users: readonly TemporaryUser[] }

/** What the lines of a record come to. */
class Known {
  /** Begun commands that the server may not have heard the ending of. */
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
    else if (line.what === 'told') this.commands.delete(line.key)
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
 * What an agency's software must still know after it was killed: which commands it has begun, how those ended whose
 * ending the server may not have heard (D-24), which users were unlocked or signed out, who may sign in for a while, and
 * whether the starting data was sent.
 * A file that is only appended to; opening it writes it anew without what is done with.
 */
export class DurableRecord {
  readonly #file: FileHandle
  readonly #known: Known
  #waiting = ''
  #written: Promise<void> = Promise.resolve()

  private constructor(file: FileHandle, known: Known) {
    this.#file = file
    this.#known = known
  }

  static async open(path: string): Promise<DurableRecord> {
    await mkdir(dirname(path), { recursive: true })
    const known = await readKnown(path)
    const half = `${path}.new`
    await writeFile(half, [...known.lines()].map(toText).join(''), { flush: true })
    await rename(half, path)
    return new DurableRecord(await open(path, 'a'), known)
  }

  /** True when the command was begun here and the server may not have heard how it ended. */
  hasBegun(agencyId: number, commandId: number): boolean {
    return this.#known.commands.has(getKey(agencyId, commandId))
  }

  /** How a command ended here of which the server may not have heard. */
  getEnding(agencyId: number, commandId: number): Ending | undefined {
    return this.#known.commands.get(getKey(agencyId, commandId))
  }

  /** Resolves when even a power cut would not make us forget that the command was begun. */
  begin(agencyId: number, commandId: number): Promise<void> {
    return this.#append({ what: 'begun', key: getKey(agencyId, commandId) })
  }

  end(agencyId: number, commandId: number, ending: Ending): Promise<void> {
    return this.#append({ what: 'ended', key: getKey(agencyId, commandId), ending })
  }

  /** The server knows the ending and will not hand the command out again. */
  told(agencyId: number, commandId: number): Promise<void> {
    return this.#append({ what: 'told', key: getKey(agencyId, commandId) })
  }

  isSettled(agencyId: number): boolean {
    return this.#known.settled.has(agencyId)
  }

  settle(agencyId: number): Promise<void> {
    return this.#append({ what: 'settled', agencyId })
  }

  /** True for a user who was let in again by order of the provider's staff. */
  isUnlocked(agencyId: number, username: string): boolean {
    return this.#known.unlocked.has(getKey(agencyId, username))
  }

  unlock(agencyId: number, username: string): Promise<void> {
    return this.#append({ what: 'unlocked', key: getKey(agencyId, username) })
  }

  /** When a user was last signed out of the seat by order of the provider's staff; undefined for never. */
  releasedAt(agencyId: number, username: string): string | undefined {
    return this.#known.released.get(getKey(agencyId, username))
  }

  release(agencyId: number, username: string, at: Date): Promise<void> {
    return this.#append({ what: 'released', key: getKey(agencyId, username), at: at.toISOString() })
  }

  /** The users whom the provider's staff has made for a while, as they were fetched last. */
  temporaryUsers(agencyId: number): readonly TemporaryUser[] {
    return this.#known.temporaryUsers.get(agencyId) ?? []
  }

  keepTemporaryUsers(agencyId: number, users: readonly TemporaryUser[]): Promise<void> {
    return this.#append({ what: 'temporaryUsers', agencyId, users })
  }

  async close(): Promise<void> {
    await this.#written
    await this.#file.close()
  }

  // Lines that come while the disk is busy are written together.
  #append(line: Line): Promise<void> {
    this.#known.take(line)
    this.#waiting += toText(line)
    this.#written = this.#written.then(async () => {
      const text = this.#waiting
      this.#waiting = ''
      if (text === '') return
      await this.#file.appendFile(text)
      await this.#file.datasync()
    })
    return this.#written
  }
}

const getKey = (agencyId: number, of: number | string): string => `${agencyId}/${of}`

const toText = (line: Line): string => `${JSON.stringify(line)}\n`

async function readKnown(path: string): Promise<Known> {
  const known = new Known()
  const text = await readFile(path, 'utf8').catch(() => '')
  // What follows the last line break was being written when the process was killed: it was not begun yet.
  const lines = text.split('\n').slice(0, -1)
  for (const line of lines) known.take(JSON.parse(line) as Line)
  return known
}
