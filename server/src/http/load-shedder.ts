import type { AnyCall } from '@agency-support/contract/call'
import { HttpFailure } from '../calls/refusal.ts'
import type { Log } from '../log.ts'

/** Many times what keeps every connection to the database busy: more would only wait for one another. */
export const maxUnderWay = 400
/** Of these by agencies' software, which comes again by itself: when all of it comes at once, people keep the rest. */
export const maxOfAgents = 200
const tellEveryMs = 5_000
const retrySeconds = 2

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
 * Keeps the queue of a process short: of the calls that ask nothing but its database so many may be under way, and
 * whoever comes then is refused before anything is read, so that those under way are answered in time.
 */
export class LoadShedder {
  readonly #log: Pick<Log, 'warn'>
  #people = 0
  #agents = 0
  #refused = 0
  #telling: NodeJS.Timeout | undefined

  constructor(log: Pick<Log, 'warn'>) {
    this.#log = log
  }

  /** Calls under way that are counted. */
  get underWay(): number {
    return this.#people + this.#agents
  }

  /** Why a request for one of these calls of a path cannot be taken now; undefined for one that can. */
  refuse(calls: readonly AnyCall[]): ServerBusy | undefined {
    return calls.some(isShed) && this.#isFull(calls.every(isByAgent)) ? this.#refusal() : undefined
  }

  /** Counts a call that begins; call what is returned at its end. Throws ServerBusy. */
  begin(call: AnyCall): () => void {
    if (!isShed(call)) return () => undefined
    const byAgent = isByAgent(call)
    if (this.#isFull(byAgent)) throw this.#refusal()
    if (byAgent) this.#agents += 1
    else this.#people += 1
    return () => {
      if (byAgent) this.#agents -= 1
      else this.#people -= 1
    }
  }

  #isFull(byAgent: boolean): boolean {
    return this.underWay >= maxUnderWay || (byAgent && this.#agents >= maxOfAgents)
  }

  #refusal(): ServerBusy {
    this.#refused += 1
    if (this.#telling === undefined) this.#telling = setTimeout(() => this.#tell(), tellEveryMs).unref()
    return new ServerBusy()
  }

  #tell(): void {
    this.#log.warn('load.shed', { refused: this.#refused, underWay: this.underWay })
    this.#refused = 0
    this.#telling = undefined
  }
}

const isByAgent = ({ access }: AnyCall): boolean => access === 'agent'

/** Not what waits for others or has a queue of its own, whose places it would hold; nor a sign-out, which always gets through. */
function isShed({ answer, at, heavy, outside, rate, signsOut }: AnyCall): boolean {
  const isLong = heavy || outside || answer.form === 'raw' || answer.form === 'streamed'
  return !isLong && at.form !== 'upload' && at.form !== 'multipart' && rate === 'usual' && !signsOut
}
