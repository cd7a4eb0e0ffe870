import type { CaseName } from './cases.ts'
import { type Contenders, type Sampling, type Side, takeTurns } from './comparison.ts'
import { type Line, usualConcurrency } from './figures.ts'
import type { GateCase, Held } from './held.ts'

/** A bound for the comparison of two sides. */
type Bound =
  | { what: 'throughput'; least: number }
  | { what: 'p50' | 'p95' | 'p99'; most: number }
  /** In milliseconds, independent of the other side. */
  | { what: 'own p99'; most: number }

interface Compared {
  cases: readonly CaseName[]
  /** Default: the usual concurrency. */
  concurrencies?: readonly number[]
  bounds: readonly Bound[]
  /** Another case of the product; default: the limit's work. */
  against?: CaseName
}

const least = (value: number): Bound => ({ what: 'throughput', least: value })
const most = (what: 'p50' | 'p95' | 'p99' | 'own p99', value: number): Bound => ({ what, most: value })

const compared: readonly Compared[] = [
  {
    cases: ['config', 'users', 'first page'],
    concurrencies: [usualConcurrency, 64],
    bounds: [least(0.75), most('p99', 1.5)],
  },
  { cases: ['whole id', 'begun id'], bounds: [least(0.5), most('p99', 3)] },
  { cases: ['rare fragment'], bounds: [least(0.3), most('own p99', 100)] },
  { cases: ['middling fragment', 'common fragment'], bounds: [least(5), most('own p99', 100)] },
  { cases: ['suggestions'], bounds: [most('own p99', 15)] },
  { cases: ['rename'], bounds: [least(0.6)] },
  { cases: ['deep page'], bounds: [most('p50', 1.2)], against: 'first page' },
  {
    cases: ['journal by agency', 'journal by person', 'journal by event', 'journal by time'],
    bounds: [most('p95', 3)],
  },
]

/** All cases with two alternating sides. */
export function comparedCases({ product, limit, load }: Contenders, sampling: Sampling): GateCase[] {
  return compared.flatMap(({ cases, concurrencies = [usualConcurrency], bounds, against }) =>
    cases.flatMap((name) =>
      concurrencies.map((concurrency) => {
        const sides = [
          { server: product, load, name },
          against === undefined ? { server: limit, load, name } : { server: product, load, name: against },
        ] as const
        const other = against === undefined ? 'limit' : `“${against}”`
        return toGateCase({ name, concurrency, sides, other, bounds }, sampling)
      }),
    ),
  )
}

const interactive: readonly CaseName[] = [
  'config',
  'users',
  'first page',
  'whole id',
  'begun id',
  'rare fragment',
  'middling fragment',
  'common fragment',
  'suggestions',
  'rename',
  'journal by agency',
]

/** Every interactive call over a large database compared with a smaller one. */
export function sizeCases(
  [large, small]: readonly [Contenders, Contenders],
  sizes: string,
  sampling: Sampling,
): GateCase[] {
  return interactive.map((name) => {
    const sides = [
      { server: large.product, load: large.load, name },
      { server: small.product, load: small.load, name },
    ] as const
    const bounds = [most('p95', 1.5)]
    const work = { name, concurrency: usualConcurrency, sides, other: 'smaller', bounds }
    const { measure } = toGateCase(work, sampling)
    const held = async (times: 1 | 2): Promise<Held[]> =>
      (await measure(times)).map((one) => ({ ...one, work: `${name}, ${sizes} agencies` }))
    return { name: `size: ${name}`, measure: held }
  })
}

interface Work {
  name: CaseName
  concurrency: number
  sides: readonly [Side, Side]
  /** Name of the second side. */
  other: string
  bounds: readonly Bound[]
}

function toGateCase({ name, concurrency, sides, other, bounds }: Work, sampling: Sampling): GateCase {
  return {
    name,
    measure: async (times) => {
      const line = await takeTurns(sides, concurrency, { ...sampling, turns: sampling.turns * times })
      return bounds.map((bound) => toHeld(line, bound, other))
    },
  }
}

function toHeld(line: Line, bound: Bound, other: string): Held {
  const { name, concurrency, product, limit, spread } = line
  const ms = (microseconds: number): string => (microseconds / 1000).toFixed(2)
  const work = `${name}, ${concurrency} at once`
  const apart = `${other} ± ${(spread * 50).toFixed(0)} %`
  const rates = `${product.perSecond.toFixed(0)}/s and ${limit.perSecond.toFixed(0)}/s, ${apart}`
  switch (bound.what) {
    case 'throughput':
      return {
        work,
        what: `throughput ÷ ${other}`,
        value: line.throughput,
        bound: bound.least,
        is: 'at least',
        note: rates,
      }
    case 'own p99':
      return {
        work,
        what: 'p99, ms',
        value: product.p99 / 1000,
        bound: bound.most,
        is: 'at most',
        note: `p50 ${ms(product.p50)} ms`,
      }
    default: {
      const { what, most: highest } = bound
      const note = `${ms(product[what])} and ${ms(limit[what])} ms, ${apart}`
      return {
        work,
        what: `${what} ÷ ${other}`,
        value: line.slower[what],
        bound: highest,
        is: 'at most',
        note,
      }
    }
  }
}
