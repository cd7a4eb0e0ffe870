import type pg from 'pg'
import { isConnectionLost, isAnswerTimeout } from './database-errors.ts'

/** A connection that many statements share, each sent without waiting for the answers to those before it. */
export interface PipelinedClient extends Pick<pg.Client, 'connect' | 'query' | 'end' | 'on' | 'connection'> {}

/**
 * Carries short statements of many requests over one connection. Those asked for in the same turn of the
 * event loop leave in one packet: a system call for each would cost more than all the rest of a small read.
 * They are answered in order, so nothing that may take long belongs here.
 */
export class PipelinedConnection {
  readonly #open: () => PipelinedClient
  #client: Promise<PipelinedClient> | undefined
  #corked = false
  /** Statements that wait for their answer. */
  waiting = 0

  constructor(open: () => PipelinedClient) {
    this.#open = open
  }

  /** Rows of a statement that only reads; asked once more, on a new connection, when the connection dies under it. */
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
    // Its end may be told only after the next one was opened, which is not to be forgotten with it.
    const forget = (): void => {
      if (this.#client === connected) this.#client = undefined
    }
    client.on('error', forget)
    client.on('end', forget)
    connected.catch(forget)
    return connected
  }

  /** Keeps what is written from now on until everybody in this turn has written. */
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
