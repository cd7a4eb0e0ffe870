import { setTimeout as pause } from 'node:timers/promises'

/** Shorter where each of hundreds of faults is waited for (scripts/mutate/vitest.config.ts). */
const timeoutMs = Number(process.env['TEST_PATIENCE_MS'] ?? 60_000)
const checkEveryMs = 5

/** Looks until it is so, for what the test itself cannot await; rejects with `what` when its patience is over. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + timeoutMs
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`waited in vain until ${what}`)
    await pause(checkEveryMs)
  }
}
