import { expect, test } from 'vitest'
import { toLine, type Measured, median, type Pair } from './figures.ts'

function turn(perSecond: number, given: Partial<Measured> = {}): Measured {
  return {
    requests: perSecond * 2,
    seconds: 2,
    p50: 100,
    p95: 150,
    p99: 200,
    cpu: perSecond * 2 * 50,
    ...given,
  }
}

test('a median is the middle value, of an even number the lower one', () => {
  expect(median([9, 1, 5])).toBe(5)
  expect(median([4, 1, 3, 2])).toBe(2)
  expect(() => median([])).toThrow('no median')
})

test('ratios are medians over the pairs, so that a slow minute of the machine hits both sides', () => {
  const pairs: Pair[] = [
    { product: turn(800), limit: turn(1000) },
    { product: turn(80), limit: turn(100) },
    { product: turn(300), limit: turn(1000) },
  ]
  const line = toLine('config', 16, pairs)
  expect(line.throughput).toBeCloseTo(0.8)
  expect(line.product.perSecond).toBe(300)
  expect(line.limit.perSecond).toBe(1000)
})

test('times and processor time are those of the median turn, processor time for each request', () => {
  const pairs: Pair[] = [
    { product: turn(100, { p50: 1, p99: 30 }), limit: turn(100, { p99: 10 }) },
    { product: turn(100, { p50: 2, p99: 20 }), limit: turn(100, { p99: 10 }) },
    { product: turn(100, { p50: 3, p99: 40, cpu: 20_000 }), limit: turn(100, { p99: 10 }) },
  ]
  const line = toLine('rename', 1, pairs)
  expect(line.product).toEqual({ perSecond: 100, p50: 2, p95: 150, p99: 30, cpu: 50 })
  expect(line.slower.p99).toBeCloseTo(3)
  expect(line.slower.p50).toBeCloseTo(0.02)
})

test('the spread tells how far the turns of the limit lie apart', () => {
  const pairs = [800, 1000, 1300].map((limit) => ({ product: turn(500), limit: turn(limit) }))
  expect(toLine('config', 16, pairs).spread).toBeCloseTo(0.5)
})
