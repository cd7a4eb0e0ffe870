import pg from 'pg'
import type { Db } from 'pg-boss'
import { Listener } from '../../db/listener.ts'
import type { OpenDatabase } from '../../db/open.ts'
import { WatchedClient } from '../../db/watched-client.ts'

const lookEveryMs = 1_000
const name = 'agency-support jobs'

export interface QueueDatabaseParts {
  /** Through no pooler. */
  databaseUrl: string
  db: Pick<OpenDatabase, 'client'>
  /** Told of connections that broke while idle; they are replaced by themselves. */
  onError: (error: Error) => void
}

/**
 * The connections of the queue. Those that pg-boss opens by itself have nobody who listens to their errors while they
 * end: a database that ends them at that moment would end this process.
 */
export class QueueDatabase implements Db {
  readonly #parts: QueueDatabaseParts
  readonly #pool: pg.Pool
  #ended: Promise<void> | undefined

  constructor(parts: QueueDatabaseParts) {
    this.#parts = parts
    this.#pool = new pg.Pool({
      connectionString: parts.databaseUrl,
      application_name: name,
      max: 2,
      connectionTimeoutMillis: 5_000,
      Client: WatchedClient,
    })
    this.#pool.on('error', parts.onError)
  }

  executeSql(text: string, values?: unknown[]): Promise<pg.QueryResult> {
    return this.#pool.query(text, values)
  }

  async listen(
    channel: string,
    onNotification: (payload: string) => void,
    onListening: () => void,
  ): Promise<{ close(): Promise<void> }> {
    const listener = new Listener({
      open: () => this.#parts.db.client(name),
      channel: pg.escapeIdentifier(channel),
      onNotification,
      onListening,
    })
    await listener.look()
    const timer = setInterval(() => void listener.look(), lookEveryMs)
    timer.unref()
    return {
      close: async () => {
        clearInterval(timer)
        await listener.stop()
      },
    }
  }

  end(): Promise<void> {
    this.#ended ??= this.#pool.end()
    return this.#ended
  }
}
