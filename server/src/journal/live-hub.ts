import { allEvents } from '@agency-support/contract'
import { getModule } from '@agency-support/contract/event'
import { LiveHint } from '@agency-support/contract/modules/journal'
import type { PermissionId } from '@agency-support/contract/permissions'
import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { OpenDatabase } from '../db/open.ts'
import { type Log, logWarning } from '../log.ts'
import { toHints, readSnapshot, readChanges, snapshotAt } from './changes.ts'
import { LiveStream, type SessionAccess, type HintBatch } from './live-stream.ts'
import { type AgencySubscription, AgencyEventBus } from './event-bus.ts'
import { PgNotifier } from './notifier.ts'

/** Which of these sessions are still alive, and with which permissions. */
export type ReadSessionAccess = (
  sessionIds: readonly number[],
  now: Date,
) => Promise<ReadonlyMap<number, SessionAccess>>

export interface LiveHubParts {
  db: OpenDatabase
  clock: Clock
  log: Log
  readSessionAccess: ReadSessionAccess
  /** How often streams are kept alive and sessions looked at; 20 seconds unless given. */
  heartbeatMs?: number
}

/** Streams a session may hold; a further one ends the oldest. */
const streamsPerSession = 5
const usualHeartbeatMs = 20_000
const gatherHintsMs = 250
/** Agencies named in one message; it stays far below what a notification can carry. */
const maxNamed = 50

const Hints = z.array(LiveHint)

/**
 * Relays what is committed to the open screens of this process. A notification wakes it at once; a look
 * every second finds what a crash kept from being told (D-21).
 */
export class LiveHub {
  readonly #parts: LiveHubParts
  readonly #streams = new Set<LiveStream>()
  readonly #notifier: PgNotifier
  readonly #eventBus = new AgencyEventBus()
  readonly #gathered = new Map<string, LiveHint>()
  #gather: NodeJS.Timeout | undefined
  /** The snapshot of the last relay. */
  #seen = ''
  #stopped = false
  #isBeating = false
  #heartbeat: NodeJS.Timeout | undefined

  constructor(parts: LiveHubParts) {
    this.#parts = parts
    this.#notifier = new PgNotifier({
      db: parts.db,
      log: parts.log,
      onWake: () => this.#relay(),
      onMessage: (text) => this.#pass(text),
    })
  }

  /** Starts listening; what was committed before is not relayed. */
  async start(): Promise<void> {
    this.#seen = (await readSnapshot(this.#parts.db.read)).snapshot
    await this.#notifier.start()
    this.#heartbeat = setInterval(() => void this.#beat(), this.#parts.heartbeatMs ?? usualHeartbeatMs)
    this.#heartbeat.unref()
  }

  /** Ends every stream; browsers reconnect elsewhere by themselves. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearInterval(this.#heartbeat)
    clearTimeout(this.#gather)
    this.#eventBus.stop()
    for (const stream of this.#streams) stream.close()
    await this.#notifier.stop()
  }

  /** How many streams are open. */
  get size(): number {
    return this.#streams.size
  }

  /** The cursor from which a stream has to begin for a reader who looks from now on: no change after it is missed. */
  cursor(): string {
    return this.#seen.slice(0, this.#seen.indexOf(':'))
  }

  /** Says that something was committed here; all processes hear of it within milliseconds. */
  committed(): void {
    this.#notifier.notify()
  }

  /** Says that something of an agency looks different, which is worth no journal row, such as progress. */
  hint(room: string, agencyId: number): void {
    this.#gathered.set(`${room} ${agencyId}`, { room, agencyId, event: null })
    this.#gather ??= setTimeout(() => this.#sendHints(), gatherHintsMs)
  }

  /** Subscribes to events of an agency from now on, in whatever process they are committed. */
  subscribe(agencyId: number, events: ReadonlySet<string>): AgencySubscription {
    return this.#eventBus.subscribe(agencyId, events)
  }

  #sendHints(): void {
    this.#gather = undefined
    const hints = [...this.#gathered.values()]
    this.#gathered.clear()
    const rooms = [...new Set(hints.map(({ room }) => room))]
    const few = hints.length <= maxNamed
    const batch = few ? hints : rooms.map((room): LiveHint => ({ room, agencyId: null, event: null }))
    this.#notifier.send(JSON.stringify(batch))
  }

  #pass(text: string): void {
    const hints = hintsIn(text)
    for (const stream of this.#streams) stream.send(filterBatch(stream, { hints }))
  }

  /** Attaches a response for as long as it lives, resuming after `lastEventId` where that is possible. */
  async attach(
    response: ServerResponse,
    sessionId: number,
    access: SessionAccess,
    lastEventId: string | undefined,
  ): Promise<void> {
    const stream = new LiveStream(response, sessionId, access)
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
    const present = await readSnapshot(read)
    const from = BigInt(lastEventId?.match(/^\d{1,18}$/)?.[0] ?? 0)
    if (from === 0n || from > present.snapshotXmin)
      return stream.open(false, { hints: [], cursor: present.snapshotXmin })
    const missed = await readChanges(read, snapshotAt(from))
    stream.open(true, filterBatch(stream, { hints: toHints(missed), cursor: missed.snapshotXmin }))
  }

  async #relay(): Promise<void> {
    const changes = await readChanges(this.#parts.db.read, this.#seen)
    this.#seen = changes.snapshot
    this.#eventBus.publish(changes)
    const batch = { hints: toHints(changes), cursor: changes.snapshotXmin }
    for (const stream of this.#streams) stream.send(filterBatch(stream, batch))
    if (changes.burst || changes.rows.some(({ event }) => /^(session|staff)\./.test(event)))
      await this.#refreshSessionAccess()
  }

  async #beat(): Promise<void> {
    // A slow database must not find one look after another queued up.
    if (this.#isBeating) return
    this.#isBeating = true
    await this.#refreshSessionAccess()
    this.#isBeating = false
    for (const stream of this.#streams) stream.beat()
  }

  async #refreshSessionAccess(): Promise<void> {
    if (this.#streams.size === 0) return
    try {
      // A stream that comes while the database is asked is judged the next time.
      const asked = [...this.#streams]
      const ids = [...new Set(asked.map(({ sessionId }) => sessionId))]
      const accesses = await this.#parts.readSessionAccess(ids, this.#parts.clock.now())
      for (const stream of asked) {
        const access = accesses.get(stream.sessionId)
        if (access === undefined) stream.end()
        else stream.changeAccess(access)
      }
    } catch (error) {
      logWarning(this.#parts.log, 'live.session-access', error)
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

function filterBatch(stream: LiveStream, { hints, ...rest }: HintBatch): HintBatch {
  return { ...rest, hints: hints.filter((hint) => maySee(hint, stream.access.permissions)) }
}

/** A hint of a burst names no event: it goes to those who may see any event of the module. */
function maySee(hint: LiveHint, permissions: readonly number[]): boolean {
  const holds = (sees: readonly PermissionId[]): boolean => sees.every((id) => permissions.includes(id))
  if (hint.event === null)
    return [...allEvents.values()].some(({ name, sees }) => getModule(name) === hint.room && holds(sees))
  // What this build does not know, for example from a newer server beside it, nobody here may see.
  const known = allEvents.get(hint.event)
  return known !== undefined && holds(known.sees)
}
