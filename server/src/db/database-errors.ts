import { getErrorCode } from '../lib/error-code.ts'
import { LoggedError } from '../lib/log.ts'

/** The database does not answer, and a connection to it was closed for that. */
export class DatabaseUnresponsive extends LoggedError {
  override name = 'DatabaseUnresponsive'
  /** True if a statement may have been in progress: a change may have been saved. */
  readonly begun: boolean
  constructor(begun: boolean) {
    super('the database gives no answer')
    this.begun = begun
  }
}

/** By its name, because the work queue passes on copies of errors, with more text behind the message. */
const isUnresponsive = (error: unknown): error is DatabaseUnresponsive =>
  (error as Partial<Error>).name === 'DatabaseUnresponsive'

// 25P03 ends a connection whose transaction was idle too long; reported to a statement or before the next one.
const lostCodes = new Set(['ECONNRESET', 'EPIPE', '57P01', '57P02', '25P03', '08006', '08003'])
const lostText =
  /^Connection terminated (?!due to connection timeout)|^Client has encountered a connection error/

/**
 * PgBouncer always ends a connection with this code, which PostgreSQL only uses for errors. The text says whether
 * a statement had begun, or that there was no free connection.
 */
const poolerCode = '08P01'
const poolerUnbegun = /^server login|^pgbouncer cannot connect|connect failed/
const poolerFull = /^query_wait_timeout|^no more connections allowed/

function readPooler(error: unknown): 'lost' | 'unbegun' | 'full' | undefined {
  const { code, severity, message = '' } = error as { code?: string; severity?: string; message?: string }
  if (code !== poolerCode || severity !== 'FATAL') return undefined
  if (poolerFull.test(message)) return 'full'
  return poolerUnbegun.test(message) ? 'unbegun' : 'lost'
}

/** True if the connection broke during a statement, for example because PostgreSQL restarted. */
export function isConnectionLost(error: unknown): boolean {
  if (isUnresponsive(error)) return error.begun
  const { code, message } = error as { code?: string; message?: string }
  return (
    (code !== undefined && lostCodes.has(code)) ||
    lostText.test(message ?? '') ||
    readPooler(error) === 'lost'
  )
}

const unreachable = new Set([
  'ECONNREFUSED',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '57P03',
  '08001',
])

/** True if no connection was established, so nothing was begun. */
export function isUnreachable(error: unknown): boolean {
  if (isUnresponsive(error)) return !error.begun
  const { code, syscall, message } = error as { code?: string; syscall?: string; message?: string }
  if (code !== undefined && unreachable.has(code)) return true
  // A missing file has the same code as the missing socket of a database that is down.
  if (syscall === 'connect' && (code === 'ENOENT' || code === 'EAGAIN')) return true
  if (readPooler(error) === 'unbegun') return true
  return /^(timeout expired|Connection terminated due to connection timeout)/.test(message ?? '')
}

/** True if no connection became free in time, in the pool or at the database. */
export function isPoolExhausted(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return (
    code === '53300' ||
    message?.includes('timeout exceeded when trying to connect') === true ||
    readPooler(error) === 'full'
  )
}

/** True if another statement would fail in the same way. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return isConnectionLost(error) || isUnreachable(error) || isPoolExhausted(error)
}

/** A connection was closed because an answer took longer than the statement timeout. */
export class AnswerTimeout extends Error {
  override name = 'AnswerTimeout'
  constructor() {
    super('no answer in time')
  }
}

/** True if the answer took longer than the statement timeout; a retry would take as long again. */
export function isAnswerTimeout(error: unknown): boolean {
  return error instanceof AnswerTimeout
}

/** PostgreSQL's code for a statement that was cancelled, for example by the statement timeout. */
export const queryCancelledCode = '57014'

/** PostgreSQL's codes when it accepts no changes: it is read-only, or its disk is full. */
export const readOnlyCode = '25006'
export const diskFullCode = '53100'

/** True if concurrent transactions conflicted; a retry succeeds. */
export function isConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes(getErrorCode(error) ?? '')
}

/** True if the database can be read but accepts no changes. */
export function isReadOnlyError(error: unknown): boolean {
  const code = getErrorCode(error)
  return code === readOnlyCode || code === diskFullCode
}
