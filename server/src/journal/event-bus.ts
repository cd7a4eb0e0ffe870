import type { ChangeRow, Changes } from './changes.ts'

/** A subscription to journal rows about one agency. */
export interface AgencySubscription extends Disposable {
  /** Resolves true as soon as an event has arrived since the last call, false after the timeout. */
  waitFor(milliseconds: number): Promise<boolean>
  /** Ends the wait for good: the caller hung up, or the server stops. */
  end(): void
  readonly ended: boolean
}

class Listener implements AgencySubscription {
  readonly #events: ReadonlySet<string>
  readonly #leave: () => void
  #happened = false
  #wake: (() => void) | undefined
  ended = false

  constructor(events: ReadonlySet<string>, leave: () => void) {
    this.#events = events
    this.#leave = leave
  }

  async waitFor(milliseconds: number): Promise<boolean> {
    if (!this.#happened && !this.ended) {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#wake = resolve
      const timer = setTimeout(resolve, milliseconds)
      await promise
      clearTimeout(timer)
      this.#wake = undefined
    }
    const happened = this.#happened
    this.#happened = false
    return happened
  }

  receive(row: ChangeRow | undefined): void {
    if (row !== undefined && !this.#events.has(row.event)) return
    this.#happened = true
    this.#wake?.()
  }

  end(): void {
    this.ended = true
    this.#wake?.()
  }

  [Symbol.dispose](): void {
    this.#leave()
  }
}

/** Wakes requests of this process that wait for events of an agency; each costs a timer and no database connection. */
export class AgencyEventBus {
  readonly #listeners = new Map<number, Set<Listener>>()
  #stopped = false

  /** Subscribes from now on, so that no event between a query and the wait is missed. */
  subscribe(agencyId: number, events: ReadonlySet<string>): AgencySubscription {
    const ofAgency = this.#listeners.get(agencyId) ?? new Set()
    this.#listeners.set(agencyId, ofAgency)
    const listener = new Listener(events, () => {
      ofAgency.delete(listener)
      if (ofAgency.size === 0 && this.#listeners.get(agencyId) === ofAgency) this.#listeners.delete(agencyId)
    })
    ofAgency.add(listener)
    if (this.#stopped) listener.end()
    return listener
  }

  /** Publishes committed rows; a burst wakes everybody. */
  publish({ rows, burst }: Pick<Changes, 'rows' | 'burst'>): void {
    if (burst) return this.#each((listener) => listener.receive(undefined))
    for (const row of rows)
      if (row.agencyId !== null)
        for (const listener of this.#listeners.get(row.agencyId) ?? []) listener.receive(row)
  }

  /** Ends every subscription. */
  stop(): void {
    this.#stopped = true
    this.#each((listener) => listener.end())
  }

  #each(act: (listener: Listener) => void): void {
    for (const ofAgency of this.#listeners.values()) for (const listener of ofAgency) act(listener)
  }
}
