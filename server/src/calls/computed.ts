import type { Services } from './context.ts'

const keptMs = 5_000

/**
 * Lets a process compute something at most every five seconds, however many ask: who asks meanwhile gets what was
 * computed last, or waits for what is being computed. What failed is computed anew.
 */
export function computedAtMostOften<Result>(): (
  services: Services,
  now: Date,
  compute: () => Promise<Result>,
) => Promise<Result> {
  const kept = new WeakMap<Services, { at: number; result: Promise<Result> }>()
  return (services, now, compute) => {
    const last = kept.get(services)
    const age = last === undefined ? Number.NaN : now.getTime() - last.at
    if (last !== undefined && age >= 0 && age < keptMs) return last.result
    const next = { at: now.getTime(), result: compute() }
    kept.set(services, next)
    next.result.catch(() => {
      if (kept.get(services) === next) kept.delete(services)
    })
    return next.result
  }
}
