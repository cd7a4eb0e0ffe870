import type { Client } from 'pg'
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
  #client: Client | undefined
  #poll: NodeJS.Timeout | undefined
  #coalesce: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #again = false
  #isListening = false
  #stopped = false

  constructor(parts: NotifierParts) {
    this.#parts = parts
  }

  async start(): Promise<void> {
    await this.#connect()
    this.#poll = setInterval(() => {
      if (this.#client === undefined) void this.#connect()
      // One that is only listened to would be dead for long before anybody noticed.
      else this.#client.query('select').catch(() => undefined)
      this.#wake()
    }, pollMs)
    this.#poll.unref()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearInterval(this.#poll)
    clearTimeout(this.#coalesce)
    await this.#running
    await this.#client?.end()
  }

  /** Tells all processes, once for all commits of the next few milliseconds. */
  notify(): void {
    if (this.#stopped) return
    this.#coalesce ??= setTimeout(() => {
      this.#coalesce = undefined
      // A lost connection only delays: the look every second finds the rows.
      this.#client?.query(`notify ${channel}`).catch(() => undefined)
      this.#wake()
    }, coalesceMs)
  }

  /** Tells all processes, this one included, a text of at most 7,000 bytes; lost when the connection is. */
  send(text: string): void {
    this.#client?.query('select pg_notify($1, $2)', [channel, text]).catch(() => undefined)
  }

  async #connect(): Promise<void> {
    const client = this.#parts.db.client('agency-support live')
    client.on('notification', ({ payload = '' }) => {
      if (payload === '') this.#wake()
      else this.#parts.onMessage(payload)
    })
    client.on('error', () => this.#lost(client))
    client.on('end', () => this.#lost(client))
    this.#client = client
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
      this.#isListening = true
    } catch {
      this.#lost(client)
      // It may have connected and failed to listen.
      await client.end().catch(() => undefined)
    }
  }

  #lost(client: Client): void {
    if (this.#client !== client) return
    this.#client = undefined
    // Told when it is lost, not at each vain try to have it back.
    if (this.#isListening && !this.#stopped) this.#parts.log.warn('live.connection-lost')
    this.#isListening = false
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
