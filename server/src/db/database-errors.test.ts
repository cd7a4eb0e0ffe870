import { expect, test } from 'vitest'
import {
  AnswerTimeout,
  DatabaseUnresponsive,
  isAnswerTimeout,
  isConflict,
  isConnectionLost,
  isDatabaseUnavailable,
  isPoolExhausted,
  isReadOnlyError,
  isUnreachable,
} from './database-errors.ts'

const kinds = {
  isConnectionLost,
  isUnreachable,
  isPoolExhausted,
  isConflict,
  isReadOnlyError,
  isAnswerTimeout,
}
/** The names of the kinds that an error is taken for. */
const judge = (error: unknown): string[] =>
  Object.entries(kinds).flatMap(([name, is]) => (is(error) ? [name] : []))
const withCode = (code: string, more: object = {}) => Object.assign(new Error('x'), { code, ...more })
/** What the work queue makes of an error. */
const queued = (error: Error) =>
  Object.assign({}, error, { message: `${error.message} (Queue: outside-work)` })
/** What PgBouncer says before it closes a connection. */
const pooler = (message: string, severity = 'FATAL') => ({ code: '08P01', severity, message })

test.each([
  ...['ECONNRESET', 'EPIPE', '57P01', '57P02', '25P03', '08006', '08003'].map((code) => withCode(code)),
  new Error('Connection terminated unexpectedly'),
  new Error('Client has encountered a connection error and is not queryable'),
  new DatabaseUnresponsive(true),
  queued(new DatabaseUnresponsive(true)),
  pooler('server conn crashed?'),
])('after %j a change may have been stored, and the database counts as away', (error) => {
  expect(judge(error)).toEqual(['isConnectionLost'])
  expect(isDatabaseUnavailable(error)).toBe(true)
})

test.each([
  ...[
    'ECONNREFUSED',
    'ETIMEDOUT',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'ENETUNREACH',
    '57P03',
    '08001',
  ].map((code) => withCode(code)),
  withCode('ENOENT', { syscall: 'connect' }),
  withCode('EAGAIN', { syscall: 'connect' }),
  new Error('timeout expired'),
  queued(new Error('timeout expired')),
  new Error('Connection terminated due to connection timeout'),
  new DatabaseUnresponsive(false),
  queued(new DatabaseUnresponsive(false)),
  pooler('server login has been failing, try again later (server_login_retry)'),
  pooler('pgbouncer cannot connect to server'),
  pooler('server: connect failed'),
])('with %j nothing was begun, and the database counts as away', (error) => {
  expect(judge(error)).toEqual(['isUnreachable'])
  expect(isDatabaseUnavailable(error)).toBe(true)
})

test.each([
  withCode('53300'),
  new Error('timeout exceeded when trying to connect'),
  pooler('query_wait_timeout'),
  pooler('no more connections allowed (max_client_conn)'),
])('with %j there was no connection left, and the database counts as away', (error) => {
  expect(judge(error)).toEqual(['isPoolExhausted'])
  expect(isDatabaseUnavailable(error)).toBe(true)
})

test.each([
  [['isConflict'], withCode('40001')],
  [['isConflict'], withCode('40P01')],
  [['isReadOnlyError'], withCode('25006')],
  [['isReadOnlyError'], withCode('53100')],
  [['isAnswerTimeout'], new AnswerTimeout()],
  // A missing file of ours, a rule of the schema, a mistake in a statement, an error that PostgreSQL itself gave the code.
  [[], withCode('ENOENT', { syscall: 'open' })],
  [[], withCode('ECONNABORTED', { syscall: 'connect' })],
  [[], withCode('23505')],
  [[], new Error('it says: Connection terminated unexpectedly')],
  [[], new Error('the timeout expired')],
  [[], pooler('server conn crashed?', 'ERROR')],
  [[], { code: '57014', severity: 'FATAL', message: 'query_wait_timeout' }],
  [[], pooler('it says: query_wait_timeout', 'ERROR')],
])('%j is what is made of %j, and the database is there', (taken, error) => {
  expect(judge(error)).toEqual(taken)
  expect(isDatabaseUnavailable(error)).toBe(false)
})
