import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import type { KeyGuesses } from '../../auth/key-guesses.ts'
import type { KeyUses } from '../../auth/key-uses.ts'
import { requireAgent } from '../../calls/agent-access.ts'
import { HttpFailure, restartSentence } from '../../calls/refusal.ts'
import type { Throttle } from '../../calls/throttle.ts'
import type { Clock } from '../../lib/clock.ts'
import type { OpenDatabase } from '../../db/open.ts'
import type { KeyRing } from '../../settings/key-ring.ts'
import { type Log, logWarning } from '../../lib/log.ts'
import { within } from '../../lib/within.ts'
import { Connection } from './connection.ts'
import { readConnectionToken } from './connection-token.ts'
import { maxConnections, maxMessageBytes } from './limits.ts'
import { SavedConnections } from './saved-connections.ts'

export interface TextingHubParts {
  db: OpenDatabase
  clock: Clock
  log: Log
  throttle: Throttle
  secretKeys: KeyRing
  keyUses: KeyUses
  keyGuesses: KeyGuesses
  /** The client's network, taking trusted proxies into account. */
  getNetwork(request: IncomingMessage): string
  /** Answers a request to connect in our form, and ends its socket. */
  refuse(socket: Socket, failure: HttpFailure): void
}

const checkEveryMs = 1_000
/** A client that does not confirm the close within this time is disconnected. */
const closeMs = 1_000
const awaySentence = 'The database cannot be reached at the moment. Please try again in a few seconds.'

/** The hub for agencies' texting clients: SignalR's JSON protocol over WebSockets. */
export class TextingHub {
  readonly #parts: TextingHubParts
  readonly #saved: SavedConnections
  readonly #connections = new Set<Connection>()
  /** Ids of used tokens, kept until the tokens expire. */
  readonly #used = new Map<string, number>()
  readonly #sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: maxMessageBytes,
  })
  #timer: NodeJS.Timeout | undefined
  #stopped: Promise<void> | undefined

  constructor(parts: TextingHubParts) {
    this.#parts = parts
    this.#saved = new SavedConnections(parts)
    this.#timer = setInterval(() => this.#check(), checkEveryMs)
    this.#timer.unref()
  }

  /** Number of clients connected to this process. */
  get size(): number {
    return this.#connections.size
  }

  /** Takes over the socket of an upgrade request, and accepts or refuses the connection. */
  upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void {
    // The client may hang up while it is being authenticated.
    socket.on('error', () => socket.destroy())
    this.#admit(request).then(
      (who) => this.#sockets.handleUpgrade(request, socket, head, (opened) => this.#add(opened, who)),
      (error: unknown) => {
        const isOurs = error instanceof HttpFailure
        if (!isOurs) logWarning(this.#parts.log, 'textingHub.notAdmitted', error)
        this.#parts.refuse(socket, isOurs ? error : new HttpFailure(503, awaySentence))
      },
    )
  }

  /** Asks every client to reconnect elsewhere; resolves when the database knows that they are gone. */
  stop(): Promise<void> {
    return (this.#stopped ??= this.#end())
  }

  /** The agency of a new connection. Throws HttpFailure if it is refused. */
  async #admit(request: IncomingMessage): Promise<{ agencyId: number; connectionId: string }> {
    const { clock, throttle, secretKeys } = this.#parts
    const { searchParams } = new URL(request.url ?? '', 'http://localhost')
    // Browsers cannot send headers with a WebSocket.
    const shown = searchParams.get('access_token')
    const authorization = request.headers.authorization ?? (shown === null ? undefined : `Bearer ${shown}`)
    const now = clock.now()
    const getNetwork = (): string => this.#parts.getNetwork(request)
    const agencyId = await requireAgent(this.#parts, { authorization, getNetwork }, now)
    await throttle.count('usual', { session: null, agencyId }, '', now)
    const token = searchParams.get('id')
    // A client that skipped the negotiation has no token.
    const negotiated =
      token === null
        ? { connectionId: randomUUID() }
        : readConnectionToken(token, { agencyId, now }, secretKeys)
    if (negotiated === undefined)
      throw new HttpFailure(404, 'This connection was not negotiated, or too long ago.')
    if (this.#used.has(negotiated.connectionId))
      throw new HttpFailure(409, 'This connection was opened before.')
    const open = [...this.#connections].filter((one) => one.agencyId === agencyId)
    if (open.length >= maxConnections)
      throw new HttpFailure(429, `An agency may have ${maxConnections} connections. Please close some.`)
    if (this.#stopped !== undefined) throw new HttpFailure(503, restartSentence)
    if ('expires' in negotiated) this.#used.set(negotiated.connectionId, negotiated.expires)
    return { agencyId, connectionId: negotiated.connectionId }
  }

  #add(socket: WebSocket, { agencyId, connectionId }: { agencyId: number; connectionId: string }): void {
    const { clock, throttle } = this.#parts
    const connection = new Connection(socket, {
      connectionId,
      agencyId,
      clock,
      saved: this.#saved,
      countRequest: () => throttle.count('usual', { session: null, agencyId }, '', clock.now()),
    })
    this.#connections.add(connection)
    socket.once('close', () => {
      this.#connections.delete(connection)
      this.#saved.end(connectionId)
      // The failure has been logged, and is retried.
      this.#saved.flush().catch(() => undefined)
    })
    if (this.#stopped !== undefined) connection.close()
  }

  #check(): void {
    const now = this.#parts.clock.now()
    for (const connection of this.#connections) connection.check(now)
    for (const [id, expires] of this.#used) if (expires <= now.getTime()) this.#used.delete(id)
    this.#saved.flush().catch(() => undefined)
  }

  async #end(): Promise<void> {
    clearInterval(this.#timer)
    const closing = [...this.#connections]
    const closed = Promise.all(closing.map((connection) => connection.closed))
    for (const connection of closing) connection.close()
    if (!(await within(closeMs, closed))) for (const connection of this.#connections) connection.terminate()
    await closed
    await this.#saved.flush().catch(() => undefined)
  }
}
