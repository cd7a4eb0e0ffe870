import { Coalescer } from '../../lib/coalescer.ts'
import type { Bookkeeping, Presence } from '../../calls/context.ts'
import { noteProtocols } from './protocol-store.ts'
import { noteSoftware, type Seen } from './software-store.ts'

/**
 * Saves when agencies' software was seen. Everything that arrives during one statement goes into the next: after a
 * restart thousands call within a second, and a transaction for each would use up the connections.
 */
export class PresenceBook implements Presence {
  #waiting = new Map<number, Seen>()
  readonly #saving = new Coalescer()

  /** Resolves once it is saved. */
  note(seen: Seen, bookkeeping: Bookkeeping): Promise<void> {
    this.#waiting.set(seen.agencyId, { ...this.#waiting.get(seen.agencyId), ...seen })
    return this.#saving.run(() => this.#save(bookkeeping))
  }

  #save(bookkeeping: Bookkeeping): Promise<void> {
    // Always in the same order, so that two processes cannot deadlock.
    const all = [...this.#waiting.values()].sort((one, other) => one.agencyId - other.agencyId)
    this.#waiting = new Map()
    return bookkeeping(async (tx) => {
      await noteSoftware(tx, all)
      await noteProtocols(tx, all)
    })
  }
}
