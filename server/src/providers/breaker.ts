import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { inSpan } from '../tracing.ts'
import { ProviderError } from './provider-error.ts'

/** After this many consecutive failures the breaker opens for a while. */
const maxFailures = 5
const openMs = 30_000

/** Arguments for opening a provider's adapter. */
export interface ProviderParts {
  clock: Clock
  log: Log
  /** The breakers by provider name, for displaying their state. */
  breakers?: Map<string, Breaker>
}

/** `closed` lets requests through, `open` refuses them, `halfOpen` lets one request through after 30 seconds. */
export type BreakerState = 'closed' | 'open' | 'halfOpen'

/**
 * A circuit breaker, so that people do not wait for a provider that does not answer, and the provider is not flooded
 * while it recovers. After 30 seconds one request is let through, and its result decides. One per provider and process.
 */
export class Breaker {
  readonly #provider: string
  readonly #parts: ProviderParts
  #failures = 0
  #openedAt: Date | undefined
  #isTried = false

  constructor(provider: string, parts: ProviderParts) {
    this.#provider = provider
    this.#parts = parts
    parts.breakers?.set(provider, this)
  }

  get state(): BreakerState {
    if (this.#openedAt === undefined) return 'closed'
    return this.#isTried || this.#isTrialDue() ? 'halfOpen' : 'open'
  }

  /** Runs a request, or immediately throws `unavailable` while the breaker is open. */
  async ask<T>(question: () => Promise<T>): Promise<T> {
    const isTrial = this.#openedAt !== undefined
    if (isTrial && !this.#isTrialDue())
      throw new ProviderError(this.#provider, 'unavailable', `${this.#provider} has not answered lately`)
    this.#isTried = isTrial
    try {
      const answer = await inSpan(
        this.#provider,
        { kind: 'client', facts: { 'peer.service': this.#provider } },
        question,
      )
      this.#noteAnswer()
      return answer
    } catch (error) {
      if (error instanceof ProviderError) {
        if (error.kind === 'unavailable') this.#noteSilence(isTrial)
        else this.#noteAnswer()
      }
      throw error
    } finally {
      if (isTrial) this.#isTried = false
    }
  }

  #isTrialDue(): boolean {
    const openedAt = this.#openedAt?.getTime() ?? 0
    // A clock that was set back must not prolong this.
    return !this.#isTried && Math.abs(this.#parts.clock.now().getTime() - openedAt) >= openMs
  }

  #noteAnswer(): void {
    this.#failures = 0
    if (this.#openedAt === undefined) return
    this.#openedAt = undefined
    this.#parts.log.info('provider.back', { provider: this.#provider })
  }

  #noteSilence(isTrial: boolean): void {
    this.#failures += 1
    // A request from before the breaker opened does not prolong that.
    if (this.#openedAt !== undefined ? !isTrial : this.#failures < maxFailures) return
    this.#openedAt = this.#parts.clock.now()
    this.#parts.log.warn('provider.resting', { provider: this.#provider, failures: this.#failures })
  }
}
