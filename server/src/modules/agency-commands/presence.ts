import type { Bookkeeping, Presence } from '../../calls/context.ts'
import { noteProtocols } from './protocol-store.ts'
import { noteSoftware, type Seen } from './software-store.ts'

/**
 * Writes down whose software was heard of, all that comes while one statement runs with the next one. After a
 * restart thousands call in the same second; a transaction for each would keep people from their connections.
 */
export class PresenceBook implements Presence {
  #waiting = new Map<number, Seen>()
  #last: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined

  /** Resolves once it is written down. */
  note(seen: Seen, bookkeeping: Bookkeeping): Promise<void> {
    this.#waiting.set(seen.agencyId, { ...this.#waiting.get(seen.agencyId), ...seen })
    this.#next ??= this.#afterLast(bookkeeping)
    return this.#next
  }

  async #afterLast(bookkeeping: Bookkeeping): Promise<void> {
    // Whoever waits for the last one is told of its failure.
    await this.#last.catch(() => undefined)
    this.#next = undefined
    // Always in the same order, so that two processes cannot wait for one another.
    const all = [...this.#waiting.values()].sort((one, other) => one.agencyId - other.agencyId)
    this.#waiting = new Map()
    this.#last = bookkeeping(async (tx) => {
      await noteSoftware(tx, all)
      await noteProtocols(tx, all)
    })
    return this.#last
  }
}
