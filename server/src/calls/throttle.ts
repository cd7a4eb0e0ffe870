import type { RateClass } from '@agency-support/contract/call'
import { protocolNumbers } from '@agency-support/contract/rules/agent-protocol'
import { countOf } from '@agency-support/contract/rules/count-of'
import { countInMinute } from '../db/minute-counter.ts'
import type { OpenDatabase } from '../db/open.ts'
import type { Caller } from '../auth/actor.ts'
import { HttpFailure } from './refusal.ts'

/** Sign-in attempts per minute from one network, or from one known browser, over all usernames. */
export const signInsPerMinute = 30

const windowMs = protocolNumbers.rateWindowSeconds * 1000

/** Requests per ten seconds for one session, and for one agency's software. */
export interface Rates {
  session: number
  agent: number
}

/**
 * Rate limits per caller. Sign-ins are counted in the database, for all processes together; the other limits only
 * protect this process and are counted in its memory.
 */
export class Throttle {
  readonly #db: OpenDatabase
  readonly #rates: Rates
  /** By session id, or by negative agency id. */
  readonly #counts = new Map<number, number>()
  #windowStart = 0

  constructor(db: OpenDatabase, rates: Rates) {
    this.#db = db
    this.#rates = rates
  }

  /** Counts a request; throws 429 with Retry-After over the limit. `place` says where a sign-in comes from. */
  async count(rate: RateClass, caller: Caller, place: string, now: Date): Promise<void> {
    const { session, agencyId } = caller
    if (rate === 'signin') return this.#countSignIn(place, now)
    if (session !== null) this.#countUsual(session.sessionId, this.#rates.session, now)
    if (agencyId !== null) this.#countUsual(-agencyId, this.#rates.agent, now)
  }

  async #countSignIn(place: string, now: Date): Promise<void> {
    const { count, secondsLeft } = await countInMinute(this.#db.write, place, now)
    if (count > signInsPerMinute) throw tooManyRequests(secondsLeft)
  }

  #countUsual(who: number, max: number, now: Date): void {
    if (Math.abs(now.getTime() - this.#windowStart) >= windowMs) {
      this.#counts.clear()
      this.#windowStart = now.getTime()
    }
    const count = (this.#counts.get(who) ?? 0) + 1
    this.#counts.set(who, count)
    if (count > max) throw tooManyRequests(windowMs / 1000)
  }
}

/** 429 with Retry-After. */
export function tooManyRequests(seconds: number): HttpFailure {
  return tooMany('Too many requests.', seconds)
}

/** 429 with Retry-After, with a sentence that says what was too much. */
export function tooMany(sentence: string, seconds: number): HttpFailure {
  return new HttpFailure(429, `${sentence} Please wait ${countOf(seconds, 'second')} and try again.`, {
    headers: { 'retry-after': String(seconds) },
  })
}
