/** Kinds of provider failures that a module can act on. */
export type ProviderFailure = 'auth' | 'notFound' | 'invalid' | 'rateLimited' | 'unavailable' | 'protocol'

/**
 * A provider gave no usable answer. The message is ours, because a provider's own text may contain secrets; at unfinished
 * work it is shown to people: a sentence that begins with the provider, without its full stop.
 */
export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly provider: string
  readonly kind: ProviderFailure
  /** HTTP status of the answer; undefined without an answer. */
  readonly status: number | undefined
  /** Milliseconds after which a retry is allowed. */
  readonly retryAfterMs: number | undefined
  /** The provider gave no answer to a request that may have arrived: a change may have been carried out. */
  readonly mayBeDone: boolean
  /** What was asked for was not sent: the provider is not set up or rests, no connection came about, or there was no token. */
  readonly isUnsent: boolean
  /** A connection of earlier requests was closed before the answer; another one may well hold. */
  readonly wasConnectionStale: boolean
  constructor(
    provider: string,
    kind: ProviderFailure,
    message: string,
    more: {
      status?: number | undefined
      retryAfterMs?: number | undefined
      mayBeDone?: boolean
      isUnsent?: boolean
      wasConnectionStale?: boolean
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: more.cause })
    this.provider = provider
    this.kind = kind
    this.status = more.status
    this.retryAfterMs = more.retryAfterMs
    this.mayBeDone = more.mayBeDone ?? false
    this.isUnsent = more.isUnsent ?? false
    this.wasConnectionStale = more.wasConnectionStale ?? false
  }
}
