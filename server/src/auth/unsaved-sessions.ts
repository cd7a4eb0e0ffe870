import { plusSeconds } from '../clock.ts'
import { isReadOnlyError } from '../db/database-errors.ts'

/** A session lasts this long from its sign-in or its last renewal (B-02). */
export const sessionSeconds = 60 * 60

/** While the database cannot be asked, nobody knows which tokens are of sessions; more than this are not kept. */
const maxSignOuts = 10_000

/** A sign-out that is still to be carried out. */
export interface UnsavedSignOut {
  tokenHash: Buffer
  at: Date
  requestId: string
}

/** When a session was last used, and when it ends unless renewed. */
interface Ends {
  lastInputAt: Date
  expiresAt: Date
}

/**
 * What this process could not save of sessions while the database takes no changes. It counts here from the first
 * moment on, and is saved as soon as the database takes changes again.
 */
export class UnsavedSessions {
  /** Session id to the person's last input. */
  readonly #inputs = new Map<number, Date>()
  /** By the token's digest in hex. */
  readonly #signOuts = new Map<string, UnsavedSignOut>()
  #readOnly = false

  /** True from a change that was refused until one is taken. */
  get readOnly(): boolean {
    return this.#readOnly
  }

  /** True for the error of a change that the database does not take at the moment; it is known from then on. */
  isRefused(error: unknown): boolean {
    const refused = isReadOnlyError(error)
    this.#readOnly ||= refused
    return refused
  }

  changeTaken(): void {
    this.#readOnly = false
  }

  /** Keeps the last input of a session; the hour that a renewal would have given follows from it. */
  keepInput(sessionId: number, at: Date): void {
    const known = this.#inputs.get(sessionId)
    if (known === undefined || known < at) this.#inputs.set(sessionId, at)
  }

  /** Ends a session for this process. */
  keepSignOut(signOut: UnsavedSignOut): void {
    if (this.#signOuts.size >= maxSignOuts) return
    this.#signOuts.set(signOut.tokenHash.toString('hex'), signOut)
  }

  isSignedOut(tokenHash: Buffer): boolean {
    return this.#signOuts.size > 0 && this.#signOuts.has(tokenHash.toString('hex'))
  }

  /** The ends of a session as they would be had everything been saved. */
  getEnds(sessionId: number, saved: Ends): Ends {
    const input = this.#inputs.get(sessionId)
    if (input === undefined) return saved
    const renewed = plusSeconds(input, sessionSeconds)
    return {
      lastInputAt: input > saved.lastInputAt ? input : saved.lastInputAt,
      expiresAt: renewed > saved.expiresAt ? renewed : saved.expiresAt,
    }
  }

  /** What is still to be saved. */
  getAll(): { inputs: readonly (readonly [number, Date])[]; signOuts: readonly UnsavedSignOut[] } {
    return { inputs: [...this.#inputs], signOuts: [...this.#signOuts.values()] }
  }

  inputSaved(sessionId: number, at: Date): void {
    // A later one may have come meanwhile.
    if (this.#inputs.get(sessionId) === at) this.#inputs.delete(sessionId)
  }

  signOutSaved({ tokenHash }: UnsavedSignOut): void {
    this.#signOuts.delete(tokenHash.toString('hex'))
  }
}
