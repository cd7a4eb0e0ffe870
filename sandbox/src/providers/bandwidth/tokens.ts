import { randomUUID } from 'node:crypto'
import type { World } from './world.ts'

/** Lifetime of a token. */
const tokenSeconds = 3600

/** Checks credentials: a token of ours that has not expired, or client id and secret. */
export class Tokens {
  readonly #world: World
  readonly #basic: string
  readonly #until = new Map<string, number>()

  constructor(world: World, client: { clientId: string; clientSecret: string }) {
    this.#world = world
    this.#basic = `Basic ${Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64')}`
  }

  isClient(authorization: string | undefined): boolean {
    return authorization === this.#basic
  }

  /** A new token with its lifetime. */
  give(): { access_token: string; token_type: string; expires_in: number } {
    const token = randomUUID()
    this.#until.set(token, this.#world.now() + tokenSeconds * 1000)
    return { access_token: token, token_type: 'Bearer', expires_in: tokenSeconds }
  }

  /** Revokes all tokens, as Bandwidth may at any time. */
  revoke(): void {
    this.#until.clear()
  }

  isAllowed(authorization: string | undefined): boolean {
    if (this.isClient(authorization)) return true
    const token = /^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? ''
    return (this.#until.get(token) ?? 0) > this.#world.now()
  }
}
