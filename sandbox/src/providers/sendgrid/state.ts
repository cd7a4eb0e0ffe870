import { type Account, fillAccount, makeAccount, type Mode } from './suppressions.ts'
import { Faults } from '../faults.ts'
import type { Fault } from './faults.ts'

/** A received request; never its key. */
export interface Received {
  method: string
  /** Path and query as sent. */
  url: string
  /** The account of its key; null for an unknown one. */
  mode: Mode | null
  body: unknown
}

/** An accepted mail. */
export interface Mail {
  mode: Mode
  messageId: string
  at: string
  body: unknown
}

/** Rate limit per minute and key, reported in the headers of each answer. */
export const requestsPerMinute = 6_000

/** The emulator's state; its clock stands still once it is set. */
export class State {
  readonly accounts: Readonly<Record<Mode, Account>> = { '5x': makeAccount(), '6x': makeAccount() }
  readonly faults = new Faults<Fault>()
  received: Received[] = []
  /** Requests without a route: each is a mistake of the caller. */
  unknown: string[] = []
  mails: Mail[] = []
  #underWay = 0
  /** The highest number of concurrent requests. */
  mostAtOnce = 0
  #now: Date | undefined
  readonly #windows = new Map<Mode, { minute: number; asked: number }>()

  constructor() {
    fillAccount(this.accounts['5x'], 5, this.now())
    fillAccount(this.accounts['6x'], 6, this.now())
  }

  now(): Date {
    return this.#now ?? new Date()
  }

  setClock(now: Date | undefined): void {
    this.#now = now
  }

  /** The emulator's time in whole seconds since 1970. */
  nowSeconds(): number {
    return Math.floor(this.now().getTime() / 1000)
  }

  /** Counts a request in flight; call the result when it is answered. */
  beginRequest(): () => void {
    this.#underWay += 1
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#underWay)
    return () => {
      this.#underWay -= 1
    }
  }

  /** Counts a request against the rate limit; `left` is negative if it was exhausted. */
  countRequest(mode: Mode): { left: number; reset: number } {
    const minute = Math.floor(this.now().getTime() / 60_000)
    const window = this.#windows.get(mode)
    const asked = window?.minute === minute ? window.asked + 1 : 1
    this.#windows.set(mode, { minute, asked })
    return { left: requestsPerMinute - asked, reset: (minute + 1) * 60 }
  }

  /** Clears faults, the clock and received requests; suppressed addresses stay. */
  forget(): void {
    this.faults.clear()
    this.setClock(undefined)
    this.received = []
    this.unknown = []
    this.mails = []
    this.mostAtOnce = 0
    this.#windows.clear()
  }
}
