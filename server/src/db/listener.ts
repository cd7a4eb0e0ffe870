import type { Client } from 'pg'

export interface ListenerParts {
  /** Creates a direct connection that bypasses any pooler. */
  open: () => Client
  /** An unquoted identifier, or with its quotes. */
  channel: string
  onNotification: (payload: string) => void
  /** Called each time listening begins: earlier notifications may have been missed. */
  onListening?: () => void
  /** Called when the connection is lost, not for each failed reconnect. */
  onLost?: () => void
}

/** Listens on a PostgreSQL channel; the owner calls {@link check} regularly. */
export class Listener {
  readonly #parts: ListenerParts
  #client: Client | undefined
  #isListening = false
  #isStopped = false

  constructor(parts: ListenerParts) {
    this.#parts = parts
  }

  /** Connects if there is no connection, otherwise tests it. Never rejects. */
  async check(): Promise<void> {
    if (this.#isStopped) return
    if (this.#client === undefined) await this.#connect()
    // A connection that only listens would not notice that it is dead.
    else this.ask('select')
  }

  /** Sends a statement without waiting for it; lost if the connection is lost. */
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
      // It may have connected and then failed to listen.
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
