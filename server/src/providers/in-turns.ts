import pMap from 'p-map'
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
  breaker: Breaker,
): Promise<R[]> {
  const alone = breaker.state === 'halfOpen' ? 1 : 0
  const first = await pMap(items.slice(0, alone), work)
  const others = await pMap(items.slice(alone), work, { concurrency: atOnce })
  return [...first, ...others]
}
