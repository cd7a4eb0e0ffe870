import type { Clock } from '../lib/clock.ts'
import type { PlacedStore, StoreProblem } from './object-store.ts'

/** A result is cached for this long, for everybody. */
const goodMs = 5_000
const windowMs = 10_000
/** Checks within the window, for all people together. */
const maxChecks = 30

/**
 * Checks whether stores are usable. Anybody may press Check, so concurrent callers share one check, and the number of
 * checks is limited.
 */
export class StoreChecks {
  readonly #clock: Clock
  readonly #answers = new Map<string, { askedAt: number; answer: Promise<StoreProblem | undefined> }>()
  #checkedAt: number[] = []

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The problem of a store; undefined if it is usable, `busy` if too many checks were made. */
  async check({ place, store }: PlacedStore): Promise<StoreProblem | 'busy' | undefined> {
    const now = this.#clock.now().getTime()
    // Also drops results from the future, after the clock was set back.
    const isWithin = (at: number, ms: number): boolean => Math.abs(now - at) < ms
    for (const [key, { askedAt }] of this.#answers) if (!isWithin(askedAt, goodMs)) this.#answers.delete(key)
    this.#checkedAt = this.#checkedAt.filter((at) => isWithin(at, windowMs))
    const known = this.#answers.get(place)
    if (known !== undefined) return known.answer
    if (this.#checkedAt.length >= maxChecks) return 'busy'
    this.#checkedAt.push(now)
    const answer = store.check()
    this.#answers.set(place, { askedAt: now, answer })
    const problem = await answer
    // Without usable credentials no request was made; new ones must take effect at once.
    if (problem === 'config') this.forget(place)
    return problem
  }

  /** Drops the cached result. */
  forget(place: string): void {
    this.#answers.delete(place)
  }
}
