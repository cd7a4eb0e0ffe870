import { expect, test } from 'vitest'
import { Coalescer } from './coalescer.ts'

test('who asks while it runs is served by one more run', async () => {
  const coalescer = new Coalescer()
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let runs = 0
  const ask = () => coalescer.run(() => gates[runs++]?.promise ?? expect.unreachable('a third run'))
  const first = [ask(), ask()]
  // Begins once nothing of before is under way.
  await Promise.resolve()
  await Promise.resolve()
  expect(runs).toBe(1)
  const second = [ask(), ask(), ask()]
  gates[0]?.resolve()
  await Promise.all(first)
  gates[1]?.resolve()
  await Promise.all(second)
  expect(runs).toBe(2)
})

test('a run that fails rejects its own callers and delays nobody else', async () => {
  const coalescer = new Coalescer()
  const failing = coalescer.run(() => Promise.reject(new Error('away')))
  const failure = failing.catch((error: unknown) => error)
  await Promise.resolve()
  await Promise.resolve()
  const next = coalescer.run(() => Promise.resolve())
  expect(await failure).toEqual(new Error('away'))
  await next
})
