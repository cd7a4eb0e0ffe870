import { pino } from 'pino'

/** The lowest level that is logged. */
export const logLevels = ['info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** One JSON line per event on standard output, with process id and host; never a secret or text that a person wrote. */
export interface Log {
  info(event: string, facts?: object): void
  warn(event: string, facts?: object): void
  error(event: string, facts?: object): void
}

const format = {
  messageKey: 'event',
  timestamp: () => `,"at":"${new Date().toISOString()}"`,
  formatters: { level: (label: string) => ({ level: label }) },
}

/** What may wait for an output that takes nothing; later lines are lost. */
const maxWaitingChars = 1_000_000

/**
 * Writes lines to an open file. If its disk is full, or whoever reads it has gone, the process goes on: they wait and
 * are tried again with the next one, and how many were lost meanwhile is logged.
 */
export function outputTo(fd: number): { write(line: string): void } {
  // Synchronous, so that the last lines before the process ends are not lost.
  const output = pino.destination({ dest: fd, sync: true, maxLength: maxWaitingChars })
  const logger = pino(format, output)
  let lost = 0
  output.on('error', () => undefined)
  output.on('drop', () => {
    lost += 1
    // Tries again what waits; a line that finds no place among it does not.
    output.write('')
  })
  output.on('drain', () => {
    const lines = lost
    lost = 0
    if (lines > 0) logger.warn({ lines }, 'log.lost')
  })
  return output
}

const standardOutput = outputTo(1)

/** A log that drops events below the configured level; its lines go to `output`. */
export function openLog(level: LogLevel, output = standardOutput): Log {
  const logger = pino({ ...format, level }, output)
  return {
    info: (event, facts = {}) => logger.info(facts, event),
    warn: (event, facts = {}) => logger.warn(facts, event),
    error: (event, facts = {}) => logger.error(facts, event),
  }
}

/** An error that has been logged already, once for everybody who encounters it. */
export class LoggedError extends Error {}

/** Logs a failure as a warning, unless it has been logged already. */
export function logWarning(log: Pick<Log, 'warn'>, event: string, error: unknown): void {
  if (!(error instanceof LoggedError)) log.warn(event, errorFacts(error))
}

/** True for an error, and for the copy of one that a library passes on. */
function isErrorLike(error: unknown): error is Error {
  return error instanceof Error || typeof (Object(error) as { message?: unknown }).message === 'string'
}

/** An error as facts for the log: message, code, name of the statement and stack of it and of its causes. */
export function errorFacts(error: unknown): object {
  if (!isErrorLike(error)) return { error: String(error) }
  const { code, statement } = error as { code?: unknown; statement?: unknown }
  return {
    error: error.message,
    ...(code === undefined ? {} : { code }),
    ...(statement === undefined ? {} : { statement }),
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: errorFacts(error.cause) }),
  }
}

const maxShort = 200

/** The root cause in one short line without a stack, for errors that may occur by the thousand. */
export function shortFacts(error: unknown): object {
  const { cause } = Object(error) as { cause?: unknown }
  if (cause instanceof Error) return shortFacts(cause)
  const { code } = Object(error) as { code?: unknown }
  const text = isErrorLike(error) ? error.message : String(error)
  return { error: text.slice(0, maxShort), ...(code === undefined ? {} : { code }) }
}

/** Logs the uncaught error that ends this process; the supervisor restarts it. */
export function logLastError(log: Log): void {
  process.on('uncaughtExceptionMonitor', (error) => log.error('process.failed', errorFacts(error)))
}
