import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { inSpan } from '../tracing.ts'
import { ProviderError } from './provider-error.ts'

/** So many tries in a row without an answer, and the provider is left alone for a while. */
const maxFailures = 5
const restMs = 30_000

/** What every provider's adapter is opened with. */
export interface ProviderParts {
  clock: Clock
  log: Log
  /** Where a breaker is found by its provider's name, for those who show its state. */
  breakers?: Map<string, Breaker>
}

/** Closed lets questions through, open refuses them, and half open tries one after a rest. */
export type BreakerState = 'closed' | 'open' | 'halfOpen'

/**
 * Keeps people from waiting for a provider that does not answer, and the provider from being asked by all of them
 * while it gets up. When it has rested, one question tries it; what comes of that decides. One per provider and
 * process.
 */
export class Breaker {
  readonly #provider: string
  readonly #parts: ProviderParts
  #failures = 0
  #restsSince: Date | undefined
  #isTried = false

  constructor(provider: string, parts: ProviderParts) {
    this.#provider = provider
    this.#parts = parts
    parts.breakers?.set(provider, this)
  }

  get state(): BreakerState {
    if (this.#restsSince === undefined) return 'closed'
    return this.#isTried || this.#hasRested() ? 'halfOpen' : 'open'
  }

  /** Asks, or throws `unavailable` at once while the provider is left alone. */
  async ask<T>(question: () => Promise<T>): Promise<T> {
    const isTrial = this.#restsSince !== undefined
    if (isTrial && !this.#hasRested())
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

  #hasRested(): boolean {
    const since = this.#restsSince?.getTime() ?? 0
    // A clock that was set back must not prolong the rest.
    return !this.#isTried && Math.abs(this.#parts.clock.now().getTime() - since) >= restMs
  }

  #noteAnswer(): void {
    this.#failures = 0
    if (this.#restsSince === undefined) return
    this.#restsSince = undefined
    this.#parts.log.info('provider.back', { provider: this.#provider })
  }

  #noteSilence(isTrial: boolean): void {
    this.#failures += 1
    // What was asked before the rest and fails during it does not prolong it.
    if (this.#restsSince !== undefined ? !isTrial : this.#failures < maxFailures) return
    this.#restsSince = this.#parts.clock.now()
    this.#parts.log.warn('provider.resting', { provider: this.#provider, failures: this.#failures })
  }
}
