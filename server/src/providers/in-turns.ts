import type { Breaker } from './breaker.ts'

/**
 * Runs the work for each item, `atOnce` concurrently; returns the results in order. The first failure ends it: nothing
 * more is begun. After an outage, which the breaker knows, the first item runs alone: it lets one request through, whose
 * answer opens the way for the others.
 */
export async function inTurns<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
  breaker?: Breaker,
): Promise<R[]> {
  const results: R[] = []
  const waiting = [...items.entries()].values()
  let hasFailed = false
  const worker = async (): Promise<void> => {
    for (const [index, item] of waiting) {
      if (hasFailed) return
      results[index] = await work(item)
    }
  }
  const [first] = items
  if (breaker?.state === 'halfOpen' && first !== undefined) {
    waiting.next()
    results[0] = await work(first)
  }
  const fail = (error: unknown): never => {
    hasFailed = true
    throw error
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, () => worker().catch(fail)))
  return results
}
