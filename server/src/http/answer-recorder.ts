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
  /** The answer was counted when it began, because it stays open; its duration says nothing about the server. */
  held: boolean
}

/** Facts collected about a request while it is handled. */
interface Noted {
  isRecorded?: boolean
  ended?: Ended
  caller?: Caller
  claim?: number
}

/**
 * The facts are stored on the request itself. A long-lived WeakMap would promote them to V8's old generation, where
 * they stay until a full collection.
 */
const noted = Symbol('noted')

function notedOf(request: FastifyRequest): Noted {
  return ((request as { [noted]?: Noted })[noted] ??= {})
}

interface AnswerRecorderParts {
  metrics: Metrics | undefined
  counts: AnswerCounts
  log: Pick<Log, 'info'> | undefined
}

/** Records requests in metrics and log once they are answered. */
export class AnswerRecorder {
  readonly #metrics: Metrics | undefined
  readonly #counts: AnswerCounts
  readonly #log: Pick<Log, 'info'> | undefined

  /** Without a log there is no line per request. */
  constructor({ metrics, counts, log }: AnswerRecorderParts) {
    this.#metrics = metrics
    this.#counts = counts
    this.#log = log
  }

  /** Notes the caller. */
  noteCaller(request: FastifyRequest, caller: Caller): void {
    if (this.#log !== undefined) notedOf(request).caller = caller
  }

  /** Notes the agency that a request with an unknown key claims to be. */
  noteClaim(request: FastifyRequest, agencyId: number | undefined): void {
    if (this.#log !== undefined && agencyId !== undefined) notedOf(request).claim = agencyId
  }

  /** Notes the call of a request and its outcome. */
  note(request: FastifyRequest, call: string | undefined, outcome: Outcome): void {
    notedOf(request).ended = { call, outcome, held: false }
  }

  /** Notes and counts an answer that stays open, such as a live stream. */
  noteHeld(request: FastifyRequest, call: string): void {
    notedOf(request).ended = { call, outcome: 'ok', held: true }
    this.#metrics?.count({ call, outcome: 'ok' })
  }

  /** Counts a request that was shed before its call was known; the log only gets totals of these. */
  countShed(): void {
    this.#metrics?.count({ call: undefined, outcome: 'failed' })
    this.#counts.countShed()
  }

  /** Counts and logs a request whose answer was sent, or whose caller hung up; the second time it does nothing. */
  end(request: FastifyRequest, { statusCode, elapsedTime, raw }: FastifyReply): void {
    const known = notedOf(request)
    if (known.isRecorded === true) return
    known.isRecorded = true
    const { ended, caller, claim } = known
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
      // The caller hung up before the end.
      cut: raw.writableFinished ? undefined : true,
    })
  }
}

/** The URL without its query, which may contain personal input. */
export function getPath(request: FastifyRequest): string {
  return request.url.split('?')[0] ?? ''
}
