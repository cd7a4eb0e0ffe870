import pg from 'pg'
import type { Db } from 'pg-boss'
import { Listener } from '../../db/listener.ts'
import type { OpenDatabase } from '../../db/open.ts'
import { WatchedClient } from '../../db/watched-client.ts'

const checkEveryMs = 1_000
const name = 'agency-support jobs'

export interface QueueDatabaseParts {
  /** Bypasses any pooler. */
  databaseUrl: string
  db: Pick<OpenDatabase, 'client'>
  /** Receives the errors of connections that broke while idle; they are replaced automatically. */
  onError: (error: Error) => void
}

/**
 * The queue's connections. Connections that pg-boss opens itself have no error listener while they close: if the
 * database ends one at that moment, this process would crash.
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
    await listener.check()
    const timer = setInterval(() => void listener.check(), checkEveryMs)
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
