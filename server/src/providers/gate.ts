import { setTimeout as sleep } from 'node:timers/promises'
import { Breaker, type ProviderParts } from './breaker.ts'
import { ProviderError } from './provider-error.ts'

/** For all tries of a question together, unless it says otherwise; how often, and how long before the second. */
const limits = { allMs: 8_000, tries: 3, firstWaitMs: 200 }

/** Answers after which the same question may be put again. */
const worthRetrying = new Set([429, 502, 503, 504])

/** How a question may be put. */
export interface Asking {
  /** True where asking twice does no more than asking once and changes nothing: only such a question is retried. */
  isRead: boolean
  /** For all its tries together, in milliseconds; {@link limits} without it. */
  allMs?: number
}

/**
 * The one way to a provider: time limits, repetitions and the breaker of all its methods. One per provider and
 * process. What is put through it asks once, gives up when `signal` says so, and throws ProviderError.
 */
export class Gate {
  readonly breaker: Breaker

  constructor(provider: string, parts: ProviderParts) {
    this.breaker = new Breaker(provider, parts)
  }

  /** Asks, again where that is allowed and the provider asks to be asked later. Throws ProviderError. */
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

/** How long to wait before the next try; undefined when the failure is not worth one. */
function getWait(error: unknown, attempt: number): number | undefined {
  if (!(error instanceof ProviderError)) return undefined
  if (error.status === undefined || !worthRetrying.has(error.status)) return undefined
  // Not all at the same moment, when many were told to wait together.
  return error.retryAfterMs ?? limits.firstWaitMs * 2 ** (attempt - 1) * (0.5 + Math.random())
}
