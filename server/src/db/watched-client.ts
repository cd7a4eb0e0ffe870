import pg, { type ClientConfig } from 'pg'
import { DatabaseUnresponsive } from './database-errors.ts'

/** What monitors connections. */
export interface Watchdog {
  /** True while the database is known to be unresponsive: waiting for another connection is pointless. */
  readonly isAway: boolean
  add(client: WatchedClient): void
  /** Called for each attempt to connect, with the error or null. */
  connected(failure: Error | null): void
}

export interface WatchedConfig extends ClientConfig {
  watchdog?: Watchdog
  /**
   * How long a pending answer may receive no data, in milliseconds, whatever the database does; no limit unless given.
   */
  answerWithinMs?: number
}

/** How long connecting may take without a watchdog. */
export const connectMs = 5_000

/** A connection that reports whether it waits for an answer, and whether it receives data. */
export class WatchedClient extends pg.Client {
  readonly #watchdog: Watchdog | undefined
  readonly answerWithinMs: number
  #waits = true
  #bytes = 0
  /** Consecutive checks at which it was waiting and had received nothing. */
  silentChecks = 0
  /** True while it is checked out for a transaction or a statement. */
  isLent = false
  /** How often during this silence the database reported this connection as idle. */
  idleAnswers = 0

  constructor({ watchdog, answerWithinMs = Number.POSITIVE_INFINITY, ...config }: WatchedConfig = {}) {
    super({
      ...config,
      connectionTimeoutMillis: watchdog === undefined ? connectMs : 0,
      // A firewall in between may silently drop an idle connection.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    })
    this.#watchdog = watchdog
    this.answerWithinMs = answerWithinMs
    // A pending statement rejects when the connection breaks; without a listener the error would end the process.
    this.on('error', () => undefined)
    const answered = (): void => {
      this.#waits = false
    }
    this.on('connect', answered)
    this.on('drain', answered)
  }

  /** Process id of the database backend; null before the connection is established. */
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
    if (this.#watchdog?.isAway === true) process.nextTick(callback, new DatabaseUnresponsive(false))
    else {
      this.#watchdog?.add(this)
      super.connect((error: Error) => {
        this.#watchdog?.connected(error)
        callback(error)
      })
    }
    return undefined
  }

  override query(...args: unknown[]): never {
    this.#waits = true
    const [first] = args as [{ submit?: unknown } | undefined]
    const takesAnswer = typeof args.at(-1) === 'function' || typeof first?.submit === 'function'
    return (takesAnswer ? Reflect.apply(super.query, this, args) : this.#promise(args)) as never
  }

  /**
   * Uses a callback, because each promise of the driver keeps the previous one alive. Such a chain would let whole
   * requests survive into V8's old generation.
   */
  #promise(args: readonly unknown[]): Promise<unknown> {
    const answered = new Promise((resolve, reject) => {
      const settle = (error: Error | null | undefined, result: unknown): void =>
        error ? reject(error) : resolve(result)
      Reflect.apply(super.query, this, [...args, settle])
    })
    return answered.catch((error: unknown) => {
      // Makes the stack lead to the caller.
      if (error instanceof Error) Error.captureStackTrace(error)
      throw error
    })
  }

  /** True if data was received since the last check. */
  check(): boolean {
    const { stream } = this.connection as { stream: { bytesRead?: number; writableCorked: number } }
    const { bytesRead = 0, writableCorked } = stream
    const hasReceived = bytesRead !== this.#bytes
    this.#bytes = bytesRead
    // Corked data has not been sent yet.
    if (hasReceived || !this.#waits || writableCorked > 0) {
      this.silentChecks = 0
      this.idleAnswers = 0
    } else this.silentChecks += 1
    return hasReceived
  }

  get isUnused(): boolean {
    return !this.#waits && !this.isLent
  }

  /** Breaks the connection, so that a waiting statement fails immediately. */
  giveUp(why: Error = new DatabaseUnresponsive(this.backend !== null)): void {
    this.connection.stream.destroy(why)
  }
}
