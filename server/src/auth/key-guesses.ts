/** A key as an agency's software shows it: the agency that it says it is of, and the digest of its secret. */
export interface ShownKey {
  agencyId: number
  keyHash: Buffer
}

/** Wrong keys in a minute, each counted once: for one agency from one network, and for all from there. */
export const guessesPerAgency = 10
export const guessesPerNetwork = 100

const windowMs = 60_000
/** Whoever has more networks than this to guess from is held up by the limits on load alone. */
const maxNetworks = 10_000
/** A key and the one before it. */
const knownPerAgency = 2
/** The agency proven longest ago is forgotten first: some 10 MB. */
const maxKnown = 50_000

interface Guesses {
  /** The keys that were shown, and whether each is still being looked up. */
  shown: Map<string, 'looking' | 'wrong'>
  byAgency: Map<number, number>
  wrong: number
}

/**
 * Slows down who guesses keys of agencies' software, without asking the database: what was guessed is kept in this
 * process. A key that was right here is never held up, whatever others behind the same address do, and neither is
 * software that goes on with the one key that it has: only keys not tried before count.
 */
export class KeyGuesses {
  readonly #known = new Map<number, readonly Buffer[]>()
  readonly #networks = new Map<string, Guesses>()
  #windowStart = 0

  /** How many seconds a key is not looked up for; undefined for one that may be. */
  waitSeconds(key: ShownKey, getNetwork: () => string, now: Date): number | undefined {
    this.#roll(now)
    // Reading an address takes its time, and usually nobody guesses.
    if (this.#networks.size === 0 || this.#isKnown(key)) return undefined
    const guesses = this.#networks.get(getNetwork())
    if (guesses === undefined || guesses.shown.get(toText(key)) === 'looking') return undefined
    // Of many agencies behind one address many may be looked up at once; of one agency nobody has ten keys.
    const isFull =
      guesses.wrong >= guessesPerNetwork || (guesses.byAgency.get(key.agencyId) ?? 0) >= guessesPerAgency
    return isFull ? Math.max(1, Math.ceil((this.#windowStart + windowMs - now.getTime()) / 1000)) : undefined
  }

  /** Counts a key that is going to be looked up, so that guesses made at once count too. */
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

  /** A key that was right counts no more, here and from now on. */
  right(key: ShownKey, getNetwork: () => string): void {
    if (this.#isKnown(key)) return
    const others = this.#known.get(key.agencyId) ?? []
    const [oldest] = this.#known.size >= maxKnown ? this.#known.keys() : []
    if (oldest !== undefined) this.#known.delete(oldest)
    this.#known.set(key.agencyId, [key.keyHash, ...others].slice(0, knownPerAgency))
    this.giveBack(key, getNetwork)
  }

  /** A key that was wrong stays counted; that of before may have been rotated or revoked. */
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

  /** Takes back the count of a key that could not be judged. */
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

// With the agency: one secret tried at each of them is as many guesses.
function toText({ agencyId, keyHash }: ShownKey): string {
  return `${agencyId}.${keyHash.toString('latin1')}`
}
