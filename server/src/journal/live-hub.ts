import { allEvents } from '@agency-support/contract'
import type { LiveHint } from '@agency-support/contract/modules/journal'
import type { PermissionId } from '@agency-support/contract/permissions'
import type { ServerResponse } from 'node:http'
import type { Clock } from '../clock.ts'
import type { OpenDatabase } from '../db/open.ts'
import { errorFacts, type Log } from '../log.ts'
import { hintsOf, readChanges } from './changes.ts'
import { LiveStream, type Standing } from './live-stream.ts'
import { Wakeup } from './wakeup.ts'

/** Tells who of these sessions is still alive, and with which permissions. */
export type ReadStandings = (
  sessionIds: readonly number[],
  now: Date,
) => Promise<ReadonlyMap<number, Standing>>

export interface LiveHubParts {
  db: OpenDatabase
  databaseUrl: string
  clock: Clock
  log: Log
  readStandings: ReadStandings
}

/** Streams a session may hold; a further one ends the oldest. */
const streamsPerSession = 5
const heartbeatMs = 20_000

/**
 * Relays what is committed to the open screens of this process. A notification wakes it at once; a look
 * every second finds what a crash kept from being told (D-21).
 */
export class LiveHub {
  readonly #parts: LiveHubParts
  readonly #streams = new Set<LiveStream>()
  readonly #wakeup: Wakeup
  #cursor = 0n
  /** Rows at or above the cursor that were told already. */
  #told = new Map<number, bigint>()
  #heartbeat: NodeJS.Timeout | undefined

  constructor(parts: LiveHubParts) {
    this.#parts = parts
    this.#wakeup = new Wakeup({ databaseUrl: parts.databaseUrl, log: parts.log, onWake: () => this.#relay() })
  }

  /** Starts listening; what was committed before is history and not told. */
  async start(): Promise<void> {
    const { horizon } = await readChanges(this.#parts.db.read, 2n ** 62n)
    this.#cursor = horizon
    await this.#wakeup.start()
    this.#heartbeat = setInterval(() => void this.#beat(), heartbeatMs)
    this.#heartbeat.unref()
  }

  /** Ends every stream; browsers reconnect elsewhere by themselves. */
  async stop(): Promise<void> {
    clearInterval(this.#heartbeat)
    for (const stream of this.#streams) stream.close()
    await this.#wakeup.stop()
  }

  /** Says that something was committed here; all processes hear of it within milliseconds. */
  committed(): void {
    this.#wakeup.notify()
  }

  /** Attaches a response for as long as it lives, resuming after `lastEventId` where that is possible. */
  async attach(
    response: ServerResponse,
    sessionId: number,
    standing: Standing,
    lastEventId: string | undefined,
  ): Promise<void> {
    const stream = new LiveStream(response, sessionId, standing)
    this.#streams.add(stream)
    response.on('close', () => this.#streams.delete(stream))
    const held = [...this.#streams].filter((other) => other.sessionId === sessionId)
    for (const oldest of held.slice(0, Math.max(0, held.length - streamsPerSession))) oldest.end()
    const from = lastEventId !== undefined && /^\d{1,19}$/.test(lastEventId) ? BigInt(lastEventId) : undefined
    const { rows, horizon, burst } = await readChanges(this.#parts.db.read, from ?? 2n ** 62n)
    const resumed = from !== undefined && from <= horizon
    stream.open(resumed, horizon)
    if (resumed) this.#tell([stream], hintsOf(rows, burst), horizon)
  }

  async #relay(): Promise<void> {
    const { rows, horizon, burst } = await readChanges(this.#parts.db.read, this.#cursor)
    const news = rows.filter(({ seq }) => !this.#told.has(seq))
    this.#cursor = horizon
    this.#told = new Map(rows.filter(({ xid }) => xid >= horizon).map(({ seq, xid }) => [seq, xid]))
    if (news.length === 0) return
    this.#tell(this.#streams, hintsOf(news, burst), horizon)
    if (news.some(({ event }) => event.startsWith('session.') || event.startsWith('staff.')))
      await this.#refreshStandings()
  }

  #tell(streams: Iterable<LiveStream>, hints: readonly LiveHint[], cursor: bigint): void {
    for (const stream of streams) {
      const seen = hints.filter((hint) => maySee(hint, stream.standing.permissions))
      stream.tell(seen, cursor)
    }
  }

  async #beat(): Promise<void> {
    await this.#refreshStandings()
    for (const stream of this.#streams) stream.beat()
  }

  async #refreshStandings(): Promise<void> {
    if (this.#streams.size === 0) return
    try {
      const ids = [...new Set([...this.#streams].map(({ sessionId }) => sessionId))]
      const standings = await this.#parts.readStandings(ids, this.#parts.clock.now())
      for (const stream of this.#streams) {
        const standing = standings.get(stream.sessionId)
        if (standing === undefined) stream.end()
        else stream.standing = standing
      }
    } catch (error) {
      this.#parts.log.warn('live.standings', errorFacts(error))
    }
  }
}

/** A hint of a burst names no event: it goes to those who may see any event of the room. */
function maySee(hint: LiveHint, permissions: readonly number[]): boolean {
  const holds = (sees: readonly PermissionId[]): boolean => sees.every((id) => permissions.includes(id))
  if (hint.event !== null) return holds(allEvents.get(hint.event)?.sees ?? [])
  return [...allEvents.values()].some(({ name, sees }) => name.startsWith(`${hint.room}.`) && holds(sees))
}
