import type { Clock } from '../clock.ts'
import type { PlacedStore, StoreProblem } from './object-store.ts'

/** An answer is good for this long, for whoever asks meanwhile. */
const goodMs = 5_000
const windowMs = 10_000
/** Questions to stores within the window, for everybody together. */
const maxAsked = 30

/**
 * Asks stores whether they can be used. Anybody may press Check, so that those who ask at the same time share one
 * question, and no more than so many go out.
 */
export class StoreChecks {
  readonly #clock: Clock
  readonly #answers = new Map<string, { askedAt: number; answer: Promise<StoreProblem | undefined> }>()
  #askedAt: number[] = []

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** What is wrong with a store; undefined when it can be used, `busy` when too much is asked at the moment. */
  async check({ place, store }: PlacedStore): Promise<StoreProblem | 'busy' | undefined> {
    const now = this.#clock.now().getTime()
    // Also what seems to be asked in the future: the clock was set back since.
    const isWithin = (at: number, ms: number): boolean => Math.abs(now - at) < ms
    for (const [key, { askedAt }] of this.#answers) if (!isWithin(askedAt, goodMs)) this.#answers.delete(key)
    this.#askedAt = this.#askedAt.filter((at) => isWithin(at, windowMs))
    const known = this.#answers.get(place)
    if (known !== undefined) return known.answer
    if (this.#askedAt.length >= maxAsked) return 'busy'
    this.#askedAt.push(now)
    const answer = store.check()
    this.#answers.set(place, { askedAt: now, answer })
    const problem = await answer
    // Without usable credentials nobody was asked; new ones count at once.
    if (problem === 'config') this.forget(place)
    return problem
  }

  /** The next check asks again. */
  forget(place: string): void {
    this.#answers.delete(place)
  }
}
