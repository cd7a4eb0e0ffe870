/** A key as an agency's software shows it: the agency that it says it is of, and the digest of its secret. */
export interface ShownKey {
  agencyId: number
  keyHash: Buffer
}

/** Wrong keys in a minute, each counted once: for one agency from one place on the network, and for all from there. */
export const guessesPerAgency = 10
export const guessesPerPlace = 100

const windowMs = 60_000
/** Whoever has more places than this to guess from is held up by the limits on load alone. */
const maxPlaces = 10_000
/** A key and the one before it. */
const knownPerAgency = 2

interface Place {
  /** The keys that were shown, and whether each is still being looked up. */
  shown: Map<string, 'looking' | 'wrong'>
  byAgency: Map<number, number>
}

/**
 * Slows down who guesses keys of agencies' software, without asking the database: what was guessed is kept in this
 * process. A key that was right here is never held up, whatever others behind the same address do, and neither is
 * software that goes on with the one key that it has: only keys not tried before count.
 */
export class KeyGuesses {
  readonly #known = new Map<number, readonly Buffer[]>()
  readonly #places = new Map<string, Place>()
  #windowStart = 0

  /** How many seconds a key is not looked up for; undefined for one that may be. */
  waitSeconds(key: ShownKey, getPlace: () => string, now: Date): number | undefined {
    this.#roll(now)
    // Reading an address takes its time, and usually nobody guesses.
    if (this.#places.size === 0 || this.#isKnown(key)) return undefined
    const place = this.#places.get(getPlace())
    if (place === undefined || place.shown.get(toText(key)) === 'looking') return undefined
    const isFull =
      place.shown.size >= guessesPerPlace || (place.byAgency.get(key.agencyId) ?? 0) >= guessesPerAgency
    return isFull ? Math.max(1, Math.ceil((this.#windowStart + windowMs - now.getTime()) / 1000)) : undefined
  }

  /** Counts a key that is going to be looked up, so that guesses made at once count too. */
  begin(key: ShownKey, getPlace: () => string): void {
    if (this.#isKnown(key)) return
    const name = getPlace()
    const place = this.#places.get(name) ?? { shown: new Map(), byAgency: new Map() }
    if (this.#places.size >= maxPlaces && !this.#places.has(name)) return
    this.#places.set(name, place)
    if (place.shown.has(toText(key))) return
    place.shown.set(toText(key), 'looking')
    place.byAgency.set(key.agencyId, (place.byAgency.get(key.agencyId) ?? 0) + 1)
  }

  /** A key that was right counts no more, here and from now on. */
  right(key: ShownKey, getPlace: () => string): void {
    if (this.#isKnown(key)) return
    const others = this.#known.get(key.agencyId) ?? []
    this.#known.set(key.agencyId, [key.keyHash, ...others].slice(0, knownPerAgency))
    this.giveBack(key, getPlace)
  }

  /** A key that was wrong stays counted; that of before may have been rotated or revoked. */
  wrong(key: ShownKey, getPlace: () => string): void {
    const known = this.#known.get(key.agencyId)
    if (known !== undefined && this.#isKnown(key))
      this.#known.set(
        key.agencyId,
        known.filter((hash) => !hash.equals(key.keyHash)),
      )
    const shown = this.#places.get(getPlace())?.shown
    if (shown?.has(toText(key)) === true) shown.set(toText(key), 'wrong')
  }

  /** Takes back the count of a key that could not be judged. */
  giveBack(key: ShownKey, getPlace: () => string): void {
    const name = getPlace()
    const place = this.#places.get(name)
    if (place === undefined || !place.shown.delete(toText(key))) return
    place.byAgency.set(key.agencyId, (place.byAgency.get(key.agencyId) ?? 1) - 1)
    if (place.shown.size === 0) this.#places.delete(name)
  }

  #isKnown({ agencyId, keyHash }: ShownKey): boolean {
    return this.#known.get(agencyId)?.some((hash) => hash.equals(keyHash)) === true
  }

  #roll(now: Date): void {
    if (Math.abs(now.getTime() - this.#windowStart) < windowMs) return
    this.#places.clear()
    this.#windowStart = now.getTime()
  }
}

// With the agency: one secret tried at each of them is as many guesses.
function toText({ agencyId, keyHash }: ShownKey): string {
  return `${agencyId}.${keyHash.toString('latin1')}`
}
