import { hasHiddenCharacters } from '@agency-support/contract/rules/hidden-characters'
import type { WebSocket } from 'ws'
import { HttpFailure } from '../../calls/refusal.ts'
import type { Clock } from '../../lib/clock.ts'
import { handshakeSeconds, maxMessageBytes, maxWaitingBytes, pingSeconds, silenceSeconds } from './limits.ts'
import {
  type Message,
  messageType,
  ping,
  ProtocolError,
  readHandshake,
  readMessage,
  splitMessages,
  toClose,
  toCompletion,
  toText,
} from './protocol.ts'
import type { SavedConnections } from './saved-connections.ts'

export interface ConnectionParts {
  connectionId: string
  agencyId: number
  clock: Clock
  saved: SavedConnections
  /** Throws if the agency's software sends too many requests. */
  countRequest: () => Promise<void>
}

const maxInitials = 60
const initialsSentence = `Register takes the initials: text of 1 to ${maxInitials} characters that can be seen.`
const notSavedSentence =
  'The initials cannot be saved at the moment. They are listed as soon as they can be; do not register again.'
const textOnlySentence = 'The JSON protocol is sent as text.'

const closeCode = { restart: 1012, unsupported: 1003, protocol: 1002, normal: 1000 } as const

/** The server side of one client's connection: handshake, pings, the call Register, and its end. */
export class Connection {
  readonly #socket: WebSocket
  readonly #parts: ConnectionParts
  readonly #connectedAt: Date
  /** Resolves when the connection has ended. */
  readonly closed: Promise<void>
  #hasShakenHands = false
  #begun = ''
  #initials: string | undefined
  #receivedAt: Date
  #pingedAt: Date
  #isNoted = true

  constructor(socket: WebSocket, parts: ConnectionParts) {
    this.#socket = socket
    this.#parts = parts
    this.#connectedAt = this.#receivedAt = this.#pingedAt = parts.clock.now()
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()))
    socket.on('message', (data: Buffer, isBinary) => this.#receive(data, isBinary))
    // The `close` event follows.
    socket.on('error', () => undefined)
  }

  get agencyId(): number {
    return this.#parts.agencyId
  }

  /**
   * Regular check: sends pings, notes signs of life, and disconnects a client that is silent, late or does not read.
   */
  check(now: Date): void {
    const silentMs = now.getTime() - this.#receivedAt.getTime()
    const isLate =
      !this.#hasShakenHands && now.getTime() - this.#connectedAt.getTime() >= handshakeSeconds * 1_000
    const isStuck = this.#socket.bufferedAmount > maxWaitingBytes
    if (isLate || isStuck || silentMs >= silenceSeconds * 1_000) return this.#socket.terminate()
    this.#note()
    if (!this.#hasShakenHands || now.getTime() - this.#pingedAt.getTime() < pingSeconds * 1_000) return
    this.#pingedAt = now
    this.#socket.send(ping)
  }

  /** Asks the client to reconnect, which leads it to another process. */
  close(): void {
    if (this.#hasShakenHands) this.#socket.send(toClose({ allowReconnect: true }))
    this.#socket.close(closeCode.restart)
  }

  terminate(): void {
    this.#socket.terminate()
  }

  #receive(data: Buffer, isBinary: boolean): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    this.#receivedAt = this.#parts.clock.now()
    this.#isNoted = false
    if (isBinary) return this.#refuse(new ProtocolError(textOnlySentence), closeCode.unsupported)
    const { messages, rest } = splitMessages(this.#begun + data.toString())
    this.#begun = rest
    try {
      if (Buffer.byteLength(rest) > maxMessageBytes) throw new ProtocolError('The message has no end.')
      for (const text of messages) {
        if (this.#socket.readyState !== this.#socket.OPEN) return
        this.#take(text)
      }
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error
      this.#refuse(error, closeCode.protocol)
    }
  }

  #take(text: string): void {
    if (this.#hasShakenHands) return this.#answer(readMessage(text))
    readHandshake(text)
    this.#hasShakenHands = true
    this.#socket.send(toText({}))
  }

  #answer(message: Message): void {
    switch (message.type) {
      case messageType.invocation:
        return void this.#invoke(message)
      case messageType.streamInvocation:
        return this.#complete(message, `The hub has no stream '${message.target?.slice(0, 40)}'.`)
      case messageType.close:
        return this.#socket.close(closeCode.normal)
      // A ping only needs to arrive; other messages are not expected.
      default:
    }
  }

  async #invoke(message: Message): Promise<void> {
    try {
      await this.#parts.countRequest()
      // Method names are case-insensitive.
      if (message.target?.toLowerCase() !== 'register')
        return this.#complete(message, `The hub has no method '${message.target?.slice(0, 40)}'.`)
      const [given] = message.arguments ?? []
      const initials = typeof given === 'string' ? given.trim() : ''
      if (!isInitials(initials)) return this.#complete(message, initialsSentence)
      this.#initials = initials
      // A call in the same packet may have noted this sign of life with other initials.
      this.#isNoted = false
      await this.#save()
      this.#complete(message)
    } catch (error) {
      this.#complete(message, error instanceof HttpFailure ? error.message : notSavedSentence)
    }
  }

  async #save(): Promise<void> {
    if (this.#note()) await this.#parts.saved.flush()
  }

  /** Notes the last sign of life to be saved; false if it is already noted, or no initials are registered. */
  #note(): boolean {
    if (this.#initials === undefined || this.#isNoted || this.#socket.readyState !== this.#socket.OPEN)
      return false
    this.#isNoted = true
    this.#parts.saved.note({
      connection_id: this.#parts.connectionId,
      agency_id: this.#parts.agencyId,
      initials: this.#initials,
      connected_at: this.#connectedAt,
      seen_at: this.#receivedAt,
    })
    return true
  }

  #complete({ invocationId }: Message, error?: string): void {
    const isOpen = this.#socket.readyState === this.#socket.OPEN
    if (invocationId !== undefined && isOpen) this.#socket.send(toCompletion(invocationId, error))
  }

  #refuse({ message }: ProtocolError, code: number): void {
    this.#socket.send(this.#hasShakenHands ? toClose({ error: message }) : toText({ error: message }))
    this.#socket.close(code)
  }
}

function isInitials(text: string): boolean {
  return text !== '' && text.length <= maxInitials && text.isWellFormed() && !hasHiddenCharacters(text)
}
