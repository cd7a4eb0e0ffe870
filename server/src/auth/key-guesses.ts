/** The key of a request by an agency's software: the agency it names, and the digest of its secret. */
export interface ShownKey {
  agencyId: number
  keyHash: Buffer
}

/** Different wrong keys per minute: for one agency from one network, and for all agencies from one network. */
export const guessesPerAgency = 10
export const guessesPerNetwork = 100

const windowMs = 60_000
/** Networks that are tracked; an attacker with more of them only meets the load limits. */
const maxNetworks = 10_000
/** The current key and the previous one. */
const knownPerAgency = 2
/** Agencies whose keys are remembered (some 10 MB); the one with no new key for longest is dropped first. */
const maxKnown = 50_000

interface Guesses {
  /** The keys that were tried, and whether each is still being looked up. */
  shown: Map<string, 'looking' | 'wrong'>
  byAgency: Map<number, number>
  wrong: number
}

/**
 * Slows down guessing of agency keys without querying the database; the counts are kept in this process. A key that was
 * right before is never delayed, whatever others behind the same address do. Only new keys count, so neither is
 * software that keeps sending its one key.
 */
export class KeyGuesses {
  readonly #known = new Map<number, readonly Buffer[]>()
  readonly #networks = new Map<string, Guesses>()
  #windowStart = 0

  /** Seconds for which this key is not looked up; undefined if it may be looked up now. */
  waitSeconds(key: ShownKey, getNetwork: () => string, now: Date): number | undefined {
    this.#roll(now)
    // Parsing the address is slow, and usually nobody guesses.
    if (this.#networks.size === 0 || this.#isKnown(key)) return undefined
    const guesses = this.#networks.get(getNetwork())
    if (guesses === undefined || guesses.shown.get(toText(key)) === 'looking') return undefined
    // Many agencies may share an address and be looked up at once, but no agency has ten keys.
    const isFull =
      guesses.wrong >= guessesPerNetwork || (guesses.byAgency.get(key.agencyId) ?? 0) >= guessesPerAgency
    return isFull ? Math.max(1, Math.ceil((this.#windowStart + windowMs - now.getTime()) / 1000)) : undefined
  }

  /** Counts a key that is about to be looked up, so that concurrent guesses count too. */
  begin(key: ShownKey, getNetwork: () => string): void {
    if (this.#isKnown(key)) return
    const name = getNetwork()
    const guesses = this.#networks.get(name) ?? { shown: new Map(), byAgency: new Map(), wrong: 0 }
    if (this.#networks.size >= maxNetworks && !this.#networks.has(name)) return
    this.#networks.set(name, guesses)
    if (guesses.shown.has(toText(key))) return
    guesses.shown.set(toText(key), 'looking')
    guesses.byAgency.set(key.agencyId, (guesses.byAgency.get(key.agencyId) ?? 0) + 1)
  }

  /** A right key is no longer counted, now and later. */
  right(key: ShownKey, getNetwork: () => string): void {
    if (this.#isKnown(key)) return
    const others = this.#known.get(key.agencyId) ?? []
    this.#known.delete(key.agencyId)
    const [oldest] = this.#known.size >= maxKnown ? this.#known.keys() : []
    if (oldest !== undefined) this.#known.delete(oldest)
    this.#known.set(key.agencyId, [key.keyHash, ...others].slice(0, knownPerAgency))
    this.giveBack(key, getNetwork)
  }

  /** A wrong key stays counted and is no longer known: it may have been rotated or revoked. */
  wrong(key: ShownKey, getNetwork: () => string): void {
    const known = this.#known.get(key.agencyId)
    if (known !== undefined && this.#isKnown(key))
      this.#known.set(
        key.agencyId,
        known.filter((hash) => !hash.equals(key.keyHash)),
      )
    const guesses = this.#networks.get(getNetwork())
    if (guesses?.shown.get(toText(key)) !== 'looking') return
    guesses.shown.set(toText(key), 'wrong')
    guesses.wrong += 1
  }

  /** Takes back the count of a key whose lookup failed. */
  giveBack(key: ShownKey, getNetwork: () => string): void {
    const name = getNetwork()
    const guesses = this.#networks.get(name)
    if (guesses === undefined || !guesses.shown.delete(toText(key))) return
    guesses.byAgency.set(key.agencyId, (guesses.byAgency.get(key.agencyId) ?? 1) - 1)
    if (guesses.shown.size === 0) this.#networks.delete(name)
  }

  #isKnown({ agencyId, keyHash }: ShownKey): boolean {
    return this.#known.get(agencyId)?.some((hash) => hash.equals(keyHash)) === true
  }

  #roll(now: Date): void {
    if (Math.abs(now.getTime() - this.#windowStart) < windowMs) return
    this.#networks.clear()
    this.#windowStart = now.getTime()
  }
}

// Includes the agency: one secret tried at many agencies is as many guesses.
function toText({ agencyId, keyHash }: ShownKey): string {
  return `${agencyId}.${keyHash.toString('latin1')}`
}
