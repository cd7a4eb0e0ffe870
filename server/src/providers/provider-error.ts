/** What went wrong with a provider, in terms a module can act on. */
export type ProviderFailure = 'auth' | 'notFound' | 'invalid' | 'rateLimited' | 'unavailable' | 'protocol'

/** A provider gave no usable answer. The message is ours: a provider's own words may hold secrets. */
export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly provider: string
  readonly kind: ProviderFailure
  /** HTTP status of the answer; undefined when none came. */
  readonly status: number | undefined
  /** When it may be asked again, in milliseconds from now. */
  readonly retryAfterMs: number | undefined
  constructor(
    provider: string,
    kind: ProviderFailure,
    message: string,
    more: { status?: number; retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause })
    this.provider = provider
    this.kind = kind
    this.status = more.status
    this.retryAfterMs = more.retryAfterMs
  }
}
