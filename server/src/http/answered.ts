import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../auth/actor.ts'
import type { Log } from '../log.ts'
import type { AnswerCounts } from './recent-answers.ts'
import { type Metrics, type Outcome, toOutcome } from './metrics.ts'

/** How a request ended. */
interface Ended {
  /** Undefined for files of the console, health and unknown addresses. */
  call: string | undefined
  outcome: Outcome
  /** The answer was counted when it began: it stays open for good, and how long is no figure of the server's. */
  held: boolean
}

/** What is learned of a request on its way. */
interface Noted {
  ended?: Ended
  caller?: Caller
  claim?: number
}

/**
 * Where a request carries it. A WeakMap, which lives long, would hand all of it to the old space: what is collected
 * often there keeps until what lives long is collected too.
 */
const noted = Symbol('noted')

function notedOf(request: FastifyRequest): Noted {
  return ((request as { [noted]?: Noted })[noted] ??= {})
}

interface AnsweredParts {
  metrics: Metrics | undefined
  counts: AnswerCounts
  log: Pick<Log, 'info'> | undefined
}

/** What a request was, for figures and the log when its answer is out. */
export class Answered {
  readonly #metrics: Metrics | undefined
  readonly #counts: AnswerCounts
  readonly #log: Pick<Log, 'info'> | undefined

  /** Without a log no line is written for each request. */
  constructor({ metrics, counts, log }: AnsweredParts) {
    this.#metrics = metrics
    this.#counts = counts
    this.#log = log
  }

  /** Notes who asks. */
  noteCaller(request: FastifyRequest, caller: Caller): void {
    if (this.#log !== undefined) notedOf(request).caller = caller
  }

  /** Notes the agency that a request says it is of under a key that is not known. */
  noteClaim(request: FastifyRequest, agencyId: number | undefined): void {
    if (this.#log !== undefined && agencyId !== undefined) notedOf(request).claim = agencyId
  }

  /** Notes which call a request is and how it ended. */
  note(request: FastifyRequest, call: string | undefined, outcome: Outcome): void {
    notedOf(request).ended = { call, outcome, held: false }
  }

  /** Notes an answer that begins and stays open. */
  noteHeld(request: FastifyRequest, call: string): void {
    notedOf(request).ended = { call, outcome: 'ok', held: true }
    this.#metrics?.count({ call, outcome: 'ok' })
  }

  /** Counts a request that was refused before anything of it was known; the log is told how many there are, not of each. */
  countShed(): void {
    this.#metrics?.count({ call: undefined, outcome: 'failed' })
    this.#counts.countShed()
  }

  /** Counts and logs an answer that is out, or whose caller has gone. */
  end(request: FastifyRequest, { statusCode, elapsedTime, raw }: FastifyReply): void {
    const { ended, caller, claim } = notedOf(request)
    const { call, outcome, held } = ended ?? { call: undefined, outcome: toOutcome(statusCode), held: false }
    if (!held) this.#metrics?.count({ call, outcome, elapsedMs: elapsedTime })
    this.#counts.count({ path: getPath(request), status: statusCode, call, requestId: request.id })
    if (this.#log === undefined) return
    this.#log.info('request', {
      requestId: request.id,
      method: request.method,
      url: getPath(request),
      call,
      status: statusCode,
      outcome,
      ms: Math.round(elapsedTime * 10) / 10,
      staffId: caller?.session?.staffId,
      agencyId: caller?.agencyId ?? undefined,
      claimedAgencyId: claim,
      // What the caller did not stay to read.
      cut: raw.writableFinished ? undefined : true,
    })
  }
}

/** The address without its query, in which people's words may stand. */
export function getPath(request: FastifyRequest): string {
  return request.url.split('?')[0] ?? ''
}
