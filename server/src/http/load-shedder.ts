import type { AnyCall } from '@agency-support/contract/call'
import { HttpFailure } from '../calls/refusal.ts'
import type { Log } from '../lib/log.ts'

/** Many times what the connection pool can use at once; more calls would only wait for each other. */
export const maxUnderWay = 400
/** The limit never falls below this, however slow calls are. */
export const minUnderWay = 40
/** The limit shrinks when at least half of a window's calls take longer. */
const lateMs = 500
const windowMs = 250
const logEveryMs = 5_000
/** Value of Retry-After. */
export const retrySeconds = 2

/** Message of a 503 for overload. */
export const busySentence = 'The server is busy. Please try again in a few seconds.'

/** Message of a 503 for somebody whose password would have to wait too long to be hashed. */
export const passwordsSentence = 'Too many passwords are being checked. Please try again in a few seconds.'

/** The process is overloaded; 503. The log gets a total of these, not a line for each. */
export class ServerBusy extends HttpFailure {
  override name = 'ServerBusy'
  constructor() {
    super(503, busySentence, { headers: { 'retry-after': String(retrySeconds) } })
  }
}

/**
 * The share of the limit up to which each kind of call is accepted. Agencies' software retries and large answers can
 * wait, so the rest is reserved for people's short calls.
 */
const shares = { people: 1, heavy: 0.75, agents: 0.5 }

/**
 * Keeps the queue of a process short. It limits the calls in flight that wait for nothing but the database; further
 * ones are refused before their body is read, so that accepted ones stay fast. The limit adapts to how long calls take:
 * it shrinks while most of them are late, and grows again while it is being reached.
 */
export class LoadShedder {
  readonly #log: Pick<Log, 'warn'>
  readonly #maxSignIns: number
  #limit = maxUnderWay
  #people = 0
  #agents = 0
  #signIns = 0
  #refused = 0
  #logTimer: NodeJS.Timeout | undefined
  #window = { began: performance.now(), ended: 0, late: 0, wasFull: false }

  /** `maxSignIns`: sign-ins in flight; others are refused before they cost the database anything. */
  constructor(log: Pick<Log, 'warn'>, { maxSignIns }: { maxSignIns: number }) {
    this.#log = log
    this.#maxSignIns = maxSignIns
  }

  /** Counted calls in flight. */
  get inFlight(): number {
    return this.#people + this.#agents
  }

  /** The current limit for them. */
  get limit(): number {
    return this.#limit
  }

  /**
   * True if a request for one of these calls of a path must be refused now; counts it as refused. The body, which says
   * which call it is, has not been read; so a path with any counted call is refused as a whole.
   */
  turnsAway(calls: readonly AnyCall[]): boolean {
    if (!calls.some(isCounted) || !this.#isFull(calls.every(isByAgent) ? 'agents' : 'people')) return false
    this.#noteRefused()
    return true
  }

  /** Counts a call in flight; call the result when it ends. Throws ServerBusy, or 503 for a sign-in. */
  begin(call: AnyCall): () => void {
    if (call.rate === 'signin') return this.#beginSignIn()
    const isCountedCall = isCounted(call)
    if (!isCountedCall && !call.heavy) return () => undefined
    const byAgent = isByAgent(call)
    if (this.#isFull(call.heavy ? 'heavy' : byAgent ? 'agents' : 'people')) {
      this.#noteRefused()
      throw new ServerBusy()
    }
    if (!isCountedCall) return () => undefined
    if (byAgent) this.#agents += 1
    else this.#people += 1
    const began = performance.now()
    return () => {
      if (byAgent) this.#agents -= 1
      else this.#people -= 1
      this.#note(performance.now() - began)
    }
  }

  #beginSignIn(): () => void {
    if (this.#signIns >= this.#maxSignIns)
      throw new HttpFailure(503, passwordsSentence, { headers: { 'retry-after': String(retrySeconds) } })
    this.#signIns += 1
    return () => {
      this.#signIns -= 1
    }
  }

  #isFull(kind: keyof typeof shares): boolean {
    const taken = kind === 'agents' ? this.#agents : this.inFlight
    const isFull = this.inFlight >= this.#limit || taken >= Math.ceil(this.#limit * shares[kind])
    if (isFull) this.#window.wasFull = true
    return isFull
  }

  /** Adjusts the limit at the end of a window: if half of its calls were late, they are waiting for each other. */
  #note(took: number): void {
    const window = this.#window
    window.ended += 1
    if (took > lateMs) window.late += 1
    const now = performance.now()
    if (now - window.began < windowMs) return
    if (window.late * 2 > window.ended) this.#limit = Math.max(minUnderWay, Math.floor(this.#limit * 0.8))
    else if (window.wasFull) this.#limit = Math.min(maxUnderWay, Math.ceil(this.#limit * 1.1))
    this.#window = { began: now, ended: 0, late: 0, wasFull: false }
  }

  #noteRefused(): void {
    this.#refused += 1
    if (this.#logTimer === undefined)
      this.#logTimer = setTimeout(() => this.#logRefused(), logEveryMs).unref()
  }

  #logRefused(): void {
    this.#log.warn('load.shed', { refused: this.#refused, underWay: this.inFlight, limit: this.#limit })
    this.#refused = 0
    this.#logTimer = undefined
  }
}

const isByAgent = ({ access }: AnyCall): boolean => access === 'agent'

/** Excludes calls that wait for others or have their own queue, and sign-outs, which must always get through. */
function isCounted({ answer, heavy, outside, rate, signsOut }: AnyCall): boolean {
  const isLong = heavy || outside || answer.form === 'raw' || answer.form === 'streamed'
  return !isLong && rate === 'usual' && !signsOut
}
