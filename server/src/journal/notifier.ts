import { Listener } from '../db/listener.ts'
import type { OpenDatabase } from '../db/open.ts'
import { type Log, logWarning } from '../lib/log.ts'

export interface NotifierParts {
  db: Pick<OpenDatabase, 'client'>
  log: Log
  /** Never runs concurrently; a wake during a run causes one more run. */
  onWake: () => Promise<void>
  /** Receives messages of processes that belong to no journal row. */
  onMessage: (text: string) => void
}

const channel = 'journal'
const pollMs = 1_000
const coalesceMs = 20

/**
 * Wakes this process when any process has committed journal rows. It uses its own connection, because a NOTIFY inside
 * transactions would serialise their commits.
 */
export class PgNotifier {
  readonly #parts: NotifierParts
  readonly #listener: Listener
  #poll: NodeJS.Timeout | undefined
  #coalesce: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #again = false
  #stopped = false

  constructor(parts: NotifierParts) {
    this.#parts = parts
    this.#listener = new Listener({
      open: () => parts.db.client('agency-support live'),
      channel,
      onNotification: (payload) => {
        if (payload === '') this.#wake()
        else parts.onMessage(payload)
      },
      onLost: () => parts.log.warn('live.connection-lost'),
    })
  }

  async start(): Promise<void> {
    await this.#listener.check()
    this.#poll = setInterval(() => {
      void this.#listener.check()
      this.#wake()
    }, pollMs)
    this.#poll.unref()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearInterval(this.#poll)
    clearTimeout(this.#coalesce)
    await this.#running
    await this.#listener.stop()
  }

  /** Notifies all processes, once for all commits of the next few milliseconds. */
  notify(): void {
    if (this.#stopped) return
    this.#coalesce ??= setTimeout(() => {
      this.#coalesce = undefined
      // If the connection is lost this is only delayed: polling every second finds the rows.
      this.#listener.ask(`notify ${channel}`)
      this.#wake()
    }, coalesceMs)
  }

  /** Sends a text of at most 7,000 bytes to all processes, including this one; lost if the connection is lost. */
  send(text: string): void {
    this.#listener.ask('select pg_notify($1, $2)', [channel, text])
  }

  #wake(): void {
    if (this.#stopped) return
    if (this.#running !== undefined) {
      this.#again = true
      return
    }
    this.#running = this.#parts
      .onWake()
      .catch((error: unknown) => logWarning(this.#parts.log, 'live.relay', error))
      .finally(() => {
        this.#running = undefined
        if (!this.#again) return
        this.#again = false
        this.#wake()
      })
  }
}
