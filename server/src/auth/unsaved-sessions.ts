import { plusSeconds } from '../lib/clock.ts'
import { isReadOnlyError } from '../db/database-errors.ts'

/** Lifetime of a session after sign-in or its last renewal (B-02). */
export const sessionSeconds = 60 * 60

/** Limit, because during an outage anybody can send made-up tokens that nobody can check. */
const maxSignOuts = 10_000

/** A sign-out that is not saved yet. */
export interface UnsavedSignOut {
  tokenHash: Buffer
  at: Date
  requestId: string
}

/** When a session was last used, and when it expires unless renewed. */
interface Ends {
  lastInputAt: Date
  expiresAt: Date
}

/**
 * Session updates that this process could not save because the database accepts no changes. They take effect here
 * immediately and are saved as soon as the database accepts changes again.
 */
export class UnsavedSessions {
  /** The person's last input by session id. */
  readonly #inputs = new Map<number, Date>()
  /** By the token's digest in hex. */
  readonly #signOuts = new Map<string, UnsavedSignOut>()
  #readOnly = false

  /** True from the first refused change until one succeeds. */
  get readOnly(): boolean {
    return this.#readOnly
  }

  /** True for the error of a change that the database currently refuses; also sets `readOnly`. */
  isRefused(error: unknown): boolean {
    const refused = isReadOnlyError(error)
    this.#readOnly ||= refused
    return refused
  }

  changeTaken(): void {
    this.#readOnly = false
  }

  /** Keeps the last input of a session; the renewed expiry follows from it. */
  keepInput(sessionId: number, at: Date): void {
    const known = this.#inputs.get(sessionId)
    if (known === undefined || known < at) this.#inputs.set(sessionId, at)
  }

  /** Ends a session in this process. */
  keepSignOut(signOut: UnsavedSignOut): void {
    if (this.#signOuts.size >= maxSignOuts) return
    this.#signOuts.set(signOut.tokenHash.toString('hex'), signOut)
  }

  isSignedOut(tokenHash: Buffer): boolean {
    return this.#signOuts.size > 0 && this.#signOuts.has(tokenHash.toString('hex'))
  }

  /** The session's times as if everything had been saved. */
  getEnds(sessionId: number, saved: Ends): Ends {
    const input = this.#inputs.get(sessionId)
    if (input === undefined) return saved
    const renewed = plusSeconds(input, sessionSeconds)
    return {
      lastInputAt: input > saved.lastInputAt ? input : saved.lastInputAt,
      expiresAt: renewed > saved.expiresAt ? renewed : saved.expiresAt,
    }
  }

  /** Everything that is not saved yet. */
  getAll(): { inputs: readonly (readonly [number, Date])[]; signOuts: readonly UnsavedSignOut[] } {
    return { inputs: [...this.#inputs], signOuts: [...this.#signOuts.values()] }
  }

  inputSaved(sessionId: number, at: Date): void {
    // A later input may have arrived while this one was being saved.
    if (this.#inputs.get(sessionId) === at) this.#inputs.delete(sessionId)
  }

  signOutSaved({ tokenHash }: UnsavedSignOut): void {
    this.#signOuts.delete(tokenHash.toString('hex'))
  }
}
