import axios from 'axios'
import { AccessToken } from './access-token.ts'
import type { BandwidthSettings } from './bandwidth-settings.ts'
import type { ProviderParts } from './breaker.ts'
import { Gate } from './gate.ts'
import { ProviderError } from './provider-error.ts'
import { isPage, toHttpOptions } from './provider-http.ts'

export const provider = 'Bandwidth'

/** No useful answer is longer. */
const maxBytes = 1024 * 1024

/** An answer with a status that the caller handles. */
export interface Answer {
  status: number
  text: string
}

/** A request to the numbers API. */
export interface Question {
  path: string
  /** An order to place, as XML. Sent only once. */
  body?: string
  /** Further statuses, besides 200 and 201, that are valid answers. */
  reads?: readonly number[]
}

/** Sends requests to Bandwidth with a token from the client-credentials flow. */
export class BandwidthHttp {
  readonly #settings: BandwidthSettings
  readonly #gate: Gate
  readonly options = toHttpOptions(maxBytes)
  readonly #token: AccessToken

  constructor(settings: BandwidthSettings, parts: ProviderParts) {
    this.#settings = settings
    this.#gate = new Gate(provider, parts)
    this.#token = new AccessToken(provider, settings, parts.clock)
  }

  /** Sends a request to the numbers API. Throws ProviderError. */
  askNumbers({ path, body, reads = [] }: Question): Promise<Answer> {
    const isFine = (status: number): boolean => status === 200 || status === 201 || reads.includes(status)
    return this.ask(body === undefined, async (token, signal) => {
      const answer = await axios.request<string>({
        ...this.options,
        url: `${this.#settings.numbersBaseUrl}/${path}`,
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/xml',
          ...(body === undefined ? {} : { 'content-type': 'application/xml; charset=utf-8' }),
        },
        data: body,
        responseType: 'text',
        transformResponse: (text: unknown) => text,
        validateStatus: isFine,
        signal,
      })
      if (isPage(answer))
        throw new ProviderError(provider, 'protocol', `${provider} gave a page in place of an answer`)
      return { status: answer.status, text: answer.data }
    })
  }

  /** Sends a request with a token through the gate. Throws ProviderError. */
  async ask<T>(isRead: boolean, once: (token: string, signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#settings.clientId === '')
      throw new ProviderError(provider, 'unavailable', `${provider} is not set up`)
    return this.#gate.ask({ isRead }, (signal) => this.#token.use((token) => once(token, signal)))
  }
}
