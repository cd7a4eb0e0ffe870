import type pg from 'pg'
import { isConnectionLost, isAnswerTimeout } from './database-errors.ts'

/** A connection shared by many statements, each sent without waiting for earlier answers. */
export interface PipelinedClient extends Pick<pg.Client, 'connect' | 'query' | 'end' | 'on' | 'connection'> {}

/**
 * Sends short statements of many requests over one connection. Those of the same turn of the event loop leave in one
 * packet, because a system call for each would cost more than the rest of a small read. Answers come in order, so no
 * slow statement may use it.
 */
export class PipelinedConnection {
  readonly #open: () => PipelinedClient
  #client: Promise<PipelinedClient> | undefined
  #corked = false
  /** Statements in flight. */
  waiting = 0

  constructor(open: () => PipelinedClient) {
    this.#open = open
  }

  /** Rows of a reading statement; retried once, on a new connection, if the connection is lost. */
  async rows<Row>(statement: pg.QueryConfig): Promise<Row[]> {
    this.waiting += 1
    try {
      return await this.#ask<Row>(statement)
    } catch (error) {
      if (!isConnectionLost(error)) throw error
      return await this.#ask<Row>(statement)
    } finally {
      this.waiting -= 1
    }
  }

  async #ask<Row>(statement: pg.QueryConfig): Promise<Row[]> {
    const connected = (this.#client ??= this.#connection())
    const client = await connected
    this.#holdBack(client)
    try {
      return (await client.query<Row & object>(statement)).rows
    } catch (error) {
      const isDead = isConnectionLost(error) || isAnswerTimeout(error)
      if (isDead && this.#client === connected) this.#client = undefined
      throw error
    }
  }

  async close(): Promise<void> {
    const client = await this.#client?.catch(() => undefined)
    this.#client = undefined
    await client?.end()
  }

  #connection(): Promise<PipelinedClient> {
    const client = this.#open()
    const connected = client.connect().then(() => client)
    // This event may arrive after the next connection was opened, which must be kept.
    const forget = (): void => {
      if (this.#client === connected) this.#client = undefined
    }
    client.on('error', forget)
    client.on('end', forget)
    connected.catch(forget)
    return connected
  }

  /** Corks the socket until the end of this turn of the event loop. */
  #holdBack({ connection: { stream } }: PipelinedClient): void {
    if (this.#corked) return
    this.#corked = true
    stream.cork()
    setImmediate(() => {
      this.#corked = false
      stream.uncork()
    })
  }
}
