import axios from 'axios'
import type { ProviderParts } from './breaker.ts'
import { Gate } from './gate.ts'
import { toHttpOptions, toProviderError } from './provider-http.ts'

/** What goes to a host: these headers and no others. */
export interface HostQuestion {
  method: string
  url: URL
  headers: Readonly<Record<string, string>>
  body: Buffer
  /** True for what changes nothing, which alone is asked again. */
  isRead: boolean
}

/** What came back; of its headers nothing is kept. */
export interface HostAnswer {
  status: number
  text: string
}

/** Longer than the longest answer of ours by far. */
const maxBytes = 16 * 1024 * 1024
const options = toHttpOptions(maxBytes)

/** Statuses with which a host speaks of the request; every other one is a failure of the host. */
const isAnswer = (status: number): boolean =>
  status === 200 || (status >= 400 && status < 500 && status !== 401 && status !== 429)

/** A host that answers a group of calls in the server's place, through one gate as any provider. */
export class ServiceHost {
  readonly #name: string
  readonly #gate: Gate

  constructor(name: string, parts: ProviderParts) {
    this.#name = name
    this.#gate = new Gate(name, parts)
  }

  /** Asks it; follows no redirect. Throws ProviderError. `asked` is told before anything leaves. */
  ask({ method, url, headers, body, isRead }: HostQuestion, asked: () => void): Promise<HostAnswer> {
    return this.#gate.ask({ isRead }, async (signal) => {
      asked()
      try {
        const { status, data } = await axios.request<string>({
          ...options,
          method,
          url: url.href,
          headers: { ...headers },
          ...(body.length === 0 ? {} : { data: body }),
          responseType: 'text',
          // Else axios would parse what may be no JSON.
          transformResponse: (text: string) => text,
          validateStatus: isAnswer,
          signal,
        })
        return { status, text: data }
      } catch (error) {
        throw toProviderError(this.#name, error)
      }
    })
  }
}
