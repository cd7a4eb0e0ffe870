import type { Client } from 'pg'

export interface ListenerParts {
  /** A connection of its own, through no pooler. */
  open: () => Client
  /** A name that needs no quotes, or with them. */
  channel: string
  onNotification: (payload: string) => void
  /** Told each time that it listens: what was said before may have been missed. */
  onListening?: () => void
  /** Told when it listens no more, not at each vain try to have it back. */
  onLost?: () => void
}

/** Listens on a channel of PostgreSQL; whoever has it calls {@link look} from time to time. */
export class Listener {
  readonly #parts: ListenerParts
  #client: Client | undefined
  #isListening = false
  #isStopped = false

  constructor(parts: ListenerParts) {
    this.#parts = parts
  }

  /** Connects where there is no connection, and otherwise finds out whether there still is one. Never rejects. */
  async look(): Promise<void> {
    if (this.#isStopped) return
    if (this.#client === undefined) await this.#connect()
    // One that is only listened to would be dead for long before anybody noticed.
    else this.ask('select')
  }

  /** Sends a statement that nobody waits for; lost with the connection. */
  ask(text: string, values: readonly string[] = []): void {
    this.#client?.query(text, [...values]).catch(() => undefined)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#client?.end()
  }

  async #connect(): Promise<void> {
    const client = this.#parts.open()
    client.on('notification', ({ payload = '' }) => this.#parts.onNotification(payload))
    client.on('error', () => this.#lost(client))
    client.on('end', () => this.#lost(client))
    this.#client = client
    try {
      await client.connect()
      await client.query(`listen ${this.#parts.channel}`)
      this.#isListening = true
      this.#parts.onListening?.()
    } catch {
      this.#lost(client)
      // It may have connected and failed to listen.
      await client.end().catch(() => undefined)
    }
  }

  #lost(client: Client): void {
    if (this.#client !== client) return
    this.#client = undefined
    if (this.#isListening && !this.#isStopped) this.#parts.onLost?.()
    this.#isListening = false
  }
}
