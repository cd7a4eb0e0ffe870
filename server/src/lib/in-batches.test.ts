import { expect, test } from 'vitest'
import { inBatches } from './in-batches.ts'

/** A table of so many rows, and the sizes of the batches in which they were deleted. */
function tableOf(rows: number) {
  const batches: number[] = []
  let left = rows
  const deleteSome = (limit: number): Promise<number> => {
    const deleted = Math.min(limit, left)
    left -= deleted
    batches.push(deleted)
    return Promise.resolve(deleted)
  }
  return { batches, deleteSome }
}

test('it goes on until a batch is not full', async () => {
  const { batches, deleteSome } = tableOf(7)
  await inBatches(deleteSome, { limit: 3, signal: undefined })
  expect(batches).toEqual([3, 3, 1])
  const exact = tableOf(6)
  await inBatches(exact.deleteSome, { limit: 3, signal: undefined })
  expect(exact.batches).toEqual([3, 3, 0])
})

test('a stop ends it after the batch that runs', async () => {
  const stopping = new AbortController()
  const { batches, deleteSome } = tableOf(100)
  const stopSecond = (limit: number): Promise<number> => {
    if (batches.length === 1) stopping.abort()
    return deleteSome(limit)
  }
  await inBatches(stopSecond, { limit: 3, signal: stopping.signal })
  expect(batches).toEqual([3, 3])
})
