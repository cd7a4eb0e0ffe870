import type { SeededRandom } from '../random.ts'
import type { Agenda } from './agenda.ts'
import { backoffMs } from './backoff.ts'
import { Unreachable } from './wire.ts'

/** How one agency's software bears it that the server is away. */
export class Patience {
  readonly #agenda: Agenda
  readonly #random: SeededRandom
  #failures = 0

  constructor(agenda: Agenda, random: SeededRandom) {
    this.#agenda = agenda
    this.#random = random
  }

  /** Tries until the server answers, yes or no; gives up only when the software ends. */
  async answerTo<T>(attempt: () => Promise<T>): Promise<T> {
    for (;;) {
      if (this.#agenda.isClosed) throw new Unreachable('the software is ending')
      try {
        const answer = await attempt()
        this.#failures = 0
        return answer
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error
        await this.#again()
      }
    }
  }

  #again(): Promise<void> {
    const wait = backoffMs(this.#failures, () => this.#random.next())
    this.#failures += 1
    return this.#agenda.pause(wait)
  }
}
