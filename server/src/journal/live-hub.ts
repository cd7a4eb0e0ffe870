import { allEvents } from '@agency-support/contract'
import { roomOf } from '@agency-support/contract/event'
import { LiveHint } from '@agency-support/contract/modules/journal'
import type { PermissionId } from '@agency-support/contract/permissions'
import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { OpenDatabase } from '../db/open.ts'
import { errorFacts, type Log } from '../log.ts'
import { hintsOf, presentSnapshot, readChanges, snapshotAt } from './changes.ts'
import { LiveStream, type Standing, type Told } from './live-stream.ts'
import { type News, NewsRoom } from './news.ts'
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
  /** How often streams are kept alive and sessions looked at; 20 seconds unless given. */
  heartbeatMs?: number
}

/** Streams a session may hold; a further one ends the oldest. */
const streamsPerSession = 5
const usualHeartbeatMs = 20_000
const gatherHintsMs = 250
/** Agencies named in one message; it stays far below what a notification can carry. */
const mostNamed = 50

const Hints = z.array(LiveHint)

/**
 * Relays what is committed to the open screens of this process. A notification wakes it at once; a look
 * every second finds what a crash kept from being told (D-21).
 */
export class LiveHub {
  readonly #parts: LiveHubParts
  readonly #streams = new Set<LiveStream>()
  readonly #wakeup: Wakeup
  readonly #news = new NewsRoom()
  readonly #gathered = new Map<string, LiveHint>()
  #gather: NodeJS.Timeout | undefined
  /** Where the last look stood. */
  #seen = ''
  #stopped = false
  #isBeating = false
  #heartbeat: NodeJS.Timeout | undefined

  constructor(parts: LiveHubParts) {
    this.#parts = parts
    this.#wakeup = new Wakeup({
      databaseUrl: parts.databaseUrl,
      log: parts.log,
      onWake: () => this.#relay(),
      onTold: (text) => this.#pass(text),
    })
  }

  /** Starts listening; what was committed before is history and not told. */
  async start(): Promise<void> {
    this.#seen = (await presentSnapshot(this.#parts.db.read)).snapshot
    await this.#wakeup.start()
    this.#heartbeat = setInterval(() => void this.#beat(), this.#parts.heartbeatMs ?? usualHeartbeatMs)
    this.#heartbeat.unref()
  }

  /** Ends every stream; browsers reconnect elsewhere by themselves. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearInterval(this.#heartbeat)
    clearTimeout(this.#gather)
    this.#news.stop()
    for (const stream of this.#streams) stream.close()
    await this.#wakeup.stop()
  }

  /** Where a stream has to begin for a reader who looks from now on: no change after this is missed. */
  mark(): string {
    return this.#seen.split(':', 1)[0] ?? ''
  }

  /** Says that something was committed here; all processes hear of it within milliseconds. */
  committed(): void {
    this.#wakeup.notify()
  }

  /** Says that something of an agency looks different, which is worth no journal row, such as progress. */
  hint(room: string, agencyId: number): void {
    this.#gathered.set(`${room} ${agencyId}`, { room, agencyId, event: null })
    this.#gather ??= setTimeout(() => this.#sendHints(), gatherHintsMs)
  }

  /** Listens from now on for events of an agency, in whatever process they are committed. */
  news(agencyId: number, events: ReadonlySet<string>): News {
    return this.#news.listen(agencyId, events)
  }

  #sendHints(): void {
    this.#gather = undefined
    const hints = [...this.#gathered.values()]
    this.#gathered.clear()
    const rooms = [...new Set(hints.map(({ room }) => room))]
    const few = hints.length <= mostNamed
    const told = few ? hints : rooms.map((room): LiveHint => ({ room, agencyId: null, event: null }))
    this.#wakeup.send(JSON.stringify(told))
  }

  #pass(text: string): void {
    const hints = hintsIn(text)
    for (const stream of this.#streams) stream.tell(toldTo(stream, { hints }))
  }

  /** Attaches a response for as long as it lives, resuming after `lastEventId` where that is possible. */
  async attach(
    response: ServerResponse,
    sessionId: number,
    standing: Standing,
    lastEventId: string | undefined,
  ): Promise<void> {
    const stream = new LiveStream(response, sessionId, standing)
    if (this.#stopped) return stream.close()
    response.on('close', () => this.#streams.delete(stream))
    // It hears of everything from here on; what was there before is read next.
    this.#streams.add(stream)
    const held = [...this.#streams].filter((other) => other.sessionId === sessionId)
    for (const oldest of held.slice(0, Math.max(0, held.length - streamsPerSession))) oldest.end()
    await this.#resume(stream, lastEventId)
  }

  async #resume(stream: LiveStream, lastEventId: string | undefined): Promise<void> {
    const { read } = this.#parts.db
    const present = await presentSnapshot(read)
    const from = lastEventId !== undefined && /^\d{1,18}$/.test(lastEventId) ? BigInt(lastEventId) : undefined
    if (from === undefined || from === 0n || from > present.horizon)
      return stream.open(false, { hints: [], cursor: present.horizon })
    const missed = await readChanges(read, snapshotAt(from))
    stream.open(true, toldTo(stream, { hints: hintsOf(missed), cursor: missed.horizon }))
  }

  async #relay(): Promise<void> {
    const changes = await readChanges(this.#parts.db.read, this.#seen)
    this.#seen = changes.snapshot
    this.#news.tell(changes)
    if (changes.rows.length === 0 && !changes.burst) return
    const told = { hints: hintsOf(changes), cursor: changes.horizon }
    for (const stream of this.#streams) stream.tell(toldTo(stream, told))
    if (changes.burst || changes.rows.some(({ event }) => /^(session|staff)\./.test(event)))
      await this.#refreshStandings()
  }

  async #beat(): Promise<void> {
    // A slow database must not find one look after another queued up.
    if (this.#isBeating) return
    this.#isBeating = true
    await this.#refreshStandings()
    this.#isBeating = false
    for (const stream of this.#streams) stream.beat()
  }

  async #refreshStandings(): Promise<void> {
    if (this.#streams.size === 0) return
    try {
      // A stream that comes while the database is asked is judged the next time.
      const asked = [...this.#streams]
      const ids = [...new Set(asked.map(({ sessionId }) => sessionId))]
      const standings = await this.#parts.readStandings(ids, this.#parts.clock.now())
      for (const stream of asked) {
        const standing = standings.get(stream.sessionId)
        if (standing === undefined) stream.end()
        else stream.standing = standing
      }
    } catch (error) {
      this.#parts.log.warn('live.standings', errorFacts(error))
    }
  }
}

/** The hints of a message; none for what a newer process, or a person at the database, wrote in another shape. */
function hintsIn(text: string): LiveHint[] {
  try {
    return Hints.parse(JSON.parse(text))
  } catch {
    return []
  }
}

function toldTo(stream: LiveStream, { hints, ...rest }: Told): Told {
  return { ...rest, hints: hints.filter((hint) => maySee(hint, stream.standing.permissions)) }
}

/** A hint of a burst names no event: it goes to those who may see any event of the room. */
function maySee(hint: LiveHint, permissions: readonly number[]): boolean {
  const holds = (sees: readonly PermissionId[]): boolean => sees.every((id) => permissions.includes(id))
  if (hint.event === null)
    return [...allEvents.values()].some(({ name, sees }) => roomOf(name) === hint.room && holds(sees))
  // What this build does not know, for example from a newer server beside it, nobody here may see.
  const known = allEvents.get(hint.event)
  return known !== undefined && holds(known.sees)
}
