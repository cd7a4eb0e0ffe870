import { type Log, logWarning } from './log.ts'

/** Work that goes on beside the requests. */
export interface Background {
  /** Begins nothing more and asks what is under way to give up; resolves when it has ended. */
  stop(): Promise<void>
}

/**
 * Does work every so often, once at a time. What fails goes to the log under `event`, and is tried again. Work
 * that may take longer than a stop should wait gives up when its signal says so.
 */
export function repeat(
  event: string,
  { everyMs, log, work }: { everyMs: number; log: Log; work: (signal: AbortSignal) => Promise<unknown> },
): Background {
  const stopping = new AbortController()
  const { signal } = stopping
  let running: Promise<unknown> | undefined
  const timer = setInterval(() => {
    running ??= work(signal)
      // What gave up because it was asked to did not fail.
      .catch((error: unknown) => (signal.aborted ? undefined : logWarning(log, event, error)))
      .finally(() => {
        running = undefined
      })
  }, everyMs)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      stopping.abort()
      await running
    },
  }
}
