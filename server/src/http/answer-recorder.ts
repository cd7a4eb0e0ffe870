import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../auth/actor.ts'
import type { Log } from '../lib/log.ts'
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
  /** By the clock of `performance`. */
  begunAt?: number
  isUnderWay?: boolean
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

/** Records every request once in metrics and log: when it was answered, or its caller hung up. */
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

  /** Records the request when its connection is done with it, or, if its call is still under way then, by `end`. */
  watch(request: FastifyRequest, reply: FastifyReply): void {
    notedOf(request).begunAt = performance.now()
    // Fastify's onResponse hook runs only for an answer that was sent to its end.
    reply.raw.once('close', () => {
      if (notedOf(request).isUnderWay !== true) this.end(request, reply)
    })
  }

  /** Notes that a call is carried out, even if its caller hangs up. */
  noteBegun(request: FastifyRequest): void {
    notedOf(request).isUnderWay = true
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
    this.#noteEnded(request, { call, outcome, held: false })
  }

  /** Notes and counts an answer that stays open, such as a live stream. */
  noteHeld(request: FastifyRequest, call: string): void {
    this.#noteEnded(request, { call, outcome: 'ok', held: true })
    this.#metrics?.count({ call, outcome: 'ok' })
  }

  #noteEnded(request: FastifyRequest, ended: Ended): void {
    const known = notedOf(request)
    known.ended = ended
    known.isUnderWay = false
  }

  /** Counts a request that was shed before its call was known; the log only gets totals of these. */
  countShed(): void {
    this.#metrics?.count({ call: undefined, outcome: 'failed' })
    this.#counts.countShed()
  }

  /** Counts and logs a request that is over; the second time it does nothing. */
  end(request: FastifyRequest, { statusCode, raw }: FastifyReply): void {
    const known = notedOf(request)
    if (known.isRecorded === true) return
    known.isRecorded = true
    const { ended, caller, claim, begunAt = 0 } = known
    // Its connection broke before there was an answer, for example while its body arrived.
    const status = ended === undefined && !raw.headersSent ? 400 : statusCode
    const elapsedMs = performance.now() - begunAt
    const { call, outcome, held } = ended ?? { call: undefined, outcome: toOutcome(status), held: false }
    if (!held) this.#metrics?.count({ call, outcome, elapsedMs })
    this.#counts.count({ path: getPath(request), status, call, requestId: request.id })
    if (this.#log === undefined) return
    this.#log.info('request', {
      requestId: request.id,
      method: request.method,
      url: getPath(request),
      call,
      status,
      outcome,
      ms: Math.round(elapsedMs * 10) / 10,
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
