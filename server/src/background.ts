import { type Log, warnOf } from './log.ts'

/** Work that goes on beside the requests. */
export interface Background {
  /** Begins nothing more; resolves when what is under way has ended. */
  stop(): Promise<void>
}

/** Does work every so often, once at a time. What fails goes to the log under `event`, and is tried again. */
export function repeat(
  event: string,
  { everyMs, log, work }: { everyMs: number; log: Log; work: () => Promise<unknown> },
): Background {
  let running: Promise<unknown> | undefined
  const timer = setInterval(() => {
    running ??= work()
      .catch((error: unknown) => warnOf(log, event, error))
      .finally(() => {
        running = undefined
      })
  }, everyMs)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await running
    },
  }
}
