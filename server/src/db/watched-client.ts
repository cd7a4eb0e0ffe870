import pg, { type ClientConfig } from 'pg'
import { DatabaseSilent } from './failures.ts'

/** Who looks after connections. */
export interface Watcher {
  /** True while the database is known to give no answer: nobody need wait for another connection then. */
  readonly isAway: boolean
  add(client: WatchedClient): void
  /** Told of each connection that did not come about; null of one that did. */
  connected(failure: Error | null): void
}

export interface WatchedConfig extends ClientConfig {
  watcher?: Watcher
  /** How long nothing may come while an answer is waited for, in milliseconds, whatever the database does; for ever unless given. */
  answerWithinMs?: number
}

/** How long a connection may take to come about when nobody looks after it. */
export const connectMs = 5_000

/** A connection that can be looked at: whether it waits for an answer, and whether anything comes. */
export class WatchedClient extends pg.Client {
  readonly #watcher: Watcher | undefined
  readonly answerWithinMs: number
  #waits = true
  #bytes = 0
  /** Looks in a row at which it waited and nothing had come. */
  silentLooks = 0
  /** True while somebody has it for a transaction, or for as long as a statement takes. */
  isLent = false
  /** How often in this silence the database said that it does nothing for this connection. */
  idleAnswers = 0

  constructor({ watcher, answerWithinMs = Number.POSITIVE_INFINITY, ...config }: WatchedConfig = {}) {
    super({
      ...config,
      connectionTimeoutMillis: watcher === undefined ? connectMs : 0,
      // What lies between may forget a connection that is never used, and say so to nobody.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    })
    this.#watcher = watcher
    this.answerWithinMs = answerWithinMs
    // Whoever waits for a statement hears that the connection broke; with nobody listening it would end the process.
    this.on('error', () => undefined)
    const answered = (): void => {
      this.#waits = false
    }
    this.on('connect', answered)
    this.on('drain', answered)
  }

  /** The process of the database at the other end; null before the connection has come about. */
  get backend(): number | null {
    return (this as unknown as { processID: number | null }).processID
  }

  override connect(): Promise<pg.Client>
  override connect(callback: (error: Error) => void): void
  override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
    const { promise, resolve, reject } = Promise.withResolvers<pg.Client>()
    if (callback === undefined) {
      this.connect((error: unknown) => (error instanceof Error ? reject(error) : resolve(this)))
      return promise
    }
    if (this.#watcher?.isAway === true) process.nextTick(callback, new DatabaseSilent(false))
    else {
      this.#watcher?.add(this)
      super.connect((error: Error) => {
        this.#watcher?.connected(error)
        callback(error)
      })
    }
    return undefined
  }

  override query(...args: unknown[]): never {
    this.#waits = true
    const [first] = args as [{ submit?: unknown } | undefined]
    const tells = typeof args.at(-1) === 'function' || typeof first?.submit === 'function'
    return (tells ? Reflect.apply(super.query, this, args) : this.#promise(args)) as never
  }

  /**
   * By a callback, for the driver's own promise of an answer keeps that of the one before it alive, and so forth: whole
   * requests then outlive the collection of what is new.
   */
  #promise(args: readonly unknown[]): Promise<unknown> {
    const answered = new Promise((resolve, reject) => {
      const tell = (error: Error | null | undefined, result: unknown): void =>
        error ? reject(error) : resolve(result)
      Reflect.apply(super.query, this, [...args, tell])
    })
    return answered.catch((error: unknown) => {
      // From here its stack leads back to whoever asked.
      if (error instanceof Error) Error.captureStackTrace(error)
      throw error
    })
  }

  /** True when something has come since the last look. */
  look(): boolean {
    const { stream } = this.connection as { stream: { bytesRead?: number; writableCorked: number } }
    const { bytesRead = 0, writableCorked } = stream
    const heard = bytesRead !== this.#bytes
    this.#bytes = bytesRead
    // What is held back has not been asked yet.
    if (heard || !this.#waits || writableCorked > 0) {
      this.silentLooks = 0
      this.idleAnswers = 0
    } else this.silentLooks += 1
    return heard
  }

  get isUnused(): boolean {
    return !this.#waits && !this.isLent
  }

  /** Breaks the connection; whoever waits for it hears of it now. */
  giveUp(why: Error = new DatabaseSilent(this.backend !== null)): void {
    this.connection.stream.destroy(why)
  }
}
