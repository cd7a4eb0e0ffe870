import type { AnyCall } from '@agency-support/contract/call'
import { Code } from '@agency-support/contract/envelope'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import { TooManyHashes } from '../auth/passwords/hash.ts'
import {
  DatabaseUnresponsive,
  diskFullCode,
  isConflict,
  isConnectionLost,
  isAnswerTimeout,
  isUnreachable,
  isPoolExhausted,
  isReadOnlyError,
  queryCancelledCode,
  readOnlyCode,
} from '../db/database-errors.ts'
import { errorFacts, type Log, shortFacts } from '../lib/log.ts'
import { envelope, hasOutcome, json, type Prepared } from '../calls/answer.ts'
import { HttpFailure, Refusal } from '../calls/refusal.ts'
import { getPath } from './answer-recorder.ts'
import { busySentence, passwordsSentence, ServerBusy } from './load-shedder.ts'

const unavailable = 503

/** The context of a failure, for its answer and for the log. */
export interface Failed {
  call: AnyCall | undefined
  request: FastifyRequest
  reply: FastifyReply
  log: Log
  /** True if a change outside the database may have been made. */
  isOutside?: boolean
}

const serverSentence =
  'An error occurred while processing your request. Please try again, and give this number if it happens again: '
const lostSentence =
  'The connection to the database was lost. Please look whether your change was saved before you try again.'
const brokenSentence = 'The connection to the database was lost. Please try again in a few seconds.'
const away = 'The database cannot be reached at the moment.'
const awaySentence = `${away} Nothing was changed. Please try again in a few seconds.`
const slow = 'This took too long and was stopped.'
const slowSentence = `${slow} Nothing was changed. Please try again.`
const lookSentence = 'Please look whether your change was made before you try again.'
const busy = 'The server is busy.'
const conflict = 'Somebody changed the same data at the same moment'
const conflictSentence = `${conflict}, so this was not carried out. Please try again.`
const readOnly = 'The database is read-only at the moment.'
const readOnlySentence = `${readOnly} Reading works; changes are refused.`
const unrecordedSentence =
  'This is recorded in the journal, which takes no entries at the moment. Please try again later.'
const cutSentence = 'The request ended before all of it had arrived.'
const full = 'The disk of the database is full.'
const fullSentence = `${full} Reading works; changes are refused until there is space.`

/** Sentences for Fastify's own refusals, by error code. */
const httpSentences: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The request body must be JSON (Content-Type: application/json).',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The request is too large.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The request body must be a JSON object.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The request body does not have the announced length.',
}

/** The only place that turns an exception into an answer; the cause goes only to the log. */
export function failureAnswer(
  error: unknown,
  { call, request, reply, log, isOutside = false }: Failed,
): Prepared {
  if (error instanceof Refusal) {
    const { code, message, data } = error.envelope
    return json(envelope(code, message, data, hasOutcome(call)))
  }
  const failure = asHttpFailure(error, request.id, { call, isOutside })
  const facts = { requestId: request.id, url: getPath(request), status: failure.status }
  // Overload and a silent database are logged once elsewhere, and a hang-up is nobody's failure. A write that may have
  // been saved is logged each time.
  const isTold =
    error instanceof ServerBusy ||
    (error instanceof DatabaseUnresponsive && !error.begun) ||
    isOfHangUp(error, request)
  if (failure.status === unavailable && !isTold)
    log.warn('request.unavailable', { ...facts, ...shortFacts(error) })
  else if (failure.status >= 500 && !isTold) log.error('request.failed', { ...facts, ...errorFacts(error) })
  for (const [name, value] of Object.entries(failure.headers)) reply.header(name, value)
  // The documented client reads the reason of a failed sign-in from this header (B-01).
  if (call?.rate === 'signin') reply.header('x-signin-error', Buffer.from(failure.message).toString('base64'))
  return json(envelope(failure.status, failure.message, [], hasOutcome(call)), failure.status)
}

/** True for errors answered with 503: the request is fine and may succeed later. */
export function isUnavailable(error: unknown): boolean {
  return !(error instanceof Refusal) && asHttpFailure(error, '', { call: undefined }).status === unavailable
}

/** True for the error with which compression ends an answer whose caller has hung up, which is nobody's failure. */
function isOfHangUp(error: unknown, { raw }: FastifyRequest): boolean {
  return (error as { code?: string }).code === 'ERR_STREAM_PREMATURE_CLOSE' && raw.socket.destroyed
}

/** Logs an error that cuts off a streamed answer; the caller only sees it end early. */
export function noteBroken(
  { body }: { body: Readable },
  { request, log }: Pick<Failed, 'request' | 'log'>,
): void {
  body.once('error', (error) => {
    if (isOfHangUp(error, request)) return
    log.error('answer.broken', { requestId: request.id, url: getPath(request), ...errorFacts(error) })
  })
}

type Where = Pick<Failed, 'call' | 'isOutside'>

function asHttpFailure(error: unknown, requestId: string, where: Where): HttpFailure {
  if (error instanceof HttpFailure) return error
  const { code, statusCode, message } = error as { code?: string; statusCode?: number; message?: string }
  // Node's error for a body whose connection broke; the code is also that of a lost database.
  if (code === 'ECONNRESET' && message === 'aborted') return new HttpFailure(400, cutSentence)
  if (code !== undefined && httpSentences[code] !== undefined)
    return new HttpFailure(statusCode ?? Code.badInput, httpSentences[code])
  if (code?.startsWith('FST_') === true && statusCode !== undefined && statusCode < 500)
    return new HttpFailure(statusCode, 'The request is not valid.')
  const sentence = whyUnavailable(error, code, where)
  return sentence === undefined
    ? new HttpFailure(500, `${serverSentence}${requestId}`, { cause: error })
    : new HttpFailure(unavailable, sentence, { headers: { 'retry-after': '2' }, cause: error })
}

/** Why the server or its database cannot carry out a request just now; undefined for any other error. */
function whyUnavailable(error: unknown, code: string | undefined, where: Where): string | undefined {
  const { call } = where
  // Its transaction is undone, what it asked of a provider is not. Who cannot sign in has changed nothing.
  const isOutside = where.isOutside === true && call?.access !== 'anyone'
  const look = (what: string, otherwise: string): string =>
    isOutside ? `${what} ${lookSentence}` : otherwise
  if (code === queryCancelledCode) return look(slow, slowSentence)
  if (error instanceof TooManyHashes) return passwordsSentence
  if (isConflict(error)) return look(`${conflict}.`, conflictSentence)
  if (call?.kind === 'audited' && isReadOnlyError(error)) return unrecordedSentence
  // A read that tries to write is a bug of ours, not a read-only database.
  if (code === readOnlyCode && call?.kind !== 'read') return look(readOnly, readOnlySentence)
  if (code === diskFullCode) return look(full, fullSentence)
  if (isPoolExhausted(error)) return look(busy, busySentence)
  if (isUnreachable(error)) return look(away, awaySentence)
  // The commit may or may not have succeeded.
  if (isConnectionLost(error) || isAnswerTimeout(error)) {
    if (call?.kind === 'write') return lostSentence
    return call === undefined || call.kind === 'read' ? awaySentence : brokenSentence
  }
  return undefined
}
