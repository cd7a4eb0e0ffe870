import type { RateClass } from '@agency-support/contract/call'
import { CompiledQuery } from 'kysely'
import type { OpenDatabase } from '../db/open.ts'
import type { Caller } from './actor.ts'
import { HttpFailure } from './refusal.ts'

/** Sign-in attempts an address may make in a minute, whatever names it tries. */
export const signInsPerMinute = 30

const windowMs = 10_000

/** Requests in ten seconds that one session may make, and one agency's software. */
export interface Rates {
  session: number
  agent: number
}

const countAddress = `insert into sign_in_address (address, attempts, window_start) values ($1, 1, $2)
on conflict (address) do update set
  attempts = case when sign_in_address.window_start <= $3 then 1 else sign_in_address.attempts + 1 end,
  window_start = case when sign_in_address.window_start <= $3 then $2 else sign_in_address.window_start end
returning attempts, window_start`

/**
 * Keeps one caller from crowding out the rest. Sign-ins are counted in the database, for all processes
 * together; the usual limit only protects this process and is kept in it.
 */
export class Throttle {
  readonly #db: OpenDatabase
  readonly #rates: Rates
  /** By session, and by agency as a negative number. */
  readonly #counts = new Map<number, number>()
  #windowStart = 0

  constructor(db: OpenDatabase, rates: Rates) {
    this.#db = db
    this.#rates = rates
  }

  /** Counts a request; throws 429 with Retry-After when there are too many. */
  async count(rate: RateClass, caller: Caller, address: string, now: Date): Promise<void> {
    const { session, agencyId } = caller
    if (rate === 'signin') return this.#countSignIn(address, now)
    if (session !== null) this.#countUsual(session.sessionId, this.#rates.session, now)
    if (agencyId !== null) this.#countUsual(-agencyId, this.#rates.agent, now)
  }

  async #countSignIn(address: string, now: Date): Promise<void> {
    const minuteAgo = new Date(now.getTime() - 60_000)
    const { rows } = await this.#db.write.executeQuery<{ attempts: number; window_start: Date }>(
      CompiledQuery.raw(countAddress, [address, now, minuteAgo]),
    )
    const [row] = rows
    if (row === undefined || row.attempts <= signInsPerMinute) return
    throw tooMany(Math.max(1, Math.ceil((row.window_start.getTime() + 60_000 - now.getTime()) / 1000)))
  }

  #countUsual(who: number, most: number, now: Date): void {
    if (Math.abs(now.getTime() - this.#windowStart) >= windowMs) {
      this.#counts.clear()
      this.#windowStart = now.getTime()
    }
    const count = (this.#counts.get(who) ?? 0) + 1
    this.#counts.set(who, count)
    if (count > most) throw tooMany(windowMs / 1000)
  }
}

function tooMany(seconds: number): HttpFailure {
  return new HttpFailure(429, `Too many requests. Please wait ${seconds} seconds and try again.`, {
    headers: { 'retry-after': String(seconds) },
  })
}
