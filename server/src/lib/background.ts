import { type Log, logWarning } from './log.ts'

/** State of repeated work: its name in the log, its interval, and how its last runs ended. */
export interface Task {
  readonly name: string
  readonly everyMs: number
  doneAt: Date | null
  failedAt: Date | null
}

/** Work that runs in the background. */
export interface Background {
  /** Set for repeated work. */
  readonly task?: Readonly<Task> | undefined
  /** Starts nothing more and aborts work in progress; resolves when it has ended. */
  stop(): Promise<void>
}

/**
 * Repeats work at an interval, never concurrently. A failure is logged under `event`, and the next run tries again.
 * Work that may outlast a stop should watch its signal.
 */
export function repeat(
  event: string,
  { everyMs, log, work }: { everyMs: number; log: Log; work: (signal: AbortSignal) => Promise<unknown> },
): Background {
  const stopping = new AbortController()
  const { signal } = stopping
  const task: Task = { name: event, everyMs, doneAt: null, failedAt: null }
  let running: Promise<unknown> | undefined
  const run = async (): Promise<void> => {
    try {
      await work(signal)
      task.doneAt = new Date()
    } catch (error) {
      // Aborted work did not fail.
      if (signal.aborted) return
      task.failedAt = new Date()
      logWarning(log, event, error)
    }
  }
  const timer = setInterval(() => {
    running ??= run().finally(() => {
      running = undefined
    })
  }, everyMs)
  timer.unref()
  return {
    task,
    stop: async () => {
      clearInterval(timer)
      stopping.abort()
      await running
    },
  }
}
