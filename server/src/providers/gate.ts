import {
  DelegateBackoff,
  ExponentialBackoff,
  halfJitterGenerator,
  handleWhen,
  type IBackoff,
  type IRetryBackoffContext,
  retry,
} from 'cockatiel'
import { inSpan } from '../lib/tracing.ts'
import { Breaker, type ProviderParts } from './breaker.ts'
import { ProviderError } from './provider-error.ts'

/** Timeout for all attempts of a request together, number of retries, and the longest delay before each. */
const limits = { allMs: 8_000, retries: 2, firstWaitMs: 300, secondWaitMs: 600 }

/** Statuses after which the same request may be repeated. */
const worthRetrying = new Set([429, 502, 503, 504])

/** How a request may be sent. */
export interface Asking {
  /** True if it is idempotent and changes nothing: only such a request is retried. */
  isRead: boolean
  /** Milliseconds for all attempts together; {@link limits} by default. */
  allMs?: number
}

/**
 * The only way to a provider: timeouts, retries and the circuit breaker for all its methods. One per provider and
 * process. The work passed to it sends one request, aborts with `signal`, and throws ProviderError.
 */
export class Gate {
  readonly breaker: Breaker
  readonly #provider: string

  constructor(provider: string, parts: ProviderParts) {
    this.#provider = provider
    this.breaker = new Breaker(provider, parts)
  }

  /** Runs a request; retries it if that is allowed and worthwhile. Throws ProviderError. */
  async ask<T>(
    { isRead, allMs = limits.allMs }: Asking,
    once: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const deadline = Date.now() + allMs
    const isInTime = (waitMs: number): boolean => Date.now() + waitMs < deadline
    const attempts = retry(
      handleWhen((error) => isWorthRetrying(error) && isInTime(getRetryAfter(error) ?? limits.secondWaitMs)),
      { maxAttempts: isRead ? limits.retries : 0, backoff },
    )
    const span = { kind: 'client', facts: { 'peer.service': this.#provider } } as const
    // Around all attempts, so that a request that was repeated in vain is one failure.
    return this.breaker.ask((attempt) =>
      attempts.execute(
        ({ signal }) => attempt(() => inSpan(this.#provider, span, () => once(signal))),
        AbortSignal.timeout(allMs),
      ),
    )
  }
}

function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof ProviderError)) return false
  return error.wasConnectionStale || (error.status !== undefined && worthRetrying.has(error.status))
}

const getRetryAfter = (error: unknown): number | undefined =>
  error instanceof ProviderError ? error.retryAfterMs : undefined

// Random, so that many waiting requests do not retry at the same moment.
const growing = new ExponentialBackoff({
  initialDelay: limits.firstWaitMs,
  maxDelay: limits.secondWaitMs,
  generator: halfJitterGenerator,
})

/** What the provider asks for, otherwise a growing delay. */
const backoff = new DelegateBackoff<IRetryBackoffContext<unknown>, IBackoff<unknown>>(
  ({ result }, previous = growing.next()) => {
    const asked = 'error' in result ? getRetryAfter(result.error) : undefined
    return { delay: asked ?? previous.duration, state: previous.next(undefined) }
  },
)
