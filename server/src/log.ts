import type { ServerConfig } from './config.ts'

/** One JSON line an event on standard output; never a secret, never a person's text. */
export interface Log {
  info(event: string, facts?: object): void
  warn(event: string, facts?: object): void
  error(event: string, facts?: object): void
}

const order = { info: 0, warn: 1, error: 2, silent: 3 }

/** A log that drops what lies below the configured level. */
export function openLog(level: ServerConfig['logLevel']): Log {
  const write =
    (at: 'info' | 'warn' | 'error') =>
    (event: string, facts: object = {}) => {
      if (order[at] < order[level]) return
      process.stdout.write(
        `${JSON.stringify({ at: new Date().toISOString(), level: at, event, ...facts })}\n`,
      )
    }
  return { info: write('info'), warn: write('warn'), error: write('error') }
}

/** An error as facts for the log: message, code and stack of it and of its causes. */
export function errorFacts(error: unknown): object {
  if (!(error instanceof Error)) return { error: String(error) }
  const code = (error as { code?: unknown }).code
  return {
    error: error.message,
    ...(code === undefined ? {} : { code }),
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: errorFacts(error.cause) }),
  }
}

/** Logs the error that nobody caught and that ends this process; the supervisor starts it again. */
export function logLastError(log: Log): void {
  process.on('uncaughtExceptionMonitor', (error) => log.error('process.failed', errorFacts(error)))
}
