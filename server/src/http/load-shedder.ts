import type { AnyCall } from '@agency-support/contract/call'
import { HttpFailure } from '../calls/refusal.ts'
import type { Log } from '../log.ts'

/** Many times what keeps every connection to the database busy: more would only wait for one another. */
export const maxUnderWay = 400
/** So few are always let in, however long those before them take. */
export const minUnderWay = 40
/** When half of the calls take longer, too many wait for one another. */
const lateMs = 500
const windowMs = 250
const tellEveryMs = 5_000
/** When whoever was refused may ask again. */
export const retrySeconds = 2

/** What is said to whoever cannot be served now. */
export const busySentence = 'The server is busy. Please try again in a few seconds.'

/** The server has as much to do as it can; 503. Its log is told how many were refused, not of each. */
export class ServerBusy extends HttpFailure {
  override name = 'ServerBusy'
  constructor() {
    super(503, busySentence, { headers: { 'retry-after': String(retrySeconds) } })
  }
}

/**
 * How many calls of a kind may be under way when it is asked for, as a share of the limit: agencies' software comes
 * again by itself, and a large answer can wait, so people's own small steps keep the rest.
 */
const shares = { people: 1, heavy: 0.75, agents: 0.5 }

/**
 * Keeps the queue of a process short: of the calls that ask nothing but its database so many may be under way, and
 * whoever comes then is refused before anything is read, so that those under way are answered in time. How many that
 * are follows how long they take: the limit shrinks while most of them are late, and grows again while it is reached.
 */
export class LoadShedder {
  readonly #log: Pick<Log, 'warn'>
  #limit = maxUnderWay
  #people = 0
  #agents = 0
  #refused = 0
  #telling: NodeJS.Timeout | undefined
  #window = { began: performance.now(), ended: 0, late: 0, wasFull: false }

  constructor(log: Pick<Log, 'warn'>) {
    this.#log = log
  }

  /** Calls under way that are counted. */
  get inFlight(): number {
    return this.#people + this.#agents
  }

  /** How many of them may be under way at the moment. */
  get limit(): number {
    return this.#limit
  }

  /**
   * True when a request for one of these calls of a path cannot be taken now, and counts it as refused. Which of them it
   * is stands in a body that nobody has read, so what else is there is refused with those that are counted.
   */
  turnsAway(calls: readonly AnyCall[]): boolean {
    if (!calls.some(isCounted) || !this.#isFull(calls.every(isByAgent) ? 'agents' : 'people')) return false
    this.#noteRefused()
    return true
  }

  /** Counts a call that begins; call what is returned at its end. Throws ServerBusy. */
  begin(call: AnyCall): () => void {
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

  #isFull(kind: keyof typeof shares): boolean {
    const taken = kind === 'agents' ? this.#agents : this.inFlight
    const isFull = this.inFlight >= this.#limit || taken >= Math.ceil(this.#limit * shares[kind])
    if (isFull) this.#window.wasFull = true
    return isFull
  }

  /** Judges the calls of a window by its end: half of them late means that they wait for one another. */
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
    if (this.#telling === undefined) this.#telling = setTimeout(() => this.#tell(), tellEveryMs).unref()
  }

  #tell(): void {
    this.#log.warn('load.shed', { refused: this.#refused, underWay: this.inFlight, limit: this.#limit })
    this.#refused = 0
    this.#telling = undefined
  }
}

const isByAgent = ({ access }: AnyCall): boolean => access === 'agent'

/** Not what waits for others or has a queue of its own, whose places it would hold; nor a sign-out, which always gets through. */
function isCounted({ answer, at, heavy, outside, rate, signsOut }: AnyCall): boolean {
  const isLong = heavy || outside || answer.form === 'raw' || answer.form === 'streamed'
  return !isLong && at.form !== 'upload' && at.form !== 'multipart' && rate === 'usual' && !signsOut
}
