import type pg from 'pg'
import type { Log } from '../lib/log.ts'
import { isUnreachable, AnswerTimeout } from './database-errors.ts'
import { WatchedClient, type Watchdog } from './watched-client.ts'

const checkEveryMs = 250
/** Checks without any data before the database is asked about a waiting connection. */
const silentAfter = 2
/** How often the database must report a waiting connection as idle before it counts as dead; an answer may be in transit. */
const idleAnswersNeeded = 2

/** Which of these database backends are working; `own` shows whether their process ids can be trusted. */
const whoWorks = `select pg_backend_pid() as own, array(select pid from pg_stat_activity
  where pid = any($1::int[]) and (state is null or state not like 'idle%')) as working`

export interface WatchdogOptions {
  url: string
  /** Logged once when the database goes down and once when it is back. */
  log?: Pick<Log, 'info' | 'warn'>
  /** How long all connections, including the watchdog's own, may receive nothing. */
  timeoutMs: number
  /** How long connecting may take. */
  connectMs: number
}

/**
 * Detects dead database connections of a process. A silent connection may be waiting for a slow statement, so the
 * watchdog asks the database over a new connection whether it is working for it. Connections that the database reports
 * as idle are closed. If the database does not answer either, all connections are closed until it answers again.
 */
export class ConnectionWatchdog implements Watchdog {
  readonly #url: string
  readonly #log: WatchdogOptions['log']
  readonly #timeoutChecks: number
  readonly #connectChecks: number
  readonly #timer: NodeJS.Timeout
  readonly #clients = new Set<WatchedClient>()
  /** The watchdog's own connection; open while there is something to ask. */
  #line: WatchedClient | undefined
  #isAsking = false
  /** True if any connection received data between the last two checks. */
  #heard = false
  #isClosed = false
  #silentChecks = 0
  /** When the database went down; undefined while it is up. */
  #awaySince: number | undefined

  constructor({ url, log, timeoutMs, connectMs }: WatchdogOptions) {
    this.#url = url
    this.#log = log
    this.#timeoutChecks = Math.ceil(timeoutMs / checkEveryMs)
    this.#connectChecks = Math.ceil(connectMs / checkEveryMs)
    this.#timer = setInterval(() => this.#check(), checkEveryMs)
    this.#timer.unref()
  }

  get isAway(): boolean {
    return this.#awaySince !== undefined
  }

  add(client: WatchedClient): void {
    this.#clients.add(client)
    client.on('end', () => this.#clients.delete(client))
  }

  connected(failure: Error | null): void {
    if (failure !== null && isUnreachable(failure) && !this.#isAsking && !this.#isClosed) void this.#ask([])
  }

  /** Stops checking, and closes every connection that is still open. */
  close(): void {
    this.#isClosed = true
    clearInterval(this.#timer)
    if (this.#isAsking) this.#dropLine()
    else this.#endLine()
    for (const client of this.#clients) client.giveUp()
  }

  [Symbol.dispose](): void {
    this.close()
  }

  // Counted in checks, not in time: while this process itself is stalled it receives nothing either.
  #check(): void {
    this.#heard = this.#line?.check() ?? false
    for (const client of this.#clients) this.#heard = client.check() || this.#heard
    const silent = [...this.#clients].filter(({ silentChecks }) => silentChecks >= silentAfter)
    const dead = silent.filter(({ backend, idleAnswers, silentChecks }) =>
      backend === null ? silentChecks >= this.#connectChecks : idleAnswers >= idleAnswersNeeded,
    )
    if (dead.length > 0) this.#replace(dead)
    for (const client of silent)
      if (client.silentChecks * checkEveryMs >= client.answerWithinMs) client.giveUp(new AnswerTimeout())
    this.#silentChecks = this.#isAsking && !this.#heard ? this.#silentChecks + 1 : 0
    if (this.#silentChecks >= this.#timeoutChecks) this.#goAway('no answer')
    if (!this.#isAsking) {
      if (silent.length > 0 || this.isAway) void this.#ask(silent)
      else this.#endLine()
    }
  }

  // What broke these may have broken the idle ones too, which would otherwise be found one by one.
  #replace(dead: readonly WatchedClient[]): void {
    this.#log?.warn('database.connection', { silent: dead.length })
    for (const client of this.#clients) if (dead.includes(client) || client.isUnused) client.giveUp()
  }

  async #ask(silent: readonly WatchedClient[]): Promise<void> {
    this.#isAsking = true
    const line = (this.#line ??= this.#openLine())
    try {
      if (line.backend === null) await line.connect()
      const pids = silent.flatMap(({ backend }) => backend ?? [])
      const query = (line as pg.Client).query<{ own: number; working: number[] }>(whoWorks, [pids])
      const [answer] = (await query).rows
      this.#comeBack()
      // A pooler in between reports process ids of its own.
      if (answer === undefined || answer.own !== line.backend) return
      for (const client of silent)
        if (client.backend !== null && !answer.working.includes(client.backend)) client.idleAnswers += 1
    } catch (error) {
      this.#dropLine()
      if (isUnreachable(error) && !this.#heard) this.#goAway((error as Error).message)
    } finally {
      this.#isAsking = false
    }
  }

  #openLine(): WatchedClient {
    return new WatchedClient({
      connectionString: this.#url,
      application_name: 'agency-support watch',
    })
  }

  // Cleanly, because the database logs connections that just vanish.
  #endLine(): void {
    void this.#line?.end().catch(() => undefined)
    this.#line = undefined
  }

  #dropLine(): void {
    this.#line?.giveUp()
    this.#line = undefined
  }

  #goAway(why: string): void {
    this.#dropLine()
    if (this.#isClosed || this.isAway) return
    this.#awaySince = performance.now()
    this.#log?.warn('database.away', { why })
    for (const client of this.#clients) client.giveUp()
  }

  #comeBack(): void {
    if (this.#awaySince === undefined) return
    const seconds = Math.round((performance.now() - this.#awaySince) / 1_000)
    this.#awaySince = undefined
    this.#log?.info('database.back', { seconds })
  }
}
