import { type Clock, plusSeconds } from '../../lib/clock.ts'
import { Coalescer } from '../../lib/coalescer.ts'
import type { OpenDatabase } from '../../db/open.ts'
import { type Log, logWarning } from '../../lib/log.ts'
import { silenceSeconds } from './limits.ts'
import { type ConnectionRow, deleteConnections, deleteUnseen, saveConnections } from './store.ts'

/**
 * Keeps the table up to date with this process's connections: everything that changes during one statement goes into
 * the next. What the database does not accept is kept and retried.
 */
export class SavedConnections {
  readonly #parts: { db: OpenDatabase; clock: Clock; log: Log }
  #changed = new Map<string, ConnectionRow>()
  #ended = new Set<string>()
  readonly #saving = new Coalescer()
  #isFailing = false
  #sweptAt = 0

  constructor(parts: { db: OpenDatabase; clock: Clock; log: Log }) {
    this.#parts = parts
  }

  /** Saves a connection with the next {@link flush}. */
  note(row: ConnectionRow): void {
    this.#changed.set(row.connection_id, row)
  }

  /** Deletes a connection with the next {@link flush}. */
  end(connectionId: string): void {
    this.#changed.delete(connectionId)
    this.#ended.add(connectionId)
  }

  /** Resolves once all changes are saved; rejects if the database does not accept them. */
  flush(): Promise<void> {
    return this.#saving.run(() => this.#write())
  }

  async #write(): Promise<void> {
    const changed = this.#changed
    const ended = this.#ended
    this.#changed = new Map()
    this.#ended = new Set()
    const { write } = this.#parts.db
    try {
      await saveConnections(write, [...changed.values()])
      await deleteConnections(write, [...ended])
      await this.#sweep()
      this.#isFailing = false
    } catch (error) {
      for (const id of ended) this.#ended.add(id)
      for (const [id, row] of changed)
        if (!this.#ended.has(id) && !this.#changed.has(id)) this.#changed.set(id, row)
      if (!this.#isFailing) logWarning(this.#parts.log, 'textingHub.notSaved', error)
      this.#isFailing = true
      throw error
    }
  }

  /** Occasionally deletes rows that dead processes left behind. */
  async #sweep(): Promise<void> {
    const now = this.#parts.clock.now()
    if (Math.abs(now.getTime() - this.#sweptAt) < 2 * silenceSeconds * 1_000) return
    await deleteUnseen(this.#parts.db.write, plusSeconds(now, -2 * silenceSeconds))
    this.#sweptAt = now.getTime()
  }
}
