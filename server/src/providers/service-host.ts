import axios from 'axios'
import type { ProviderParts } from './breaker.ts'
import { Gate } from './gate.ts'
import { ProviderError } from './provider-error.ts'
import { toHttpOptions, toProviderError } from './provider-http.ts'

/** A request to a host, with exactly these headers. */
export interface HostQuestion {
  method: string
  url: URL
  headers: Readonly<Record<string, string>>
  body: Buffer
  /** True if it changes nothing; only such a request is retried. */
  isRead: boolean
}

/** The answer, without its headers. */
export interface HostAnswer {
  status: number
  text: string
}

/** Much longer than the longest of our answers. */
const maxBytes = 16 * 1024 * 1024
const options = toHttpOptions(maxBytes)

/** Statuses that answer the request; any other is a failure of the host. */
const isAnswer = (status: number): boolean =>
  status === 200 || (status >= 400 && status < 500 && status !== 401 && status !== 429)

/** A host that answers a group of calls for us, through a gate like any provider. */
export class ServiceHost {
  readonly name: string
  readonly #gate: Gate

  constructor(name: string, parts: ProviderParts) {
    this.name = name
    this.#gate = new Gate(name, parts)
  }

  /** Sends a request; follows no redirect. Throws ProviderError. */
  ask({ method, url, headers, body, isRead }: HostQuestion): Promise<HostAnswer> {
    return this.#gate.ask({ isRead }, async (signal) => {
      try {
        const { status, data } = await axios.request<string>({
          ...options,
          method,
          url: url.href,
          headers: { ...headers },
          ...(body.length === 0 ? {} : { data: body }),
          responseType: 'text',
          // Otherwise axios would parse what may not be JSON.
          transformResponse: (text: string) => text,
          validateStatus: isAnswer,
          signal,
        })
        return { status, text: data }
      } catch (error) {
        const failure = toProviderError(this.name, error)
        const { kind, message, status = 0, retryAfterMs } = failure
        if (status < 500) throw failure
        // A host may fail before it has saved a change or after.
        throw new ProviderError(this.name, kind, message, { status, retryAfterMs, mayBeDone: true })
      }
    })
  }
}
