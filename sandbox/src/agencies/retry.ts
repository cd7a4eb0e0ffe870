import type { SeededRandom } from '../random.ts'
import type { Scheduler } from './scheduler.ts'
import { Unreachable } from './wire.ts'

const firstMs = 250
const maxMs = 30_000

/**
 * How long to wait before the try after `failures` failures in a row: at random within a span that doubles up to
 * half a minute, so that thousands of agencies do not come back in the same moment.
 */
export function backoffMs(failures: number, random: () => number): number {
  const span = Math.min(maxMs, firstMs * 2 ** Math.min(failures, 20))
  return span / 2 + (random() * span) / 2
}

/** How the software of one agency tries again while the server is away. */
export class Retry {
  readonly #scheduler: Scheduler
  readonly #random: SeededRandom
  #failures = 0

  constructor(scheduler: Scheduler, random: SeededRandom) {
    this.#scheduler = scheduler
    this.#random = random
  }

  /** Tries until the server answers, yes or no; gives up only when the software ends. */
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

  /** Never sooner than the server wants to be asked again. */
  #waitBeforeNextTry(retryAfterMs: number): Promise<void> {
    const wait = Math.max(
      retryAfterMs,
      backoffMs(this.#failures, () => this.#random.next()),
    )
    this.#failures += 1
    return this.#scheduler.pause(wait)
  }
}
