import { type Account, fillAccount, makeAccount, type Mode } from './suppressions.ts'
import { Faults } from '../faults.ts'
import type { Fault } from './faults.ts'

/** A request as it came; never its key. */
export interface Received {
  method: string
  /** Path and query as sent. */
  url: string
  /** Whose key it showed; null for none that is known. */
  mode: Mode | null
  body: unknown
}

/** A mail that was taken. */
export interface Mail {
  mode: Mode
  messageId: string
  at: string
  body: unknown
}

/** So many requests a minute and key, told in the headers of each answer. */
export const requestsPerMinute = 6_000

/** Everything the emulator knows; its clock stands still once it is set. */
export class State {
  readonly accounts: Readonly<Record<Mode, Account>> = { '5x': makeAccount(), '6x': makeAccount() }
  readonly faults = new Faults<Fault>()
  received: Received[] = []
  /** What no route is for: each is a mistake of the caller. */
  unknown: string[] = []
  mails: Mail[] = []
  #underWay = 0
  /** The highest number of requests that were under way together. */
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

  /** Counts a request that has come; to be called again with false when it has been answered. */
  countUnderWay(hasCome: boolean): void {
    this.#underWay += hasCome ? 1 : -1
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#underWay)
  }

  /** What a request leaves of its minute; negative when there was nothing left. */
  countRequest(mode: Mode): { left: number; reset: number } {
    const minute = Math.floor(this.now().getTime() / 60_000)
    const window = this.#windows.get(mode)
    const asked = window?.minute === minute ? window.asked + 1 : 1
    this.#windows.set(mode, { minute, asked })
    return { left: requestsPerMinute - asked, reset: (minute + 1) * 60 }
  }

  /** Forgets faults, the clock and what was received; suppressed addresses stay. */
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
