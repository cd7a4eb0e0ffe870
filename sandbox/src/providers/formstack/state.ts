import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Directory } from './directory.ts'
import { Faults } from '../faults.ts'
import type { Fault } from './faults.ts'

/** A received request; never its token. */
export interface Received {
  method: string
  /** Path and query as sent. */
  url: string
  /** The Idempotency-Key; empty without one. */
  key: string
}

const tokenSeconds = 3_600

/** A personal access token, valid until revoked. */
export const staticToken = 'sandbox-only-formstack-token'

/** The emulator's state; its clock stands still once it is set. */
export class State {
  readonly directory = new Directory()
  readonly faults = new Faults<Fault>()
  readonly client = { clientId: 'sandbox-only-client', clientSecret: 'sandbox-only-formstack-secret' }
  baseUrl = ''
  received: Received[] = []
  /** Requests without a route: each is a mistake of the caller. */
  unknown: string[] = []
  /** Issued tokens with their expiry. */
  readonly #tokens = new Map<string, Date>()
  #now: Date | undefined

  now(): Date {
    return this.#now ?? new Date()
  }

  setClock(now: Date | undefined): void {
    this.#now = now
  }

  note({ method, url, headers }: FastifyRequest): void {
    const key = headers['idempotency-key']
    this.received.push({ method, url, key: typeof key === 'string' ? key : '' })
  }

  newToken(): object {
    const token = randomBytes(24).toString('base64url')
    this.#tokens.set(token, new Date(this.now().getTime() + tokenSeconds * 1000))
    return { access_token: token, token_type: 'Bearer', expires_in: tokenSeconds }
  }

  /** Revokes all issued tokens, as a new secret would. */
  endTokens(): void {
    this.#tokens.clear()
  }

  knowsClient(authorization: string | undefined): boolean {
    const { clientId, clientSecret } = this.client
    return isSame(authorization, `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`)
  }

  knowsToken(authorization: string | undefined): boolean {
    if (isSame(authorization, `Bearer ${staticToken}`)) return true
    const until = this.#tokens.get(authorization?.replace(/^Bearer /, '') ?? '')
    return until !== undefined && this.now() < until
  }

  /** Clears faults, the clock and received requests; groups and accounts stay. */
  forget(): void {
    this.faults.clear()
    this.setClock(undefined)
    this.received = []
    this.unknown = []
    this.directory.effects = []
  }
}

function isSame(given: string | undefined, wanted: string): boolean {
  const bytes = Buffer.from(given ?? '')
  return bytes.length === Buffer.byteLength(wanted) && timingSafeEqual(bytes, Buffer.from(wanted))
}
