import { setTimeout as sleep } from 'node:timers/promises'
import { Breaker, type ProviderParts } from './breaker.ts'
import { ProviderError } from './provider-error.ts'

/** Timeout for all attempts of a request together, number of attempts, and delay before the second. */
const limits = { allMs: 8_000, tries: 3, firstWaitMs: 200 }

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

  constructor(provider: string, parts: ProviderParts) {
    this.breaker = new Breaker(provider, parts)
  }

  /** Runs a request; retries it if that is allowed and worthwhile. Throws ProviderError. */
  async ask<T>(
    { isRead, allMs = limits.allMs }: Asking,
    once: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const deadline = Date.now() + allMs
    const tries = isRead ? limits.tries : 1
    for (let attempt = 1; ; attempt += 1) {
      try {
        const signal = AbortSignal.timeout(Math.max(1, deadline - Date.now()))
        return await this.breaker.ask(() => once(signal))
      } catch (error) {
        const waitMs = attempt < tries ? getWait(error, attempt) : undefined
        if (waitMs === undefined || Date.now() + waitMs >= deadline) throw error
        await sleep(waitMs)
      }
    }
  }
}

/** Milliseconds to wait before the next attempt; undefined if the failure is not worth one. */
function getWait(error: unknown, attempt: number): number | undefined {
  if (!(error instanceof ProviderError)) return undefined
  if (error.status === undefined || !worthRetrying.has(error.status)) return undefined
  // Random, so that many waiting requests do not retry at the same moment.
  return error.retryAfterMs ?? limits.firstWaitMs * 2 ** (attempt - 1) * (0.5 + Math.random())
}
