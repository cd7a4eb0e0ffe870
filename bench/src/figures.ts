import type { CaseName } from './cases.ts'
import type { TurnResult } from './load.ts'

/** One turn of a server: the client's measurements, and the server's processor time in microseconds. */
export interface Measured extends TurnResult {
  cpu: number
}

/** A turn of the product and the adjacent turn of the other side, usually the limit. */
export interface Pair {
  product: Measured
  limit: Measured
}

/** A server's median turn; times in microseconds, processor time per request. */
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
  /** The product's throughput as a fraction of the limit's, and its times as a multiple. */
  throughput: number
  slower: Readonly<Record<'p50' | 'p95' | 'p99', number>>
  /** Spread of the limit's own turns, as a fraction of its median throughput. */
  spread: number
}

/** Concurrent requests in all comparisons, unless stated otherwise. */
export const usualConcurrency = 16

/** The median; of an even number of values the lower middle one. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted[Math.floor((sorted.length - 1) / 2)]
  if (middle === undefined) throw new Error('nothing has no median')
  return middle
}

/**
 * Summarises the turns of a case. The ratios are medians over the pairs: two adjacent turns saw the same machine, but
 * all turns of the product and all of the limit may not have.
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
