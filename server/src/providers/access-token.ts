import axios from 'axios'
import { z } from 'zod'
import type { Clock } from '../lib/clock.ts'
import { parseAnswer } from './parse-answer.ts'
import { ProviderError } from './provider-error.ts'
import { toHttpOptions, toProviderError } from './provider-http.ts'

/** The client that a provider knows us by, and where that provider issues its tokens. */
export interface TokenClient {
  tokenUrl: string
  clientId: string
  clientSecret: string
}

/** No useful answer is longer. */
const maxBytes = 64 * 1024

/** A token is renewed this long before it expires, one of less than two minutes after half its time. */
const spareMs = 60_000
/** Requests share the fetching of a token, so it has its own timeout. */
const fetchMs = 4_000

const TokenAnswer = z.object({
  access_token: z.string().min(1),
  // A provider may leave it out.
  expires_in: z.number().positive().default(300),
})

interface Held {
  answer: Promise<z.output<typeof TokenAnswer>>
  until: number
}

const options = toHttpOptions(maxBytes)

/** The token of OAuth's client-credentials flow: fetched when first needed and shared by all requests. */
export class AccessToken {
  readonly #provider: string
  readonly #client: TokenClient
  readonly #clock: Clock
  #held: Held | undefined

  constructor(provider: string, client: TokenClient, clock: Clock) {
    this.#provider = provider
    this.#client = client
    this.#clock = clock
  }

  /** Sends a request with the token, and again with a new one if the old is rejected. Throws ProviderError. */
  async use<T>(send: (token: string) => Promise<T>): Promise<T> {
    const held = this.#getHeld()
    const old = await held.answer
    try {
      return await send(old.access_token)
    } catch (error) {
      const failure = toProviderError(this.#provider, error)
      if (failure.status !== 401) throw failure
    }
    // A rejected request was not carried out, so even a change may be sent again.
    if (this.#held === held) this.#held = undefined
    const renewed = await this.#getHeld().answer
    return send(renewed.access_token).catch((error: unknown) => {
      throw toProviderError(this.#provider, error)
    })
  }

  #getHeld(): Held {
    if (this.#held !== undefined && this.#now() < this.#held.until) return this.#held
    const held: Held = { answer: this.#fetch(), until: Number.POSITIVE_INFINITY }
    this.#held = held
    held.answer.then(
      ({ expires_in }) => {
        const lifeMs = expires_in * 1000
        held.until = this.#now() + lifeMs - Math.min(spareMs, lifeMs / 2)
      },
      () => {
        if (this.#held === held) this.#held = undefined
      },
    )
    return held
  }

  async #fetch(): Promise<z.output<typeof TokenAnswer>> {
    const { tokenUrl, clientId, clientSecret } = this.#client
    try {
      const { data } = await axios.post<unknown>(tokenUrl, 'grant_type=client_credentials', {
        ...options,
        auth: { username: clientId, password: clientSecret },
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
        signal: AbortSignal.timeout(fetchMs),
      })
      return parseAnswer(this.#provider, TokenAnswer, data)
    } catch (error) {
      const failure = toProviderError(this.#provider, error)
      // Nothing was asked for yet, so that what is missing or unclear is the token alone.
      const kind = failure.kind === 'notFound' ? 'auth' : failure.kind
      const { message, status, retryAfterMs, wasConnectionStale } = failure
      const of = { status, retryAfterMs, wasConnectionStale, isUnsent: true, cause: failure }
      throw new ProviderError(this.#provider, kind, message, of)
    }
  }

  #now(): number {
    return this.#clock.now().getTime()
  }
}
