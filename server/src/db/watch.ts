import type pg from 'pg'
import type { Log } from '../log.ts'
import { noConnection, NoAnswerInTime } from './failures.ts'
import { WatchedClient, type Watcher } from './watched-client.ts'

const lookEveryMs = 250
/** So many looks a connection waits in silence before it is asked about. */
const silentAfter = 2
/** So often the database has to say that it does nothing for a connection that waits; the answer may be under way. */
const idleAnswersNeeded = 2

/** Of these processes of the database those that are at work; `own` tells whether their numbers can be believed. */
const whoWorks = `select pg_backend_pid() as own, array(select pid from pg_stat_activity
  where pid = any($1::int[]) and (state is null or state not like 'idle%')) as working`

export interface WatchOptions {
  url: string
  /** Told once when the database goes away and once when it is back; nobody unless given. */
  log?: Pick<Log, 'info' | 'warn'>
  /** How long nothing may come over any connection, the question of the watch included. */
  patienceMs: number
  /** How long a connection may take to come about. */
  connectMs: number
}

/**
 * Looks after the connections of a process. One that waits in silence may wait for a statement that takes its
 * time, so the database is asked over a new connection whether it is at work for it. Connections that it does
 * nothing for are given up, and when it does not answer either, all of them are, until it answers again.
 */
export class Watch implements Watcher {
  readonly #url: string
  readonly #log: WatchOptions['log']
  readonly #patientLooks: number
  readonly #connectLooks: number
  readonly #timer: NodeJS.Timeout
  readonly #clients = new Set<WatchedClient>()
  /** Over which the database is asked; kept while there is something to ask. */
  #line: WatchedClient | undefined
  #isAsking = false
  /** True when something came over any connection between the last two looks. */
  #heard = false
  #isClosed = false
  #silentLooks = 0
  /** When the database went away; undefined while it is there. */
  #awaySince: number | undefined

  constructor({ url, log, patienceMs, connectMs }: WatchOptions) {
    this.#url = url
    this.#log = log
    this.#patientLooks = Math.ceil(patienceMs / lookEveryMs)
    this.#connectLooks = Math.ceil(connectMs / lookEveryMs)
    this.#timer = setInterval(() => this.#look(), lookEveryMs)
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
    if (failure !== null && noConnection(failure) && !this.#isAsking && !this.#isClosed) void this.#ask([])
  }

  /** Looks no more, and breaks every connection that is still there. */
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

  // Counted in looks, not in time: while this process itself stands still it hears nothing, and that is nobody's fault.
  #look(): void {
    this.#heard = this.#line?.look() ?? false
    for (const client of this.#clients) this.#heard = client.look() || this.#heard
    const silent = [...this.#clients].filter(({ silentLooks }) => silentLooks >= silentAfter)
    const dead = silent.filter(({ backend, idleAnswers, silentLooks }) =>
      backend === null ? silentLooks >= this.#connectLooks : idleAnswers >= idleAnswersNeeded,
    )
    if (dead.length > 0) this.#replace(dead)
    for (const client of silent)
      if (client.silentLooks * lookEveryMs >= client.answerWithinMs) client.giveUp(new NoAnswerInTime())
    this.#silentLooks = this.#isAsking && !this.#heard ? this.#silentLooks + 1 : 0
    if (this.#silentLooks >= this.#patientLooks) this.#goAway('no answer')
    if (!this.#isAsking) {
      if (silent.length > 0 || this.isAway) void this.#ask(silent)
      else this.#endLine()
    }
  }

  // What broke these may have broken those that nobody uses just now, and they would be found one after another.
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
      const asked = (line as pg.Client).query<{ own: number; working: number[] }>(whoWorks, [pids])
      const [answer] = (await asked).rows
      this.#comeBack()
      // A pooler in between tells numbers of its own.
      if (answer === undefined || answer.own !== line.backend) return
      for (const client of silent)
        if (client.backend !== null && !answer.working.includes(client.backend)) client.idleAnswers += 1
    } catch (error) {
      this.#dropLine()
      if (noConnection(error) && !this.#heard) this.#goAway((error as Error).message)
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

  // With a word, for the database logs those who go without.
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
