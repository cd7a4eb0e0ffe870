import { LiveHint } from '@agency-support/contract/modules/journal'
import type { ServerResponse } from 'node:http'
import { z } from 'zod'
import type { Clock } from '../lib/clock.ts'
import type { OpenDatabase } from '../db/open.ts'
import { type Log, logWarning } from '../lib/log.ts'
import { parseCursor, readChanges, readSnapshot, toCursor, toHints } from './changes.ts'
import { filterHint } from './hint-filter.ts'
import { LiveStream, type SessionAccess, type HintBatch } from './live-stream.ts'
import { type AgencySubscription, AgencyEventBus } from './event-bus.ts'
import { PgNotifier } from './notifier.ts'

/** Returns which of these sessions are alive, with their permissions. */
export type ReadSessionAccess = (
  sessionIds: readonly number[],
  now: Date,
) => Promise<ReadonlyMap<number, SessionAccess>>

export interface LiveHubParts {
  db: OpenDatabase
  clock: Clock
  log: Log
  readSessionAccess: ReadSessionAccess
  /** Interval for keeping streams open and checking their sessions; 20 seconds by default. */
  heartbeatMs?: number
}

/** Streams per session; a further one closes the oldest. */
const streamsPerSession = 5
const usualHeartbeatMs = 20_000
const batchHintsMs = 250
/** Agencies named in one message; keeps it far below the size limit of a notification. */
const maxNamed = 50

const Hints = z.array(LiveHint)

/**
 * Relays committed changes to the open screens of this process. A notification wakes it at once; polling every second
 * finds what was not announced because a process crashed (D-21).
 */
export class LiveHub {
  readonly #parts: LiveHubParts
  readonly #streams = new Set<LiveStream>()
  readonly #notifier: PgNotifier
  readonly #eventBus = new AgencyEventBus()
  readonly #unsent = new Map<string, LiveHint>()
  #sendTimer: NodeJS.Timeout | undefined
  /** The snapshot up to which rows have been relayed. */
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

  /** Starts listening; earlier commits are not relayed. */
  async start(): Promise<void> {
    this.#seen = (await readSnapshot(this.#parts.db.read)).snapshot
    await this.#notifier.start()
    this.#heartbeat = setInterval(() => void this.#beat(), this.#parts.heartbeatMs ?? usualHeartbeatMs)
    this.#heartbeat.unref()
  }

  /** Closes every stream; browsers reconnect to another process. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearInterval(this.#heartbeat)
    clearTimeout(this.#sendTimer)
    this.#eventBus.stop()
    for (const stream of this.#streams) stream.close()
    await this.#notifier.stop()
  }

  /** Number of open streams. */
  get size(): number {
    return this.#streams.size
  }

  /** The cursor for a reader who reads data now and then opens a stream: it gets every later change and no earlier one. */
  cursor(): string {
    return toCursor(this.#seen)
  }

  /** Announces a commit of this process; all processes receive it within milliseconds. */
  committed(): void {
    this.#notifier.notify()
  }

  /** Announces a change that is not journalled, such as progress. */
  hint(module: string, agencyId: number): void {
    this.#unsent.set(`${module} ${agencyId}`, { module, agencyId, event: null })
    this.#sendTimer ??= setTimeout(() => this.#sendHints(), batchHintsMs)
  }

  /** Subscribes to events of an agency from now on, whichever process commits them. */
  subscribe(agencyId: number, events: ReadonlySet<string>): AgencySubscription {
    return this.#eventBus.subscribe(agencyId, events)
  }

  #sendHints(): void {
    this.#sendTimer = undefined
    const hints = [...this.#unsent.values()]
    this.#unsent.clear()
    const modules = [...new Set(hints.map(({ module }) => module))]
    const few = hints.length <= maxNamed
    const batch = few ? hints : modules.map((module): LiveHint => ({ module, agencyId: null, event: null }))
    this.#notifier.send(JSON.stringify(batch))
  }

  #pass(text: string): void {
    const hints = hintsIn(text)
    for (const stream of this.#streams) stream.send(filterBatch(stream, { hints }))
  }

  /** Attaches a response until it closes, resuming after `lastEventId` if possible. */
  async attach(
    response: ServerResponse,
    sessionId: number,
    access: SessionAccess,
    lastEventId: string | undefined,
  ): Promise<void> {
    const stream = new LiveStream(response, sessionId, access)
    if (this.#stopped) return stream.close()
    // The browser hung up while its session was being checked; 'close' was then and does not come again.
    if (response.destroyed) return
    response.on('close', () => this.#streams.delete(stream))
    // From here on the stream receives everything; earlier changes are read next.
    this.#streams.add(stream)
    const held = [...this.#streams].filter((other) => other.sessionId === sessionId)
    for (const oldest of held.slice(0, Math.max(0, held.length - streamsPerSession))) oldest.close()
    await this.#resume(stream, lastEventId)
  }

  async #resume(stream: LiveStream, lastEventId: string | undefined): Promise<void> {
    const { read } = this.#parts.db
    const present = await readSnapshot(read)
    const from = parseCursor(lastEventId ?? '')
    if (from === undefined || from.snapshotXmin > present.snapshotXmin)
      return stream.open(false, { hints: [], cursor: present.snapshotXmin })
    const missed = await readChanges(read, from.snapshot)
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
    // Checks must not queue up behind a slow database.
    if (this.#isBeating) return
    this.#isBeating = true
    await this.#refreshSessionAccess()
    this.#isBeating = false
    for (const stream of this.#streams) stream.beat()
  }

  async #refreshSessionAccess(): Promise<void> {
    if (this.#streams.size === 0) return
    try {
      // A stream that opens during the query is checked next time.
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

/** The hints of a message; none if its shape is unknown, for example because a newer process sent it. */
function hintsIn(text: string): LiveHint[] {
  try {
    return Hints.parse(JSON.parse(text))
  } catch {
    return []
  }
}

function filterBatch(stream: LiveStream, { hints, ...rest }: HintBatch): HintBatch {
  const { permissions } = stream.access
  return { ...rest, hints: hints.flatMap((hint) => filterHint(hint, permissions)) }
}
