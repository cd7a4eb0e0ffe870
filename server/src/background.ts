import { type Log, logWarning } from './log.ts'

/** What is known of work that repeats: the log's name of it, how often it runs, and how its last runs ended. */
export interface Task {
  readonly name: string
  readonly everyMs: number
  doneAt: Date | null
  failedAt: Date | null
}

/** Work that goes on beside the requests. */
export interface Background {
  /** Of work that repeats. */
  readonly task?: Readonly<Task>
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
  const task: Task = { name: event, everyMs, doneAt: null, failedAt: null }
  let running: Promise<unknown> | undefined
  const run = async (): Promise<void> => {
    try {
      await work(signal)
      task.doneAt = new Date()
    } catch (error) {
      // What gave up because it was asked to did not fail.
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
