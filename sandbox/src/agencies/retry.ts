import type { SeededRandom } from '../random.ts'
import type { Scheduler } from './scheduler.ts'
import { Unreachable } from './wire.ts'

const firstMs = 250
const maxMs = 30_000

/**
 * Backoff after `failures` failures in a row: exponential up to half a minute with jitter, so that thousands of
 * agencies do not return at the same moment.
 */
export function backoffMs(failures: number, random: () => number): number {
  const span = Math.min(maxMs, firstMs * 2 ** Math.min(failures, 20))
  return span / 2 + (random() * span) / 2
}

/** Retries of one agency's software while the server is unreachable. */
export class Retry {
  readonly #scheduler: Scheduler
  readonly #random: SeededRandom
  #failures = 0

  constructor(scheduler: Scheduler, random: SeededRandom) {
    this.#scheduler = scheduler
    this.#random = random
  }

  /** Retries until the server answers, yes or no; gives up only when the software ends. */
  async untilAnswered<T>(attempt: () => Promise<T>): Promise<T> {
    for (;;) {
      if (this.#scheduler.isClosed) throw new Unreachable('the software is ending')
      try {
        const answer = await attempt()
        this.#failures = 0
        return answer
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error
        await this.#waitBeforeNextTry(error.retryAfterMs)
      }
    }
  }

  /** Never earlier than the server's Retry-After. */
  #waitBeforeNextTry(retryAfterMs: number): Promise<void> {
    const wait = Math.max(
      retryAfterMs,
      backoffMs(this.#failures, () => this.#random.next()),
    )
    this.#failures += 1
    return this.#scheduler.pause(wait)
  }
}
