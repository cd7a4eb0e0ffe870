import { expect, test } from 'vitest'
import { cacheBriefly } from './cached-result.ts'
import type { Services } from './context.ts'

const services = {} as Services
const at = (ms: number) => new Date(Date.parse('2026-11-23T12:00:00Z') + ms)

/** A cache whose results are numbered by when they were computed. */
function numbered() {
  const cached = cacheBriefly<number>()
  let computed = 0
  return (ms: number, of = services) => cached(of, at(ms), () => Promise.resolve((computed += 1)))
}

test('a result is kept for five seconds, for each server of a process by itself', async () => {
  const read = numbered()
  expect([await read(0), await read(4_999), await read(5_000), await read(9_999)]).toEqual([1, 1, 2, 2])
  expect(await read(9_999, {} as Services)).toBe(3)
})

test('a clock that goes back ends it', async () => {
  const read = numbered()
  expect([await read(0), await read(-1)]).toEqual([1, 2])
})

test('those who ask while it is computed get the same, and a failure is not kept', async () => {
  const cached = cacheBriefly<number>()
  let computed = 0
  const failing = (): Promise<number> => {
    computed += 1
    return Promise.reject(new Error(`failure ${computed}`))
  }
  const both = await Promise.allSettled([cached(services, at(0), failing), cached(services, at(0), failing)])
  expect(both.map((one) => one.status)).toEqual(['rejected', 'rejected'])
  expect(computed).toBe(1)
  expect(await cached(services, at(1), () => Promise.resolve(7))).toBe(7)
  await expect(cacheBriefly<number>()(services, at(1), failing)).rejects.toThrow('failure 2')
})

test('a failure that comes late leaves what was computed since', async () => {
  const cached = cacheBriefly<number>()
  const { promise, reject } = Promise.withResolvers<number>()
  const late = cached(services, at(0), () => promise)
  expect(await cached(services, at(6_000), () => Promise.resolve(2))).toBe(2)
  reject(new Error('late'))
  await expect(late).rejects.toThrow('late')
  expect(await cached(services, at(6_001), () => Promise.resolve(3))).toBe(2)
})
