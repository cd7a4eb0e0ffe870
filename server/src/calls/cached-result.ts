import type { Services } from './context.ts'

const keptMs = 5_000

/**
 * Caches a result for five seconds per process. Concurrent callers share one computation; a failure is not cached.
 */
export function cacheBriefly<Result>(): (
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
