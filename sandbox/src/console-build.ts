import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { checkout } from './where.ts'

export type ConsoleBuild = { done: Promise<void>; stop(): void }

/** Brings web/dist up to date in a process of its own, beside whatever else starts; it says so when that takes time. */
export function beginConsoleBuild(): ConsoleBuild {
  const child = spawn(process.execPath, [join(checkout, 'scripts/build-console.ts')], { stdio: 'inherit' })
  const done = once(child, 'exit').then(([code]) => {
    if (code !== 0) throw new Error('The console could not be built.')
  })
  // Whoever waits for `done` hears of it; nobody may get to wait when something else fails first.
  done.catch(() => undefined)
  return { done, stop: () => void child.kill() }
}
