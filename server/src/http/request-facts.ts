import type { FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import type { KnownBrowser } from '../auth/browser-cookie.ts'
import type { RequestFacts } from '../calls/context.ts'
import { getAddress, toNetwork } from './client-address.ts'
import { SentFile } from './multipart.ts'

/**
 * What a handler may know of its request. A class, for its getters then are made once: a getter in an object literal
 * gives each object a shape of its own, and shapes keep the request until the old space is collected.
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

  // Few calls want to know, and reading an address takes its time.
  get address(): string {
    return getAddress(this.#request)
  }

  get network(): string {
    return toNetwork(this.address)
  }

  whenGone(tell: () => void): void {
    whenGone(this.#reply.raw, tell)
  }

  getBrowserId(staffId: number): string | undefined {
    return this.#browser?.signedInAt.has(staffId) === true ? this.#browser.browserId : undefined
  }
}

/** Tells when an answer is out or its caller has hung up; somebody may have hung up before anybody listened. */
export function whenGone(raw: FastifyReply['raw'], tell: () => void): void {
  if (raw.destroyed) tell()
  else raw.once('close', tell)
}
