import { Listener } from '../db/listener.ts'
import type { OpenDatabase } from '../db/open.ts'
import { type Log, logWarning } from '../log.ts'

export interface NotifierParts {
  db: Pick<OpenDatabase, 'client'>
  log: Log
  /** Runs one at a time; a wake during a run is followed by one more. */
  onWake: () => Promise<void>
  /** What a process had to tell that stands in no journal row. */
  onMessage: (text: string) => void
}

const channel = 'journal'
const pollMs = 1_000
const coalesceMs = 20

/**
 * Wakes a process when any process committed to the journal, over a connection of its own: a NOTIFY inside
 * the transactions would make their commits queue up behind one another.
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
    await this.#listener.look()
    this.#poll = setInterval(() => {
      void this.#listener.look()
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

  /** Tells all processes, once for all commits of the next few milliseconds. */
  notify(): void {
    if (this.#stopped) return
    this.#coalesce ??= setTimeout(() => {
      this.#coalesce = undefined
      // A lost connection only delays: the look every second finds the rows.
      this.#listener.ask(`notify ${channel}`)
      this.#wake()
    }, coalesceMs)
  }

  /** Tells all processes, this one included, a text of at most 7,000 bytes; lost when the connection is. */
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
