import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { FloodOrder, FloodReport } from './flood.ts'

/** Floods a server from a process of its own, so that nothing else keeps it from the clock. */
export async function flood(order: FloodOrder): Promise<FloodReport> {
  const child = fork(new URL('flood.ts', import.meta.url), {
    execArgv: [],
    stdio: ['ignore', 2, 2, 'ipc'],
    // The times of millions of answers.
    serialization: 'advanced',
  })
  try {
    child.send(order)
    const [report] = (await once(child, 'message')) as [FloodReport]
    return report
  } finally {
    child.kill('SIGKILL')
  }
}

/** The value that so much of the times stays below, such as 0.99; 0 of none. */
export function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
