import { setTimeout as pause } from 'node:timers/promises'

const patienceMs = 60_000
const lookEveryMs = 5

/** Looks until it is so, for what the test itself cannot await; rejects with `what` after a minute. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + patienceMs
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`waited in vain until ${what}`)
    await pause(lookEveryMs)
  }
}
