import { HttpFailure } from './refusal.ts'

/** Answers of one heavy call in flight in this process. */
const maxAtOnce = 2
/** Waiting requests per heavy call and person; further ones are refused at once. */
const maxWaiting = 3
/** Milliseconds. Long enough for a reloaded screen or a second tab; after that something else occupies the slot. */
const timeoutMs = 2_000
const retrySeconds = 5

const ownSentence = `This is a large answer, and you are loading it already. Please wait until it has come, then try again.`
const fullSentence = `This is a large answer that others are loading at the moment. Please try again in ${retrySeconds} seconds.`

/** Ends a turn; idempotent. */
export type EndTurn = () => void

interface Waiter {
  staffId: number
  begin: (end: EndTurn) => void
}

/** Limits each heavy call to two answers in flight in this process, for two different people. */
export class HeavyTurns {
  readonly #calls = new Map<string, Turns>()

  /** Resolves when this person's answer may begin. Throws 429 if that takes too long. */
  take(call: string, staffId: number): Promise<EndTurn> {
    const turns = this.#calls.get(call) ?? new Turns()
    this.#calls.set(call, turns)
    return turns.take(staffId)
  }
}

class Turns {
  /** People whose answers are in flight. */
  readonly #people = new Set<number>()
  /** In order; the next one first. */
  #waiters: Waiter[] = []

  async take(staffId: number): Promise<EndTurn> {
    if (this.#isFree(staffId)) return this.#begin(staffId)
    if (this.#waiters.filter((waiter) => waiter.staffId === staffId).length >= maxWaiting)
      throw this.#refusal(staffId)
    const { promise, resolve, reject } = Promise.withResolvers<EndTurn>()
    const waiter = { staffId, begin: resolve }
    this.#waiters.push(waiter)
    const timer = setTimeout(() => {
      this.#waiters = this.#waiters.filter((other) => other !== waiter)
      reject(this.#refusal(staffId))
    }, timeoutMs)
    return promise.finally(() => clearTimeout(timer))
  }

  #isFree(staffId: number): boolean {
    return this.#people.size < maxAtOnce && !this.#people.has(staffId)
  }

  #begin(staffId: number): EndTurn {
    this.#people.add(staffId)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#people.delete(staffId)
      this.#beginNext()
    }
  }

  #beginNext(): void {
    const next = this.#waiters.find(({ staffId }) => this.#isFree(staffId))
    if (next === undefined) return
    this.#waiters = this.#waiters.filter((waiter) => waiter !== next)
    next.begin(this.#begin(next.staffId))
  }

  #refusal(staffId: number): HttpFailure {
    return new HttpFailure(429, this.#people.has(staffId) ? ownSentence : fullSentence, {
      headers: { 'retry-after': String(retrySeconds) },
    })
  }
}
