import type { FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import type { KnownBrowser } from '../auth/browser-cookie.ts'
import type { RequestFacts } from '../calls/context.ts'
import { getAddress, toNetwork } from './client-address.ts'
import { SentFile } from './multipart.ts'

/**
 * What a handler may know about its request. A class, so that its getters exist once: with getters in an object literal
 * V8 creates a hidden class per object, which keeps the request alive until the next full collection.
 */
export class Facts implements RequestFacts {
  readonly id: string
  readonly userAgent: string
  readonly lastEventId: string | undefined
  readonly range: string | undefined
  readonly ifRange: string | undefined
  readonly upload: Readable | undefined
  readonly file: Buffer | undefined
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  readonly #browser: KnownBrowser | undefined

  constructor(request: FastifyRequest, reply: FastifyReply, browser: KnownBrowser | undefined) {
    const { id, headers, body } = request
    this.id = id
    this.userAgent = headers['user-agent'] ?? ''
    this.lastEventId = headers['last-event-id']?.toString()
    this.range = headers.range
    this.ifRange = headers['if-range']?.toString()
    this.upload = body instanceof Readable ? body : undefined
    this.file = body instanceof SentFile ? body.bytes : undefined
    this.#request = request
    this.#reply = reply
    this.#browser = browser
  }

  // A getter, because few calls need the address and parsing it is slow.
  get address(): string {
    return getAddress(this.#request)
  }

  get network(): string {
    return toNetwork(this.address)
  }

  whenGone(callback: () => void): void {
    whenGone(this.#reply.raw, callback)
  }

  getBrowserId(staffId: number): string | undefined {
    return this.#browser?.signedInAt.has(staffId) === true ? this.#browser.browserId : undefined
  }
}

/** Calls back when the answer is sent or the client has hung up, even if that was before this call. */
export function whenGone(raw: FastifyReply['raw'], callback: () => void): void {
  if (raw.destroyed) callback()
  else raw.once('close', callback)
}
