import type { CaseName } from './cases.ts'
import type { TurnResult } from './load.ts'

/** One turn of one server: what the client saw, and the processor time the server took, in microseconds. */
export interface Measured extends TurnResult {
  cpu: number
}

/** A turn of the product and the turn beside it of what it is held against, the limit most of the time. */
export interface Pair {
  product: Measured
  limit: Measured
}

/** What a server did in its median turn; times in microseconds, processor time for each request. */
export interface Summary {
  perSecond: number
  p50: number
  p95: number
  p99: number
  cpu: number
}

/** One line of the table. */
export interface Line {
  name: CaseName
  concurrency: number
  product: Summary
  limit: Summary
  /** Product's throughput as a part of the limit's, and times the other way round. */
  throughput: number
  slower: Readonly<Record<'p50' | 'p95' | 'p99', number>>
  /** How far the limit's own turns lie apart, as a part of the median one's throughput. */
  spread: number
}

/** So many requests at once in every comparison but for where it says otherwise. */
export const usualConcurrency = 16

/** The middle one; of an even number the lower of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted[Math.floor((sorted.length - 1) / 2)]
  if (middle === undefined) throw new Error('nothing has no median')
  return middle
}

/**
 * Sums up the turns of one case. The ratios are medians over the pairs: two turns side by side saw the same
 * machine, while all turns of the product and all of the limit may not have.
 */
export function toLine(name: CaseName, concurrency: number, pairs: readonly Pair[]): Line {
  const limits = pairs.map(({ limit }) => perSecond(limit))
  const slower = (time: 'p50' | 'p95' | 'p99'): number =>
    median(pairs.map(({ product, limit }) => product[time] / limit[time]))
  return {
    name,
    concurrency,
    product: summarise(pairs.map(({ product }) => product)),
    limit: summarise(pairs.map(({ limit }) => limit)),
    throughput: median(pairs.map(({ product, limit }) => perSecond(product) / perSecond(limit))),
    slower: { p50: slower('p50'), p95: slower('p95'), p99: slower('p99') },
    spread: (Math.max(...limits) - Math.min(...limits)) / median(limits),
  }
}

function summarise(turns: readonly Measured[]): Summary {
  return {
    perSecond: median(turns.map(perSecond)),
    p50: median(turns.map(({ p50 }) => p50)),
    p95: median(turns.map(({ p95 }) => p95)),
    p99: median(turns.map(({ p99 }) => p99)),
    cpu: median(turns.map(({ cpu, requests }) => cpu / requests)),
  }
}

function perSecond({ requests, seconds }: TurnResult): number {
  return requests / seconds
}
