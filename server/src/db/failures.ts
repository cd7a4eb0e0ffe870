import { ToldError } from '../log.ts'

/** The database gives no answer, and a connection to it was given up for that. */
export class DatabaseSilent extends ToldError {
  override name = 'DatabaseSilent'
  /** True when a statement may have been under way: a change may have been saved. */
  readonly begun: boolean
  constructor(begun: boolean) {
    super('the database gives no answer')
    this.begun = begun
  }
}

// 25P03 ends a connection whose transaction waited too long, be it told to a statement or before the next one.
const lostCodes = new Set(['ECONNRESET', 'EPIPE', '57P01', '57P02', '25P03', '08006', '08003'])
const lostText =
  /^Connection terminated (?!due to connection timeout)|^Client has encountered a connection error/

/**
 * What PgBouncer says when it ends a connection has always this code, which PostgreSQL gives only to errors; by its
 * words nothing had begun, or there was no room.
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

/** A connection that died under a statement, for example by a restart of PostgreSQL; the next one is new. */
export function lostConnection(error: unknown): boolean {
  if (error instanceof DatabaseSilent) return error.begun
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

/** No connection came about, so nothing was begun. */
export function noConnection(error: unknown): boolean {
  if (error instanceof DatabaseSilent) return !error.begun
  const { code, syscall, message } = error as { code?: string; syscall?: string; message?: string }
  if (code !== undefined && unreachable.has(code)) return true
  // Of a file that is missing the system says the same as of the socket of a database that is away.
  if (syscall === 'connect' && (code === 'ENOENT' || code === 'EAGAIN')) return true
  if (readPooler(error) === 'unbegun') return true
  return message === 'timeout expired' || message === 'Connection terminated due to connection timeout'
}

/** Every connection was taken for as long as anybody waits for one, here or at the database. */
export function noneFree(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return (
    code === '53300' ||
    message?.includes('timeout exceeded when trying to connect') === true ||
    readPooler(error) === 'full'
  )
}

/** True when another question would wait as long and hear as little. */
export function isUnheard(error: unknown): boolean {
  return lostConnection(error) || noConnection(error) || noneFree(error)
}

/** A connection was given up on which an answer took longer than the database lets a statement run. */
export class NoAnswerInTime extends Error {
  override name = 'NoAnswerInTime'
  constructor() {
    super('no answer in time')
  }
}

/** True for a statement whose answer took longer than the database lets it run; it would take as long again. */
export function noAnswerInTime(error: unknown): boolean {
  return error instanceof NoAnswerInTime
}

/** What PostgreSQL says when it takes no changes at the moment: it is read-only, or its disk is full. */
export const readOnlyCode = '25006'
export const diskFullCode = '53100'

/** Transactions that were in each other's way, and succeed when simply done again. */
export function isConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes((error as { code?: string }).code ?? '')
}

/** A database that can be read and not changed. */
export function takesNoChanges(error: unknown): boolean {
  const { code } = error as { code?: string }
  return code === readOnlyCode || code === diskFullCode
}
