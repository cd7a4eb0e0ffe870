import pg from 'pg'
import type { Db } from 'pg-boss'
import { Listener } from '../../db/listener.ts'
import type { OpenDatabase } from '../../db/open.ts'
import { connectMs } from '../../db/watched-client.ts'

const checkEveryMs = 1_000
const name = 'agency-support jobs'

export interface QueueDatabaseParts {
  db: Pick<OpenDatabase, 'client'>
  /** Receives the errors of connections that broke while idle; they are replaced automatically. */
  onError: (error: Error) => void
}

/**
 * The queue's connections, made and watched by the database: two that fell silent would otherwise hold up the queue of
 * this process for good. Connections that pg-boss opens itself have no error listener while they close: if the database
 * ends one at that moment, this process would crash.
 */
export class QueueDatabase implements Db {
  readonly #parts: QueueDatabaseParts
  readonly #pool: pg.Pool
  #ended: Promise<void> | undefined

  constructor(parts: QueueDatabaseParts) {
    this.#parts = parts
    const open = (): pg.Client => parts.db.client(name)
    this.#pool = new pg.Pool({
      max: 2,
      connectionTimeoutMillis: connectMs,
      // The pool knows a client only as a class; what a constructor returns takes the place of its own object.
      Client: function () {
        return open()
      } as unknown as typeof pg.Client,
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
