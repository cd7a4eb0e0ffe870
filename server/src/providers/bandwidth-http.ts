import axios, { type AxiosResponse } from 'axios'
import { z } from 'zod'
import type { BandwidthSettings } from './bandwidth-settings.ts'
import type { Gate } from './gate.ts'
import { parseAnswer } from './parse-answer.ts'
import { ProviderError } from './provider-error.ts'
import { toHttpOptions, toProviderError } from './provider-http.ts'

export const provider = 'Bandwidth'

/** No useful answer is longer. */
const maxBytes = 1024 * 1024

/** A token is renewed this long before it expires; fetching one has its own timeout. */
const spareMs = 60_000
const tokenMs = 4_000

const TokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })

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
  #token: { text: Promise<string>; until: number } | undefined

  constructor(settings: BandwidthSettings, gate: Gate) {
    this.#settings = settings
    this.#gate = gate
  }

  /** Sends a request to the numbers API. Throws ProviderError. */
  askNumbers({ path, body, reads = [] }: Question): Promise<Answer> {
    const isFine = (status: number): boolean => status === 200 || status === 201 || reads.includes(status)
    return this.ask(body === undefined, async (token, signal) => {
      const { data, status } = await axios.request<string>({
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
      return { status, text: data }
    })
  }

  /** Sends a request with a token through the gate; repeats it with a new token if the old one is rejected. */
  async ask<T>(isRead: boolean, once: (token: string, signal: AbortSignal) => Promise<T>): Promise<T> {
    const { clientId } = this.#settings
    if (clientId === '') throw new ProviderError(provider, 'unavailable', 'no Bandwidth account is set up')
    return this.#gate.ask({ isRead }, async (signal) => {
      try {
        const held = this.#getToken()
        try {
          return await once(await held.text, signal)
        } catch (error) {
          if ((error as { response?: Partial<AxiosResponse> }).response?.status !== 401) throw error
          // A rejected request was not carried out, so even an order may be sent again.
          if (this.#token === held) this.#token = undefined
          return await once(await this.#getToken().text, signal)
        }
      } catch (error) {
        throw toProviderError(provider, error)
      }
    })
  }

  #getToken(): { text: Promise<string>; until: number } {
    if (this.#token !== undefined && Date.now() < this.#token.until) return this.#token
    const token = { text: this.#fetchToken(), until: Number.POSITIVE_INFINITY }
    this.#token = token
    token.text.catch(() => {
      if (this.#token === token) this.#token = undefined
    })
    return token
  }

  async #fetchToken(): Promise<string> {
    const { tokenUrl, clientId, clientSecret } = this.#settings
    try {
      const { data } = await axios.post<unknown>(tokenUrl, 'grant_type=client_credentials', {
        ...this.options,
        auth: { username: clientId, password: clientSecret },
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
        signal: AbortSignal.timeout(tokenMs),
      })
      const { access_token: text, expires_in: seconds } = parseAnswer(provider, TokenAnswer, data)
      if (this.#token !== undefined) this.#token.until = Date.now() + seconds * 1000 - spareMs
      return text
    } catch (error) {
      // A rejected credential must not look like an expired token.
      throw toProviderError(provider, error)
    }
  }
}
