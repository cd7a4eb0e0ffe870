import {
  BrokenCircuitError,
  circuitBreaker,
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  handleWhen,
  type IBackoff,
} from 'cockatiel'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { ProviderError } from './provider-error.ts'

/** After this many consecutive failures the breaker opens for a while. */
const maxFailures = 5
const openMs = 30_000
/** A failure after an attempt that took this long counts by itself, because somebody waited for it. */
const slowMs = 2_000

/** Arguments for opening a provider's adapter. */
export interface ProviderParts {
  clock: Clock
  log: Log
  /** The breakers by provider name, for displaying their state. */
  breakers?: Map<string, Breaker>
}

/** `closed` lets requests through, `open` refuses them, `halfOpen` lets one request through after 30 seconds. */
export type BreakerState = 'closed' | 'open' | 'halfOpen'

/** What a breaker knows about its provider; nothing is known from before the start of the process. */
export interface BreakerFacts {
  state: BreakerState
  /** When it was last asked; undefined: never. */
  askedAt: Date | undefined
  /** When it last answered, refusals included; undefined: never. */
  answeredAt: Date | undefined
  /** Failures since the last answer; quick ones of requests that were under way together are one. */
  failures: number
}

/** A connection that was closed while it was idle says nothing of the provider. */
const isSilence = (error: unknown): boolean =>
  error instanceof ProviderError && error.kind === 'unavailable' && !error.wasConnectionStale

const isRefusal = (error: unknown): boolean => error instanceof ProviderError && error.kind !== 'unavailable'

/** Sends one attempt of a request; the pauses between attempts do not count as waiting for the provider. */
type Attempt = <T>(once: () => Promise<T>) => Promise<T>

/** A failure that tells nothing new, so that the library lets it pass. */
class Repeated extends Error {}

/** The pause while a breaker is open, by the clock of the server. */
class Pause implements IBackoff<unknown> {
  readonly #clock: Clock
  #beganAt = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  next(): this {
    this.#beganAt = this.#clock.now().getTime()
    return this
  }

  get isOver(): boolean {
    // A clock that was set back must not prolong it.
    return Math.abs(this.#clock.now().getTime() - this.#beganAt) >= openMs
  }

  /** What the library compares with the time since the failure by the machine's clock, which may be negative. */
  get duration(): number {
    return this.isOver ? -Infinity : Infinity
  }
}

/**
 * A circuit breaker, so that people do not wait for a provider that does not answer, and the provider is not flooded
 * while it recovers. After 30 seconds one request is let through, with its retries, and its result decides. A screen asks
 * several things at once, so what fails together is one failure: a moment's outage must not cost half a minute. One per provider and process.
 */
export class Breaker {
  readonly #provider: string
  readonly #failures = new ConsecutiveBreaker(maxFailures)
  readonly #policy: CircuitBreakerPolicy
  readonly #pause: Pause
  readonly #clock: Clock
  #askedAt: Date | undefined
  #answeredAt: Date | undefined
  #failuresEver = 0

  constructor(provider: string, { clock, log, breakers }: ProviderParts) {
    this.#provider = provider
    this.#clock = clock
    this.#pause = new Pause(clock)
    this.#policy = circuitBreaker(handleWhen(isSilence), {
      breaker: this.#failures,
      halfOpenAfter: this.#pause,
    })
    this.#policy.onBreak(() => log.warn('provider.resting', { provider, failures: this.#failures.state }))
    this.#policy.onReset(() => log.info('provider.back', { provider }))
    breakers?.set(provider, this)
  }

  get state(): BreakerState {
    if (this.#policy.state === CircuitState.Closed) return 'closed'
    return this.#policy.state === CircuitState.HalfOpen || this.#pause.isOver ? 'halfOpen' : 'open'
  }

  /** A closed breaker alone does not mean that the provider answers: it may never have been asked. */
  get facts(): BreakerFacts {
    const { state } = this
    return { state, askedAt: this.#askedAt, answeredAt: this.#answeredAt, failures: this.#failures.state }
  }

  /**
   * Runs a request, or immediately throws `unavailable` while the breaker is open. The request is given what its attempts
   * are sent through.
   */
  async ask<T>(question: (attempt: Attempt) => Promise<T>): Promise<T> {
    // The library would let the others wait for the request that is let through.
    if (this.#policy.state === CircuitState.HalfOpen) throw this.#openError()
    try {
      const answer = await this.#policy.execute(() => this.#askOnce(question))
      this.#answeredAt = this.#clock.now()
      return answer
    } catch (error) {
      if (error instanceof BrokenCircuitError) throw this.#openError()
      if (error instanceof Repeated) throw error.cause
      if (isRefusal(error)) {
        // The provider has answered, which the library only learns from what a request returns.
        this.#failures.success()
        this.#answeredAt = this.#clock.now()
      }
      throw error
    }
  }

  async #askOnce<T>(question: (attempt: Attempt) => Promise<T>): Promise<T> {
    const known = this.#failuresEver
    this.#askedAt = this.#clock.now()
    let isSlow = false
    const attempt: Attempt = async (once) => {
      const began = this.#clock.now().getTime()
      try {
        return await once()
      } finally {
        isSlow ||= this.#clock.now().getTime() - began >= slowMs
      }
    }
    try {
      return await question(attempt)
    } catch (error) {
      if (!isSilence(error)) throw error
      if (this.#failuresEver !== known && !isSlow) throw new Repeated(undefined, { cause: error })
      this.#failuresEver += 1
      throw error
    }
  }

  #openError(): ProviderError {
    const message = `${this.#provider} has not answered lately`
    return new ProviderError(this.#provider, 'unavailable', message, { isUnsent: true })
  }
}
